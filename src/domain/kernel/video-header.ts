/**
 * Videos are checked by their container, not by what a browser says about them. Nothing here decodes them: they are sent
 * as they came, with the type of the container and a policy under which no script runs.
 */

/** The largest video that the server accepts, in bytes. With its form's other fields it fits into a request of 8 MB. */
export const VIDEO_MAX_BYTES = 7_900_000;
/** How many bytes from the start are enough to tell the container. */
export const VIDEO_HEADER_BYTES = 64;

export const VIDEO_TYPES = { webm: 'video/webm', mp4: 'video/mp4' } as const;
export type VideoKind = keyof typeof VIDEO_TYPES;

export type VideoRefusal = 'video-kind' | 'video-unreadable' | 'video-too-large';

export const VIDEO_SENTENCES: { readonly [refusal in VideoRefusal]: string } = {
  'video-kind': 'The video must be a WebM or an MP4.',
  'video-unreadable': 'The video is incomplete or damaged; record it again.',
  'video-too-large': 'The video is too large: at most 7.9 MB.',
};

/** Uint8Array in Node, a plain array of numbers inside PocketBase. */
type Bytes = ArrayLike<number>;

/** Why this video is refused, or null. @param bytes the whole file. */
export function videoRefusal(bytes: Bytes): VideoRefusal | null {
  const kind = videoKind(bytes);
  if (kind === null) return 'video-kind';
  if (bytes.length > VIDEO_MAX_BYTES) return 'video-too-large';
  return (kind === 'mp4' ? isWholeMp4(bytes) : isWholeWebm(bytes)) ? null : 'video-unreadable';
}

/** The container by its first VIDEO_HEADER_BYTES, or null where it is neither of the two. */
export function videoKind(bytes: Bytes): VideoKind | null {
  if (word(bytes, 4) === 'ftyp' && MP4_BRANDS.has(word(bytes, 8))) return 'mp4';
  if (big(bytes, 0, 4) !== EBML) return null;
  const head = element(bytes, 0);
  return head !== null && docType(bytes, head) === 'webm' ? 'webm' : null;
}

/** ISO/IEC 14496-12: the brands that browsers record and play. QuickTime ("qt  ") is none of them. */
const MP4_BRANDS = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso8',
  'iso9',
  'mp41',
  'mp42',
  'avc1',
  'av01',
  'dash',
]);
/** The boxes that may stand on the top level of such a file. */
const MP4_BOXES = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'mfra',
  'sidx',
  'prft',
  'emsg',
  'free',
  'skip',
]);
/** No recording of some seconds has more; a file of empty boxes has a million. */
const MP4_BOXES_MAX = 10_000;

/** Whether the file is a row of known boxes up to its last byte, with a description of its tracks and their samples. */
function isWholeMp4(bytes: Bytes): boolean {
  const seen = new Set<string>();
  let at = 0;
  for (let boxes = 0; at < bytes.length; boxes++) {
    const type = word(bytes, at + 4);
    if (boxes === MP4_BOXES_MAX || !MP4_BOXES.has(type)) return false;
    const short = big(bytes, at, 4);
    // A size of 1 says that a longer one follows; of 0, that the box goes on to the end.
    const size =
      short === 1 ? big(bytes, at + 8, 8) : short === 0 && type === 'mdat' ? bytes.length - at : short;
    if (!(size >= (short === 1 ? 16 : 8))) return false;
    seen.add(type);
    at += size;
  }
  return at === bytes.length && seen.has('moov') && seen.has('mdat');
}

/** Ids of Matroska, RFC 9559. */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const CLUSTER = 0x1f43b675;
/** SeekHead, Info, Cues, Tags, Void, CRC-32: what else may stand before the first cluster. */
const BESIDE = new Set([0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1254c367, 0xec, 0xbf]);

/** Whether one segment fills the rest of the file, and describes its tracks before the first cluster. */
function isWholeWebm(bytes: Bytes): boolean {
  const head = element(bytes, 0);
  const segment = head && element(bytes, head.end);
  if (segment?.id !== SEGMENT) return false;
  // Browsers write the segment before they know its size.
  if (segment.end !== bytes.length && !segment.isOpen) return false;
  let hasTracks = false;
  for (let at = segment.start; at < bytes.length; ) {
    const next = element(bytes, at);
    if (next === null) return false;
    if (next.id === CLUSTER) return hasTracks;
    if (next.isOpen || next.end > bytes.length || !(next.id === TRACKS || BESIDE.has(next.id))) return false;
    hasTracks ||= next.id === TRACKS;
    at = next.end;
  }
  return false;
}

/** The type of document that an EBML header names. */
function docType(bytes: Bytes, head: Element): string | null {
  for (let at = head.start; at < Math.min(head.end, VIDEO_HEADER_BYTES); ) {
    const next = element(bytes, at);
    if (next === null || next.isOpen || next.end > head.end) return null;
    if (next.id === DOC_TYPE) return text(bytes, next.start, next.end - next.start);
    at = next.end;
  }
  return null;
}

/** An element of EBML: where its content starts and ends. One that is open has no size yet. */
interface Element {
  id: number;
  start: number;
  end: number;
  isOpen: boolean;
}

/** Reads the id and size of the element at `at`, RFC 8794; null where there is none. */
function element(bytes: Bytes, at: number): Element | null {
  const idLength = vintLength(bytes[at]);
  if (idLength === null || idLength > 4 || at + idLength >= bytes.length) return null;
  const sizeAt = at + idLength;
  const sizeLength = vintLength(bytes[sizeAt]);
  if (sizeLength === null || sizeAt + sizeLength > bytes.length) return null;
  // The first byte without the bit that marks its length, then the others; not by shifts, which keep four bytes only.
  const first = (bytes[sizeAt] ?? 0) - 2 ** (8 - sizeLength);
  const size = first * 256 ** (sizeLength - 1) + big(bytes, sizeAt + 1, sizeLength - 1);
  const start = sizeAt + sizeLength;
  // All bits set. Of eight bytes the last ones are lost to rounding, but no file has so many bytes.
  const isOpen = size === 2 ** (7 * sizeLength) - 1 || size >= 2 ** 53;
  return { id: big(bytes, at, idLength), start, end: start + size, isOpen };
}

/** How many bytes a number of variable length has, by its first byte: 1 to 8. */
function vintLength(first: number | undefined): number | null {
  if (first === undefined || first === 0) return null;
  return Math.clz32(first) - 23;
}

/** Bytes as one whole number, the first counting most; NaN beyond the end. */
function big(bytes: Bytes, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + (bytes[at + i] ?? Number.NaN);
  return value;
}

/** Four characters. */
const word = (bytes: Bytes, at: number): string => text(bytes, at, 4);

function text(bytes: Bytes, at: number, length: number): string {
  if (length > 16) return '';
  let characters = '';
  for (let i = 0; i < length; i++) characters += String.fromCharCode(bytes[at + i] ?? 0);
  return characters;
}
