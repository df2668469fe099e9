import sharp from 'sharp';
import { fileSizeText } from '../../domain/kernel/file-size.ts';
import {
  PICTURE_HEADER_BYTES,
  PICTURE_MAX_BYTES,
  PICTURE_MAX_PIXELS,
  PICTURE_SENTENCES,
  type PictureRefusal,
  pictureHeader,
  pictureRefusal,
} from '../../domain/kernel/image-header.ts';
import { decodeUpload } from './image-work.ts';

/** The longest side of a stored picture, and the side of an avatar or logo. In px. */
export const PICTURE_SIDE_PX = 1600;
export const SQUARE_SIDE_PX = 512;
/** The most pixels of an avatar or logo, more than phones take: it is shown small, and everybody may upload one. */
export const SQUARE_MAX_PIXELS = 25_000_000;
const DECODE_SECONDS = 20;

/** The answer while too many uploaded pictures wait to be read. */
export const PICTURES_BUSY = 'Many pictures are being uploaded at the moment; try again in a minute.';

export const PICTURE_TOO_HEAVY = `The picture is too large: at most ${fileSizeText(PICTURE_MAX_BYTES)}.`;

const SENTENCES: Record<PictureRefusal | 'picture-too-heavy' | 'square-too-large', string> = {
  ...PICTURE_SENTENCES,
  'square-too-large': 'The picture has too many pixels: at most 25 megapixels.',
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
 * @throws QueueFull while too many pictures wait to be read
 */
export async function processPicture(
  bytes: Uint8Array,
  shape: PictureShape = 'whole',
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > PICTURE_MAX_BYTES) throw new PictureRefused('picture-too-heavy');
  const head = bytes.subarray(0, PICTURE_HEADER_BYTES);
  const refusal = pictureRefusal(head);
  if (refusal) throw new PictureRefused(refusal);
  const { width = 0, height = 0 } = pictureHeader(head) ?? {};
  if (shape === 'square' && width * height > SQUARE_MAX_PIXELS) throw new PictureRefused('square-too-large');
  return decodeUpload(() => reencoded(bytes, shape));
}

async function reencoded(bytes: Uint8Array, shape: PictureShape): Promise<Uint8Array<ArrayBuffer>> {
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

/** The height of a logo, in px: thrice what the header shows, for fine screens. */
const LOGO_HEIGHT_PX = 90;

/**
 * Makes an uploaded picture a logo: without empty margins, at most five times as wide as high, as WebP with its transparency.
 * @returns the picture, and its width in hundredths of its height.
 * @throws PictureRefused
 * @throws QueueFull while too many pictures wait to be read
 */
export async function processLogo(
  bytes: Uint8Array,
): Promise<{ webp: Uint8Array<ArrayBuffer>; ratio: number }> {
  if (bytes.length > PICTURE_MAX_BYTES) throw new PictureRefused('picture-too-heavy');
  const refusal = pictureRefusal(bytes.subarray(0, PICTURE_HEADER_BYTES));
  if (refusal) throw new PictureRefused(refusal);
  return decodeUpload(async () => {
    try {
      const { data, info } = await sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize(LOGO_HEIGHT_PX * 5, LOGO_HEIGHT_PX, { fit: 'inside' })
        .webp({ quality: 90, effort: 4 })
        .timeout({ seconds: DECODE_SECONDS })
        .toBuffer({ resolveWithObject: true });
      return { webp: new Uint8Array(data), ratio: Math.round((100 * info.width) / info.height) };
    } catch (reason) {
      throw new PictureRefused('picture-unreadable', reason);
    }
  });
}
