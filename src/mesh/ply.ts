import { readDecimal } from './decimal.ts';
import { GrowingFloats, GrowingIndices } from './growing.ts';
import { type PlyElement, type PlyHeader, type PlyProperty, plyHeaderOf } from './ply-header.ts';
import { type Corners, MODEL_MAX_TRIANGLES } from './stl.ts';

export type PlyRefusal =
  /** No faces: a point cloud, or nothing. */
  | 'ply-empty'
  /** Not a PLY, or one without the usual elements. */
  | 'ply-unreadable'
  /** Fewer values than the header counts: truncated. */
  | 'ply-cut-off'
  /** A face refers to a missing vertex. */
  | 'ply-index'
  | 'ply-too-many-triangles'
  /** A coordinate is not a finite number. */
  | 'ply-not-finite';

/** Thrown while values are read; caught where the file is read. */
class Unfit {
  readonly refusal: PlyRefusal;
  constructor(refusal: PlyRefusal) {
    this.refusal = refusal;
  }
}

/** More vertices than the triangles could use are an attack, not a model. */
const PLACES_PER_TRIANGLE = 3;

/**
 * Reads the vertices and faces of a PLY, in text or binary of either byte order; colours, normals and other elements are
 * skipped. Polygons become triangle fans, and strips their triangles. PLY has no unit: numbers are millimetres. Time and memory are linear in the file
 * size, whatever the header counts.
 * @returns the corners, or why the file is refused.
 */
export function readPly(bytes: Uint8Array, maxTriangles = MODEL_MAX_TRIANGLES): Corners | PlyRefusal {
  if (bytes.length === 0) return 'ply-empty';
  const header = plyHeaderOf(bytes);
  if (header === null) return 'ply-unreadable';
  const read = (byLines: boolean) => readAs(bytes, header, maxTriangles, byLines);
  const whole = read(false);
  if (header.format !== 'ascii' || (typeof whole.corners !== 'string' && !whole.hasMore))
    return whole.corners;
  // MeshLab writes lines with more values than the header names. Others break lines where they like, so lines come second.
  const { corners } = read(true);
  return typeof corners === 'string' ? whole.corners : corners;
}

/** One reading. `hasMore` says that values are left behind the last one that the header counts. */
function readAs(
  bytes: Uint8Array,
  header: PlyHeader,
  maxTriangles: number,
  byLines: boolean,
): { corners: Corners | PlyRefusal; hasMore: boolean } {
  const reader = new PlyReader(bytes, header, maxTriangles, byLines);
  try {
    return { corners: reader.read(), hasMore: reader.hasMore() };
  } catch (reason) {
    if (reason instanceof Unfit) return { corners: reason.refusal, hasMore: false };
    throw reason;
  }
}

class PlyReader {
  readonly #values: Values;
  readonly #header: PlyHeader;
  readonly #maxTriangles: number;
  readonly #places = new GrowingFloats();
  readonly #indices = new GrowingIndices();
  #highest = -1;

  /** @param byLines whether each row of a text is one line, whose further values are passed over */
  constructor(bytes: Uint8Array, header: PlyHeader, maxTriangles: number, byLines: boolean) {
    this.#header = header;
    this.#maxTriangles = maxTriangles;
    this.#values =
      header.format === 'ascii'
        ? new TextValues(bytes, header.end, byLines)
        : new BinaryValues(bytes, header);
  }

