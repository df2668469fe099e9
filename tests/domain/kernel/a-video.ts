/** The smallest files that are whole videos to those who check containers; nothing in them can be played. */

type Bytes = Uint8Array<ArrayBuffer>;

const text = (characters: string): number[] => [...characters].map((character) => character.charCodeAt(0));
const uint32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

/** A box of MP4. */
export function box(type: string, content: readonly number[] = []): number[] {
  return [...uint32(8 + content.length), ...text(type), ...content];
}

/** An element of EBML, its size in one byte. */
export function ebml(id: readonly number[], content: readonly number[] = []): number[] {
  return [...id, 0x80 | content.length, ...content];
}

export const bytesOf = (...parts: number[][]): Bytes => new Uint8Array(parts.flat());

export const FTYP = box('ftyp', [...text('isom'), 0, 0, 2, 0, ...text('isommp41')]);

/** As browsers record it: the description first, then pieces. */
export const anMp4 = (): Bytes =>
  bytesOf(FTYP, box('moov', box('mvhd')), box('moof'), box('mdat', text('<script>alert(1)</script>')));

export const EBML_HEAD = ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], text('webm')));
export const TRACKS = ebml([0x16, 0x54, 0xae, 0x6b], [0xae, 0x80]);
export const CLUSTER = ebml([0x1f, 0x43, 0xb6, 0x75], text('frames'));
const SEGMENT = [0x18, 0x53, 0x80, 0x67];
/** All bits of a size in eight bytes: not known yet. */
export const OPEN_SIZE = [1, 255, 255, 255, 255, 255, 255, 255];

/** As browsers record it: a segment whose size was not known when it was begun. */
export const aWebm = (): Bytes => bytesOf(EBML_HEAD, SEGMENT, OPEN_SIZE, TRACKS, CLUSTER);

/** A segment with its size, in eight bytes where `wide`. */
export function aSizedWebm(wide = false): Bytes {
  const content = [...TRACKS, ...CLUSTER];
  const size = wide ? [1, 0, 0, 0, ...uint32(content.length)] : [0x80 | content.length];
  return bytesOf(EBML_HEAD, SEGMENT, size, content);
}
