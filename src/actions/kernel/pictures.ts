import { type ActionAPIContext, ActionError } from 'astro:actions';
import { PICTURE_MAX_BYTES } from '../../domain/kernel/image-header.ts';
import { QueueFull } from '../../domain/kernel/semaphore.ts';
import {
  PICTURE_TOO_HEAVY,
  PICTURES_BUSY,
  PictureRefused,
  type PictureShape,
  processPicture,
} from '../../server/kernel/picture-intake.ts';

/** The bytes of an uploaded picture. @throws ActionError CONTENT_TOO_LARGE before anything is read. */
export async function pictureBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > PICTURE_MAX_BYTES)
    throw new ActionError({ code: 'CONTENT_TOO_LARGE', message: PICTURE_TOO_HEAVY });
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Runs code that processes a picture, and counts it for the person.
 * @throws ActionError BAD_REQUEST with a sentence where the picture is refused, TOO_MANY_REQUESTS after too many of them,
 * SERVICE_UNAVAILABLE while too many wait to be read.
 */
export async function withPictureErrors<T>(context: ActionAPIContext, work: () => Promise<T>): Promise<T> {
  const { user, app } = context.locals;
  const wait = user && (await app.postingLimits.postingRefusal(user, 'upload', app.commerce.now()));
  if (wait) throw new ActionError({ code: 'TOO_MANY_REQUESTS', message: wait });
  try {
    return await work();
  } catch (reason) {
    if (reason instanceof PictureRefused)
      throw new ActionError({ code: 'BAD_REQUEST', message: reason.message });
    if (reason instanceof QueueFull)
      throw new ActionError({ code: 'SERVICE_UNAVAILABLE', message: PICTURES_BUSY });
    throw reason;
  }
}

/** An uploaded picture, re-encoded; null where there is none. @throws ActionError with a sentence where it is refused. */
export async function pictureFrom(
  context: ActionAPIContext,
  file: File | undefined,
  shape: PictureShape = 'whole',
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!file || file.size === 0) return null;
  const bytes = await pictureBytes(file);
  return withPictureErrors(context, () => processPicture(bytes, shape));
}