  read(): Corners {
    for (const element of this.#header.elements) {
      if (element.name === 'vertex') this.#vertices(element);
      else if (element.name === 'face') this.#faces(element);
      else if (element.name === 'tristrips') this.#strips(element);
      else this.#skip(element);
    }
    if (this.#indices.length === 0) throw new Unfit('ply-empty');
    if (this.#highest * 3 >= this.#places.length) throw new Unfit('ply-index');
    const corners = new Float32Array(this.#indices.length * 3);
    for (let corner = 0; corner < this.#indices.length; corner++) {
      const from = this.#indices.at(corner) * 3;
      for (let axis = 0; axis < 3; axis++) corners[corner * 3 + axis] = this.#places.at(from + axis);
    }
    return corners;
  }

  #vertices({ count, properties }: PlyElement): void {
    if (count > this.#maxTriangles * PLACES_PER_TRIANGLE) throw new Unfit('ply-too-many-triangles');
    const axes = ['x', 'y', 'z'].map((axis) => properties.findIndex(({ name }) => name === axis));
    const isPlace = axes.every((at) => at >= 0 && properties[at]?.listOf === null);
    if (!isPlace || this.#places.length > 0) throw new Unfit('ply-unreadable');
    const place = [0, 0, 0];
    for (let vertex = 0; vertex < count; vertex++) {
      for (let at = 0; at < properties.length; at++) {
        const property = properties[at] as PlyProperty;
        const axis = axes.indexOf(at);
        if (axis < 0) this.#skipProperty(property);
        else place[axis] = this.#values.next(property.type);
      }
      for (const value of place) if (!this.#places.push(value)) throw new Unfit('ply-not-finite');
      this.#values.endRow();
    }
  }

  #faces({ count, properties }: PlyElement): void {
    if (count === 0) return;
    const isCorners = ({ name, listOf }: PlyProperty) =>
      listOf !== null && /^vertex_ind(ices|ex)$/.test(name);
    if (!properties.some(isCorners)) throw new Unfit('ply-unreadable');
    for (let face = 0; face < count; face++) {
      for (const property of properties) {
        if (isCorners(property)) this.#face(property);
        else this.#skipProperty(property);
      }
      this.#values.endRow();
    }
  }

  /** Strips of triangles, as scans of Stanford have them: each further corner makes one with the two before; -1 ends a strip. */
  #strips({ count, properties }: PlyElement): void {
    for (let row = 0; row < count; row++) {
      for (const property of properties) {
        if (property.name === 'vertex_indices' && property.listOf !== null) this.#strip(property);
        else this.#skipProperty(property);
      }
      if (properties.length === 0) return;
      this.#values.endRow();
    }
  }

  #strip({ type, listOf }: PlyProperty): void {
    const count = this.#length(listOf ?? type);
    let [before, last] = [-1, -1];
    let length = 0;
    for (let at = 0; at < count; at++) {
      const index = this.#values.next(type);
      if (index === -1) {
        length = 0;
        continue;
      }
      if (!Number.isInteger(index) || index < 0) throw new Unfit('ply-index');
      if (index > this.#highest) this.#highest = index;
      length += 1;
      // A corner that stands twice only leads the strip on.
      if (length >= 3 && index !== last && index !== before && before !== last) {
        // Every second triangle of a strip is turned.
        const [first, second] = length % 2 === 1 ? [before, last] : [last, before];
        this.#triangle(first, second, index);
      }
      [before, last] = [last, index];
    }
  }

  #triangle(first: number, second: number, third: number): void {
    if (this.#indices.length >= this.#maxTriangles * 3) throw new Unfit('ply-too-many-triangles');
    this.#indices.push(first);
    this.#indices.push(second);
    this.#indices.push(third);
  }

  /** Whether values are left behind the last one that the header counts. */
  hasMore(): boolean {
    try {
      this.#values.next('int8');
      return true;
    } catch (reason) {
      if (reason instanceof Unfit) return false;
      throw reason;
    }
  }

  #face({ type, listOf }: PlyProperty): void {
    const count = this.#length(listOf ?? type);
    let first = 0;
    let previous = 0;
    for (let at = 0; at < count; at++) {
      const index = this.#values.next(type);
      if (!Number.isInteger(index) || index < 0) throw new Unfit('ply-index');
      if (index > this.#highest) this.#highest = index;
      if (at === 0) first = index;
      if (at >= 2) this.#triangle(first, previous, index);
      previous = index;
    }
  }

  #skip({ count, properties }: PlyElement): void {
    // Without properties nothing is read, so that a count of billions would only take time.
    if (properties.length === 0) return;
    for (let row = 0; row < count; row++) {
      for (const property of properties) this.#skipProperty(property);
      this.#values.endRow();
    }
  }

  #skipProperty({ type, listOf }: PlyProperty): void {
    const count = listOf === null ? 1 : this.#length(listOf);
    for (let at = 0; at < count; at++) this.#values.next(type);
  }

  /** How many values a list has. */
  #length(type: PlyProperty['type']): number {
    const count = this.#values.next(type);
    if (!Number.isInteger(count) || count < 0) throw new Unfit('ply-unreadable');
    return count;
  }
}

/** The values behind the header, one after the other. */
interface Values {
  /** @throws Unfit at the end of the file, so that every loop over a count ends there */
  next(type: PlyProperty['type']): number;
  /** Called behind the last value of a row. */
  endRow(): void;
}

class TextValues implements Values {
  readonly #bytes: Uint8Array;
  readonly #byLines: boolean;
  #at: number;

  constructor(bytes: Uint8Array, at: number, byLines: boolean) {
    this.#bytes = bytes;
    this.#at = at;
    this.#byLines = byLines;
  }

  endRow(): void {
    if (!this.#byLines) return;
    while (this.#at < this.#bytes.length && !isLineEnd(this.#bytes[this.#at] ?? 0)) this.#at += 1;
  }

  next(): number {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && isSpace(bytes[this.#at] ?? 0)) this.#at += 1;
    const from = this.#at;
    while (this.#at < bytes.length && !isSpace(bytes[this.#at] ?? 0)) this.#at += 1;
    if (from === this.#at) throw new Unfit('ply-cut-off');
    return readDecimal(bytes, from, this.#at);
  }
}

const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13;

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

class BinaryValues implements Values {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  #at: number;

  constructor(bytes: Uint8Array, { end, format }: PlyHeader) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#isLittle = format === 'binary_little_endian';
    this.#at = end;
  }

  /** Rows follow each other without anything between. */
  endRow(): void {
    return;
  }

  next(type: PlyProperty['type']): number {
    const at = this.#at;
    this.#at += BYTES[type];
    if (this.#at > this.#view.byteLength) throw new Unfit('ply-cut-off');
    switch (type) {
      case 'int8':
        return this.#view.getInt8(at);
      case 'uint8':
        return this.#view.getUint8(at);
      case 'int16':
        return this.#view.getInt16(at, this.#isLittle);
      case 'uint16':
        return this.#view.getUint16(at, this.#isLittle);
      case 'int32':
        return this.#view.getInt32(at, this.#isLittle);
      case 'uint32':
        return this.#view.getUint32(at, this.#isLittle);
      case 'float32':
        return this.#view.getFloat32(at, this.#isLittle);
      case 'float64':
        return this.#view.getFloat64(at, this.#isLittle);
    }
  }
}

const BYTES: Record<PlyProperty['type'], number> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};
