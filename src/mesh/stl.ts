import { isNoNumber } from './decimal.ts';

/**
 * A mesh as a list of triangles: nine numbers per triangle (three corners of x, y, z in millimetres), corners
 * counter-clockwise seen from outside. This is all an STL contains.
 */
export type Corners = Float32Array<ArrayBuffer>;

/** Layout of a binary STL: 80 bytes title, 4 bytes count, then 50 bytes per triangle. */
const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
/** More would not improve a print, and measuring would need gigabytes. */
export const MODEL_MAX_TRIANGLES = 10_000_000;
/** Maximum token length of a text STL, far above any number. */
const WORD_MAX = 64;
const OVERLONG = '(overlong)';

export type StlRefusal =
  /** No triangles. */
  | 'stl-empty'
  /** Neither a binary nor a valid text STL: often another format with this name. */
  | 'stl-unreadable'
  /** A binary file with fewer triangles than it counts: truncated. */
  | 'stl-size-mismatch'
  /** A binary file with more triangles than it counts. */
  | 'stl-too-long'
  | 'stl-too-many-triangles'
  /** A coordinate is not a finite number. */
  | 'stl-not-finite';

/**
 * Reads a binary or text STL. The file size decides which, not the first word: many binary files begin with "solid".
 * A few bytes after the last triangle are ignored, as slicers do. Time and memory are linear in the file size, for any
 * content.
 * @returns the corners, or why the file is refused.
 */
export function readStl(bytes: Uint8Array, maxTriangles = MODEL_MAX_TRIANGLES): Corners | StlRefusal {
  if (bytes.length === 0) return 'stl-empty';
  const count = bytes.length < HEADER_BYTES ? null : triangleCount(bytes);
  const behind = count === null ? -1 : bytes.length - HEADER_BYTES - count * TRIANGLE_BYTES;
  if (count !== null && behind >= 0 && (behind === 0 || isBinaryCount(bytes))) {
    return behind < TRIANGLE_BYTES ? readBinary(bytes, count, maxTriangles) : 'stl-too-long';
  }
  const answer = beginsWithSolid(bytes) ? readText(bytes, maxTriangles) : 'stl-unreadable';
  // No text contains a zero byte: this is a binary file.
  const isCut = count !== null && typeof answer === 'string' && bytes.subarray(0, HEADER_BYTES).includes(0);
  return isCut ? 'stl-size-mismatch' : answer;
}

function triangleCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(80, true);
}

/** Whether the count cannot be four letters of a text: its highest byte is 0 in every file that can be read. */
function isBinaryCount(bytes: Uint8Array): boolean {
  return bytes[83] === 0;
}

function readBinary(bytes: Uint8Array, count: number, maxTriangles: number): Corners | StlRefusal {
  if (count === 0) return 'stl-empty';
  if (count > maxTriangles) return 'stl-too-many-triangles';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const corners = new Float32Array(count * 9);
  let at = 0;
  const end = HEADER_BYTES + count * TRIANGLE_BYTES;
  for (let offset = HEADER_BYTES; offset < end; offset += TRIANGLE_BYTES) {
    // The normal (first 12 bytes) is skipped: it follows from the corners, and exporters often get it wrong.
    for (let byte = offset + 12; byte < offset + 48; byte += 4) {
      const value = view.getFloat32(byte, true);
      if (!Number.isFinite(value)) return 'stl-not-finite';
      corners[at++] = value;
    }
  }
  return corners;
}

function beginsWithSolid(bytes: Uint8Array): boolean {
  const words = new Words(bytes);
  return words.next() === 'solid';
}

const FACET_BEFORE = ['normal', '#', '#', '#', 'outer', 'loop'];
const FACET_CORNER = ['vertex', '@', '@', '@'];
const FACET = [...FACET_BEFORE, ...FACET_CORNER, ...FACET_CORNER, ...FACET_CORNER, 'endloop'];

/**
 * Parses `solid NAME`, facets, `endsolid NAME`; several solids may follow each other. Some programs write a name after
 * `endloop` and `endfacet` too: what follows them on their line is skipped.
 */
