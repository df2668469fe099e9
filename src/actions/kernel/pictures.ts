import type { ActionAPIContext } from 'astro:actions';
import { PICTURE_MAX_BYTES } from '../../domain/kernel/image-header.ts';
import { PICTURE_TOO_HEAVY, type PictureShape, processPicture } from '../../server/kernel/picture-intake.ts';
import { refusingPictures } from '../../server/kernel/picture-refusals.ts';
import { RefusalError, tooManyRequests } from '../../server/kernel/refusal-error.ts';

/** The bytes of an uploaded picture. @throws RefusalError too_large before anything is read. */
export async function pictureBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > PICTURE_MAX_BYTES) throw new RefusalError('too_large', PICTURE_TOO_HEAVY);
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Runs code that processes a picture, and counts it for the person.
 * @throws RefusalError bad_request with a sentence where the picture is refused, too_many_requests after too many of them,
 * unavailable while too many wait to be read.
 */
export async function withPictureErrors<T>(context: ActionAPIContext, work: () => Promise<T>): Promise<T> {
  const { user, app } = context.locals;
  const wait = user && (await app.postingLimits.postingRefusal(user, 'upload', app.commerce.now()));
  if (wait) throw tooManyRequests(wait);
  return refusingPictures(work);
}

/** An uploaded picture, re-encoded; null where there is none. @throws RefusalError with a sentence where it is refused. */
export async function pictureFrom(
  context: ActionAPIContext,
  file: File | undefined,
  shape: PictureShape = 'whole',
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!file || file.size === 0) return null;
  const bytes = await pictureBytes(file);
  return withPictureErrors(context, () => processPicture(bytes, shape));
}
