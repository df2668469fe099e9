import { isNoNumber, readDecimal, wordOf } from './decimal.ts';
import { GrowingFloats, GrowingIndices } from './growing.ts';
import { type Corners, MODEL_MAX_TRIANGLES } from './stl.ts';

export type ObjRefusal =
  /** No faces. */
  | 'obj-empty'
  /** Not an OBJ, or invalid vertex or face lines. */
  | 'obj-unreadable'
  /** A coordinate is not written as a decimal number. */
  | 'obj-number'
  /** A face refers to a missing vertex. */
  | 'obj-index'
  | 'obj-too-many-triangles'
  /** A coordinate is not a finite number. */
  | 'obj-not-finite';

/**
 * Reads the vertices and faces of a Wavefront OBJ; normals, textures, groups, materials, lines and points are skipped.
 * Polygons become triangle fans. OBJ has no unit: numbers are millimetres. UTF-16 is read if it has a byte order mark. Time
 * and memory are linear in the file size.
 * @returns the corners, or why the file is refused.
 */
export function readObj(bytes: Uint8Array, maxTriangles = MODEL_MAX_TRIANGLES): Corners | ObjRefusal {
  return new ObjReader(narrowed(bytes), maxTriangles).read();
}

/** A UTF-16 text as one byte per character, "?" for those outside ASCII, which only names contain; others as they are. */
function narrowed(bytes: Uint8Array): Uint8Array {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isLittle && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return bytes;
  const [low, high] = isLittle ? [0, 1] : [1, 0];
  const text = new Uint8Array(Math.floor(bytes.length / 2) - 1);
  for (let at = 0; at < text.length; at++) {
    const from = at * 2 + 2;
    const code = bytes[from + low] ?? 0;
    text[at] = bytes[from + high] === 0 && code < 128 ? code : QUESTION_MARK;
  }
  return text;
}

/** More vertices than the triangles could use are an attack, not a model. */
const PLACES_PER_TRIANGLE = 3;

class ObjReader {
  readonly #bytes: Uint8Array;
  readonly #maxTriangles: number;
  readonly #places = new GrowingFloats();
  readonly #indices = new GrowingIndices();
  /** The highest vertex index of any face. */
  #highest = -1;
  #at = 0;
  #wordStart = 0;

  constructor(bytes: Uint8Array, maxTriangles: number) {
    this.#bytes = bytes;
    this.#maxTriangles = maxTriangles;
    // Skips a byte order mark.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
  }

  read(): Corners | ObjRefusal {
    while (this.#at < this.#bytes.length) {
      this.#skipBlanks();
      const refusal = this.#line();
      if (refusal) return refusal;
    }
    if (this.#indices.length === 0) return 'obj-empty';
    // Faces may precede their vertices, so check at the end.
    if (this.#highest * 3 >= this.#places.length) return 'obj-index';
    const corners = new Float32Array(this.#indices.length * 3);
    for (let corner = 0; corner < this.#indices.length; corner++) {
      const from = this.#indices.at(corner) * 3;
      for (let axis = 0; axis < 3; axis++) corners[corner * 3 + axis] = this.#places.at(from + axis);
    }
    return corners;
  }

  #line(): ObjRefusal | null {
    const keyword = this.#bytes[this.#at];
    const alone = isBlank(this.#bytes[this.#at + 1] ?? NEWLINE);
    if (alone && (keyword === LETTER_V || keyword === LETTER_F)) {
      this.#at += 1;
      const refusal = keyword === LETTER_V ? this.#vertex() : this.#face();
      if (refusal) return refusal;
    }
    return this.#skipLine() ? null : 'obj-unreadable';
  }

  #vertex(): ObjRefusal | null {
    if (this.#places.length >= this.#maxTriangles * PLACES_PER_TRIANGLE * 3) return 'obj-too-many-triangles';
    for (let axis = 0; axis < 3; axis++) {
      const to = this.#word();
      if (!this.#places.push(readDecimal(this.#bytes, this.#wordStart, to))) {
        const word = wordOf(this.#bytes, this.#wordStart, to);
        if (isNoNumber(word)) return 'obj-not-finite';
        return /^[+-]?\.?\d/.test(word) ? 'obj-number' : 'obj-unreadable';
      }
    }
    return null;
  }

  #face(): ObjRefusal | null {
    let first = 0;
    let previous = 0;
    let count = 0;
    for (let to = this.#word(); to > this.#wordStart; to = this.#word()) {
      const index = this.#index(this.#wordStart, to);
      if (typeof index === 'string') return index;
      if (count === 0) first = index;
      if (count >= 2) {
        if (this.#indices.length >= this.#maxTriangles * 3) return 'obj-too-many-triangles';
        this.#indices.push(first);
        this.#indices.push(previous);
        this.#indices.push(index);
      }
      previous = index;
      count += 1;
    }
    return null;
  }

  /** The vertex index of a face corner, from 0: "7", "7/1", "7//3", "-1/-1/-1". */
  #index(from: number, to: number): number | ObjRefusal {
    let end = from;
    while (end < to && this.#bytes[end] !== SLASH) end += 1;
    const named = readDecimal(this.#bytes, from, end);
    if (!Number.isInteger(named)) return 'obj-unreadable';
    const index = named < 0 ? this.#places.length / 3 + named : named - 1;
    if (index < 0 || index > MOST) return 'obj-index';
    if (index > this.#highest) this.#highest = index;
    return index;
  }

  /** Moves past the next token of the line and returns its end; the token is empty at the end of the line. */
  #word(): number {
    this.#skipBlanks();
    this.#wordStart = this.#at;
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at] ?? 0;
      if (isBlank(byte) || byte === NEWLINE || byte === RETURN || byte === HASH) break;
      this.#at += 1;
    }
    return this.#at;
  }

  /** A line that ends in a backslash continues on the next one. */
  #skipBlanks(): void {
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at] ?? 0;
      if (isBlank(byte)) this.#at += 1;
      else if (byte === BACKSLASH && this.#bytes[this.#at + 1] === NEWLINE) this.#at += 2;
      else if (byte === BACKSLASH && this.#bytes[this.#at + 1] === RETURN) this.#at += 3;
      else return;
    }
  }

  /** @returns false if the line contains a zero byte, so is not text. */
  #skipLine(): boolean {
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at++];
      if (byte === NEWLINE || byte === RETURN) return true;
      if (byte === 0) return false;
    }
    return true;
  }
}

const NEWLINE = 10;
const RETURN = 13;
const HASH = 35;
const SLASH = 47;
const QUESTION_MARK = 63;
const BACKSLASH = 92;
const LETTER_F = 102;
const LETTER_V = 118;
/** Indices are stored in 32 bits. */
const MOST = 2 ** 32 - 1;

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9;
}
