import { ActionError } from 'astro:actions';
import {
  PICTURE_MAX_BYTES,
  PICTURE_TOO_HEAVY,
  PictureRefused,
  type PictureShape,
  processPicture,
} from '../../server/kernel/picture-intake.ts';

/** What was sent as a picture. @throws ActionError CONTENT_TOO_LARGE, before any of it is read. */
export async function pictureBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > PICTURE_MAX_BYTES)
    throw new ActionError({ code: 'CONTENT_TOO_LARGE', message: PICTURE_TOO_HEAVY });
  return new Uint8Array(await file.arrayBuffer());
}

/** Does what takes pictures in. @throws ActionError BAD_REQUEST with a sentence where one is no picture we take. */
export async function withPictureErrors<T>(take: () => Promise<T>): Promise<T> {
  try {
    return await take();
  } catch (reason) {
    if (reason instanceof PictureRefused)
      throw new ActionError({ code: 'BAD_REQUEST', message: reason.message });
    throw reason;
  }
}

/** A picture that was sent, made ours; null where none was. @throws ActionError with a sentence where it cannot be taken. */
export async function pictureFrom(
  file: File | undefined,
  shape: PictureShape = 'whole',
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!file || file.size === 0) return null;
  const bytes = await pictureBytes(file);
  return withPictureErrors(() => processPicture(bytes, shape));
}
