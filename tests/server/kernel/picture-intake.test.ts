import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PICTURE_MAX_BYTES } from '../../../src/domain/kernel/image-header.ts';
import {
  PICTURE_SIDE_PX,
  PictureRefused,
  type PictureShape,
  processPicture,
  SQUARE_SIDE_PX,
} from '../../../src/server/kernel/picture-intake.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f6f5e' } });

/** A PNG whose header claims these sides; there is nothing behind it. */
function claimingPng(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.set(new TextEncoder().encode('IHDR'), 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, 13);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

async function refusalOf(bytes: Uint8Array, shape?: PictureShape): Promise<string> {
  const answer = await processPicture(bytes, shape).catch((reason: unknown) => reason);
  if (!(answer instanceof PictureRefused)) throw new Error('the picture was taken');
  expect(answer.message).toMatch(/^The picture .*\.$/);
  return answer.code;
}

describe('processPicture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('makes WebP of %s', async (kind) => {
    const taken = await processPicture(await blank(64, 48).toFormat(kind).toBuffer());
    const { format, width, height } = await sharp(taken).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 64, height: 48 });
  });

  it('turns the picture upright and stores only pixels', async () => {
    const camera = await blank(60, 40)
      .withExif({
        IFD0: { Artist: 'Tobias', Copyright: 'hidden words' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(camera).metadata()).exif).toBeDefined();
    const taken = await processPicture(camera);
    const { width, height, exif, icc, xmp, orientation } = await sharp(taken).metadata();
    expect({ width, height, exif, icc, xmp, orientation }).toEqual({
      width: 40,
      height: 60,
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: undefined,
    });
    expect(Buffer.from(taken).includes('hidden words')).toBe(false);
  });

  it('drops embedded payloads: a picture that is an archive and a page as well', async () => {
    const picture = await blank(20, 10).png().toBuffer();
    const rider = Buffer.from('<script>alert(1)</script>PK\u0003\u0004 evil.stl');
    const taken = Buffer.from(await processPicture(Buffer.concat([picture, rider])));
    expect((await sharp(taken).metadata()).format).toBe('webp');
    expect(taken.includes('<script>') || taken.includes('PK\u0003\u0004')).toBe(false);
  });

  it('makes large pictures smaller and small ones no larger', async () => {
    const large = await sharp(await processPicture(await blank(4000, 1000).png().toBuffer())).metadata();
    expect([large.width, large.height]).toEqual([PICTURE_SIDE_PX, PICTURE_SIDE_PX / 4]);
    const small = await sharp(await processPicture(await blank(20, 10).png().toBuffer())).metadata();
    expect([small.width, small.height]).toEqual([20, 10]);
  });

  it('refuses an avatar of 39.7 megapixels before it is decoded', async () => {
    expect(await refusalOf(claimingPng(7940, 5000), 'square')).toBe('square-too-large');
    expect(await refusalOf(claimingPng(5000, 5000), 'square')).toBe('picture-unreadable');
    expect(await refusalOf(claimingPng(7940, 5000), 'whole')).toBe('picture-unreadable');
  });

  it('crops avatars and logos to a square', async () => {
    const { width, height } = await sharp(
      await processPicture(await blank(900, 300).jpeg().toBuffer(), 'square'),
    ).metadata();
    expect([width, height]).toEqual([SQUARE_SIDE_PX, SQUARE_SIDE_PX]);
  });

  it('refuses other kinds, whatever they are called', async () => {
    const svg = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    expect(await refusalOf(svg)).toBe('picture-kind');
    for (const kind of ['gif', 'avif', 'tiff'] as const) {
      expect(await refusalOf(await blank(16, 16).toFormat(kind).toBuffer())).toBe('picture-kind');
    }
    expect(await refusalOf(new TextEncoder().encode('<!doctype html>'))).toBe('picture-kind');
    expect(await refusalOf(new Uint8Array(0))).toBe('picture-kind');
  });

  it('refuses decompression bombs by their header, before anything decodes them', async () => {
    expect(await refusalOf(claimingPng(12_001, 1))).toBe('picture-too-large');
    expect(await refusalOf(claimingPng(8000, 8000))).toBe('picture-too-large');
    expect(await refusalOf(claimingPng(0xffffffff, 0xffffffff))).toBe('picture-too-large');
    expect(await refusalOf(new Uint8Array(PICTURE_MAX_BYTES + 1))).toBe('picture-too-heavy');
  });

  it('refuses a false header, and a truncated picture', async () => {
    expect(await refusalOf(claimingPng(10, 10))).toBe('picture-unreadable');
    const lying = new Uint8Array(await blank(3000, 3000).png().toBuffer());
    new DataView(lying.buffer).setUint32(16, 10);
    expect(await refusalOf(lying)).toBe('picture-unreadable');
    const side = 300;
    const grain = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * at * 31) % 251);
    const whole = new Uint8Array(
      await sharp(grain, { raw: { width: side, height: side, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe('picture-unreadable');
  });
});
