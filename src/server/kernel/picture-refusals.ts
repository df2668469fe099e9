import { QueueFull } from '../../domain/kernel/semaphore.ts';
import { PICTURES_BUSY, PictureRefused } from './picture-intake.ts';
import { badRequest, RefusalError } from './refusal-error.ts';

/**
 * Runs code that processes a picture.
 * @throws RefusalError bad_request with a sentence where the picture is refused, unavailable while too many wait to be read.
 */
export async function refusingPictures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (reason) {
    if (reason instanceof PictureRefused) throw badRequest(reason.message);
    if (reason instanceof QueueFull)
      throw new RefusalError('unavailable', PICTURES_BUSY, { retryAfterS: 60 });
    throw reason;
  }
}
