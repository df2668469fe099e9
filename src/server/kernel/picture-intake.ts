import sharp from 'sharp';
import {
  PICTURE_HEADER_BYTES,
  PICTURE_MAX_PIXELS,
  PICTURE_SENTENCES,
  type PictureRefusal,
  pictureRefusal,
} from '../../domain/kernel/image-header.ts';

/** The largest picture that is accepted, in bytes; the stored one is far smaller. */
export const PICTURE_MAX_BYTES = 20 * 1024 * 1024;
/** The longest side of a stored picture, and the side of an avatar or logo. In px. */
export const PICTURE_SIDE_PX = 1600;
export const SQUARE_SIDE_PX = 512;
const DECODE_SECONDS = 20;

export const PICTURE_TOO_HEAVY = 'The picture is too large: at most 20 MB.';

const SENTENCES: Record<PictureRefusal | 'picture-too-heavy', string> = {
  ...PICTURE_SENTENCES,
  'picture-too-heavy': PICTURE_TOO_HEAVY,
};

/** A refused picture; the message is a sentence for the user. */
export class PictureRefused extends Error {
  readonly code: keyof typeof SENTENCES;
  constructor(code: keyof typeof SENTENCES, cause?: unknown) {
    super(SENTENCES[code], { cause });
    this.name = 'PictureRefused';
    this.code = code;
  }
}

export type PictureShape =
  /** Uncropped, at most 1600 px on its longest side. */
  | 'whole'
  /** The centre, 512 px square: avatars and logos. */
  | 'square';

/**
 * Makes an uploaded picture safe to publish: its header is checked before anything decodes it, it is turned upright, and
 * re-encoded as WebP, so that only pixels remain (no EXIF, no location, no hidden payload).
 * @throws PictureRefused
 */
export async function processPicture(
  bytes: Uint8Array,
  shape: PictureShape = 'whole',
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > PICTURE_MAX_BYTES) throw new PictureRefused('picture-too-heavy');
  const refusal = pictureRefusal(bytes.subarray(0, PICTURE_HEADER_BYTES));
  if (refusal) throw new PictureRefused(refusal);
  try {
    const upright = sharp(bytes, {
      limitInputPixels: PICTURE_MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    }).autoOrient();
    const sized =
      shape === 'square'
        ? upright.resize(SQUARE_SIDE_PX, SQUARE_SIDE_PX, { fit: 'cover' })
        : upright.resize(PICTURE_SIDE_PX, PICTURE_SIDE_PX, { fit: 'inside', withoutEnlargement: true });
    return new Uint8Array(
      await sized.webp({ quality: 84, effort: 2 }).timeout({ seconds: DECODE_SECONDS }).toBuffer(),
    );
  } catch (reason) {
    throw new PictureRefused('picture-unreadable', reason);
  }
}
