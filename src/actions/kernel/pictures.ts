import { ActionError } from 'astro:actions';
import {
  PICTURE_MAX_BYTES,
  PICTURE_TOO_HEAVY,
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

/** Runs code that processes pictures. @throws ActionError BAD_REQUEST with a sentence where a picture is refused. */
export async function withPictureErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (reason) {
    if (reason instanceof PictureRefused)
      throw new ActionError({ code: 'BAD_REQUEST', message: reason.message });
    throw reason;
  }
}

/** An uploaded picture, re-encoded; null where there is none. @throws ActionError with a sentence where it is refused. */
export async function pictureFrom(
  file: File | undefined,
  shape: PictureShape = 'whole',
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!file || file.size === 0) return null;
  const bytes = await pictureBytes(file);
  return withPictureErrors(() => processPicture(bytes, shape));
}