function readText(bytes: Uint8Array, maxTriangles: number): Corners | StlRefusal {
  const words = new Words(bytes);
  let corners = new Float32Array(9 * 1024);
  let at = 0;
  for (let word = words.next(); word !== ''; word = words.next()) {
    if (word === 'solid' || word === 'endsolid') {
      words.skipLine();
      continue;
    }
    if (word !== 'facet') {
      if (at > 0 && !words.isFirstOfLine) continue;
      return 'stl-unreadable';
    }
    if (at >= maxTriangles * 9) return 'stl-too-many-triangles';
    if (at + 9 > corners.length) {
      const grown = new Float32Array(corners.length * 2);
      grown.set(corners);
      corners = grown;
    }
    for (const expected of FACET) {
      const found = words.next();
      if (expected === '@') {
        corners[at] = Number(found);
        if (!Number.isFinite(corners[at])) return isNoNumber(found) ? 'stl-not-finite' : 'stl-unreadable';
        at += 1;
      } else if (expected === '#' ? found === '' : found !== expected) return 'stl-unreadable';
    }
    let end = words.next();
    while (end !== 'endfacet' && end !== '' && !words.isFirstOfLine) end = words.next();
    if (end !== 'endfacet') return 'stl-unreadable';
  }
  return at === 0 ? 'stl-empty' : corners.slice(0, at);
}

/** Tokens of a text in lower case, read in one pass. */
class Words {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Whether the last token is the first of its line. */
  isFirstOfLine = true;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    // Skips a byte order mark.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
  }

  /** The next token, or "" at the end. A token that is too long is OVERLONG. */
  next(): string {
    const bytes = this.#bytes;
    this.isFirstOfLine = this.#at === 0;
    for (; this.#at < bytes.length && isSpace(bytes[this.#at] ?? 0); this.#at++) {
      if (bytes[this.#at] === 10 || bytes[this.#at] === 13) this.isFirstOfLine = true;
    }
    const start = this.#at;
    const limit = Math.min(bytes.length, start + WORD_MAX);
    let word = '';
    while (this.#at < limit) {
      const byte = bytes[this.#at] ?? 0;
      if (isSpace(byte)) return word;
      word += String.fromCharCode(byte >= 65 && byte <= 90 ? byte + 32 : byte);
      this.#at += 1;
    }
    return this.#at < bytes.length && !isSpace(bytes[this.#at] ?? 0) ? OVERLONG : word;
  }

  skipLine(): void {
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== 10 && this.#bytes[this.#at] !== 13) {
      this.#at += 1;
    }
  }
}

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/**
 * A binary STL of these triangles, normals computed.
 * @param title at most 80 ASCII characters, not beginning with "solid", which some readers take for a text STL.
 * @throws RangeError for an invalid title or incomplete triangles.
 */
export function writeStl(corners: Float32Array, title: string): Uint8Array<ArrayBuffer> {
  if (corners.length % 9 !== 0) throw new RangeError(`not whole triangles: ${corners.length} numbers`);
  if (!/^[\x20-\x7e]{0,80}$/.test(title) || title.startsWith('solid')) {
    throw new RangeError(`not a title for a binary STL: ${title}`);
  }
  const count = corners.length / 9;
  const bytes = new Uint8Array(HEADER_BYTES + count * TRIANGLE_BYTES);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < title.length; index++) bytes[index] = title.charCodeAt(index);
  view.setUint32(80, count, true);
  for (let at = 0, offset = HEADER_BYTES; at < corners.length; at += 9, offset += TRIANGLE_BYTES) {
    const normal = normalAt(corners, at);
    view.setFloat32(offset, normal.x, true);
    view.setFloat32(offset + 4, normal.y, true);
    view.setFloat32(offset + 8, normal.z, true);
    for (let index = 0; index < 9; index++) {
      view.setFloat32(offset + 12 + index * 4, corners[at + index] ?? 0, true);
    }
  }
  return bytes;
}

/** The unit normal of the triangle at offset `at`; zero for one without area. */
function normalAt(corners: Float32Array, at: number): { x: number; y: number; z: number } {
  const ax = corners[at] ?? 0;
  const ay = corners[at + 1] ?? 0;
  const az = corners[at + 2] ?? 0;
  const ux = (corners[at + 3] ?? 0) - ax;
  const uy = (corners[at + 4] ?? 0) - ay;
  const uz = (corners[at + 5] ?? 0) - az;
  const vx = (corners[at + 6] ?? 0) - ax;
  const vy = (corners[at + 7] ?? 0) - ay;
  const vz = (corners[at + 8] ?? 0) - az;
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.hypot(x, y, z) || 1;
  return { x: x / length, y: y / length, z: z / length };
}
