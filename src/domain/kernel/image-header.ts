/** Pictures are checked by their first bytes before anything decodes them: a 1 MB PNG can hold 1 GB of pixels. */
export const PICTURE_MAX_PIXELS = 40_000_000;
export const PICTURE_MAX_SIDE_PX = 12_000;
/** The largest picture that the server accepts, in bytes. With its form's other fields it fits into a request of 8 MB. */
export const PICTURE_MAX_BYTES = 7_900_000;
/** How many bytes from the start are enough to find a picture's dimensions, long EXIF blocks included. */
export const PICTURE_HEADER_BYTES = 262_144;

export type PictureKind = 'jpeg' | 'png' | 'webp';
export interface PictureHeader {
  kind: PictureKind;
  width: number;
  height: number;
}

/** Uint8Array in Node, a plain array of numbers inside PocketBase. */
type Bytes = ArrayLike<number>;

export type PictureRefusal = 'picture-kind' | 'picture-unreadable' | 'picture-too-large';

export const PICTURE_SENTENCES: { readonly [refusal in PictureRefusal]: string } = {
  'picture-kind': 'The picture must be a JPEG, PNG or WebP.',
  'picture-unreadable': 'The picture could not be read; export it again and retry.',
  'picture-too-large': 'The picture has too many pixels: at most 40 megapixels and 12 000 pixels a side.',
};

/** Why this picture is refused, or null. `bytes` are its first bytes; at most PICTURE_HEADER_BYTES are read. */
export function pictureRefusal(bytes: Bytes): PictureRefusal | null {
  const kind = pictureKind(bytes);
  if (!kind) return 'picture-kind';
  const header = pictureHeader(bytes);
  if (!header || header.width < 1 || header.height < 1) return 'picture-unreadable';
  const { width, height } = header;
  if (width > PICTURE_MAX_SIDE_PX || height > PICTURE_MAX_SIDE_PX || width * height > PICTURE_MAX_PIXELS) {
    return 'picture-too-large';
  }
  return null;
}

/** The format by signature, or null where it is none of the supported three. */
export function pictureKind(bytes: Bytes): PictureKind | null {
  if (starts(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (starts(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'webp';
  return null;
}

/** Format and dimensions in px, or null where the header does not hold them. */
export function pictureHeader(bytes: Bytes): PictureHeader | null {
  switch (pictureKind(bytes)) {
    case 'png':
      // PNG specification, 11.2.2: IHDR is the first chunk; width and height are its first eight bytes.
      if (bytes.length < 24 || text(bytes, 12, 4) !== 'IHDR') return null;
      return { kind: 'png', width: big(bytes, 16, 4), height: big(bytes, 20, 4) };
    case 'jpeg':
      return jpegHeader(bytes);
    case 'webp':
      return webpHeader(bytes);
    default:
      return null;
  }
}

/** ITU T.81, B.1.1: segments follow one another; the start-of-frame segment holds height and width. */
function jpegHeader(bytes: Bytes): PictureHeader | null {
  const end = Math.min(bytes.length, PICTURE_HEADER_BYTES);
  let at = 2;
  while (at + 9 <= end) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { kind: 'jpeg', height: big(bytes, at + 5, 2), width: big(bytes, at + 7, 2) };
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += hasNoLength ? 2 : 2 + big(bytes, at + 2, 2);
  }
  return null;
}

/** RFC 9649: VP8 (lossy), VP8L (lossless) and VP8X (extended) each store their dimensions elsewhere. */
function webpHeader(bytes: Bytes): PictureHeader | null {
  if (bytes.length < 30) return null;
  const form = text(bytes, 12, 4);
  if (form === 'VP8X')
    return { kind: 'webp', width: 1 + little(bytes, 24, 3), height: 1 + little(bytes, 27, 3) };
  if (form === 'VP8 ') {
    if (!starts(bytes, 23, [0x9d, 0x01, 0x2a])) return null;
    return { kind: 'webp', width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff };
  }
  if (form === 'VP8L' && bytes[20] === 0x2f) {
    const packed = little(bytes, 21, 4);
    return { kind: 'webp', width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
  }
  return null;
}

function starts(bytes: Bytes, at: number, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}

function text(bytes: Bytes, at: number, length: number): string {
  let result = '';
  for (let index = at; index < at + length; index++) result += String.fromCharCode(bytes[index] ?? 0);
  return result;
}

function big(bytes: Bytes, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index++) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

function little(bytes: Bytes, at: number, length: number): number {
  let value = 0;
  for (let index = at + length - 1; index >= at; index--) value = value * 256 + (bytes[index] ?? 0);
  return value;
}
