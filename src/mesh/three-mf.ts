import { type Corners, MODEL_MAX_TRIANGLES } from './stl.ts';
import {
  eachTag,
  MeshPool,
  type ModelPart,
  type ObjectOfPart,
  type PartRefusal,
  PartUnfit,
  type Placed,
  readPart,
} from './three-mf-part.ts';
import { readZipDirectory, type ZipEntry, type ZipLimits } from './zip-directory.ts';
import type { ZipRefusal } from './zip-records.ts';

export type ThreeMfRefusal =
  | PartRefusal
  | `3mf-${ZipRefusal}`
  /** Nothing on the build plate. */
  | '3mf-empty'
  /** An object includes itself. */
  | '3mf-cycle';

/** Enough for a 3MF of ten million triangles. */
export const THREE_MF_LIMITS: ZipLimits = { entries: 2000, unpackedBytes: 1024 * 1024 * 1024, ratio: 100 };

/** Maximum nesting of components, deeper than any program uses. */
const NESTING_MAX = 32;
const RELATIONSHIPS = '_rels/.rels';
/** Microsoft's and the consortium's relationship of the first part, by its end. */
const IS_MODEL = /\/3dmodel$/;
const USUAL_PART = '3d/3dmodel.model';

class Unfit {
  readonly refusal: ThreeMfRefusal;
  constructor(refusal: ThreeMfRefusal) {
    this.refusal = refusal;
  }
}

/**
 * Reads the build plate of a 3MF in millimetres: every item with its components, transforms and unit. Time and memory are
 * linear in the unpacked size, which is limited before anything is unpacked.
 * @returns the corners, or why the file is refused.
 */
export function readThreeMf(
  bytes: Uint8Array,
  maxTriangles = MODEL_MAX_TRIANGLES,
  limits = THREE_MF_LIMITS,
): Corners | ThreeMfRefusal {
  const entries = readZipDirectory(bytes, limits);
  if (typeof entries === 'string') return `3mf-${entries}`;
  try {
    return new Plate(entries, maxTriangles).corners();
  } catch (reason) {
    if (reason instanceof Unfit || reason instanceof PartUnfit) return reason.refusal;
    throw reason;
  }
}

/** An object and the part that contains it. */
interface Found {
  object: ObjectOfPart;
  /** Its components are looked up here. */
  part: string;
}

class Plate {
  readonly #entries: Map<string, ZipEntry>;
  readonly #parts = new Map<string, ModelPart>();
  readonly #pool: MeshPool;
  /** Triangle count per object, including components; null while it is being counted. */
  readonly #counts = new Map<ObjectOfPart, number | null>();
  readonly #maxTriangles: number;

  constructor(entries: ZipEntry[], maxTriangles: number) {
    // Part names are case-insensitive (Open Packaging Conventions).
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
    this.#pool = new MeshPool(maxTriangles);
    this.#maxTriangles = maxTriangles;
  }

  corners(): Corners {
    const root = this.#rootPart();
    const { build, unitMm } = this.#part(root);
    let count = 0;
    for (const item of build) {
      count += this.#count(this.#find(item, root), 0);
      if (count > this.#maxTriangles) throw new Unfit('3mf-too-many-triangles');
    }
    if (count === 0) throw new Unfit('3mf-empty');
    const corners = new Float32Array(count * 9);
    const toMm = [unitMm, 0, 0, 0, unitMm, 0, 0, 0, unitMm, 0, 0, 0];
    let at = 0;
    for (const item of build)
      at = this.#place(this.#find(item, root), chained(item.matrix, toMm), corners, at);
    if (!corners.every(Number.isFinite)) throw new Unfit('3mf-not-finite');
    return corners;
  }

  #rootPart(): string {
    const relationships = this.#entries.get(RELATIONSHIPS);
    let target: string | null = null;
    if (relationships) {
      eachTag(relationships, ({ attributes }) => {
        if (IS_MODEL.test(attributes['Type'] ?? '')) target ??= attributes['Target'] ?? null;
      });
    }
    return target === null ? USUAL_PART : partName(target);
  }

  #part(name: string): ModelPart {
    const known = this.#parts.get(name);
    if (known) return known;
    const entry = this.#entries.get(name);
    if (!entry) throw new Unfit('3mf-unreadable');
    const part = readPart(entry, this.#pool);
    this.#parts.set(name, part);
    return part;
  }

  #find({ objectId, part }: Placed, from: string): Found {
    const name = part === null ? from : partName(part);
    const object = this.#part(name).objects.get(objectId);
    if (!object) throw new Unfit('3mf-unreadable');
    return { object, part: name };
  }

  /** Counts triangles before anything is built, so that nested copies are refused cheaply. */
  #count({ object, part }: Found, depth: number): number {
    const known = this.#counts.get(object);
    if (known === null) throw new Unfit('3mf-cycle');
    if (known !== undefined) return known;
    if (depth > NESTING_MAX) throw new Unfit('3mf-unreadable');
    // Its triangles alone would be measured wrongly.
    if (object.hasOtherShape) throw new Unfit('3mf-shape');
    this.#counts.set(object, null);
    let count = object.triangles;
    // Skips empty objects, which could be placed thousands of times.
    object.components = object.components.filter((component) => {
      const triangles = this.#count(this.#find(component, part), depth + 1);
      count += triangles;
      return triangles > 0;
    });
    if (count > this.#maxTriangles) throw new Unfit('3mf-too-many-triangles');
    this.#counts.set(object, count);
    return count;
  }

  /** Writes an object's triangles from `at` on and returns the end offset. */
  #place({ object, part }: Found, matrix: number[], corners: Corners, at: number): number {
    let next = this.#placeMesh(object, matrix, corners, at);
    for (const component of object.components) {
      next = this.#place(this.#find(component, part), chained(component.matrix, matrix), corners, next);
    }
    return next;
  }

  #placeMesh(object: ObjectOfPart, matrix: number[], corners: Corners, from: number): number {
    const { places, triangles } = this.#pool;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, tx = 0, ty = 0, tz = 0] = matrix;
    // A mirrored object would be inside out, so reverse its corners.
    const mirrored = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0;
    let at = from;
    for (
      let triangle = object.firstTriangle;
      triangle < object.firstTriangle + object.triangles;
      triangle++
    ) {
      for (let corner = 0; corner < 3; corner++) {
        const index = triangles.at(triangle * 3 + (mirrored ? 2 - corner : corner));
        const place = (object.firstPlace + index) * 3;
        const x = places.at(place);
        const y = places.at(place + 1);
        const z = places.at(place + 2);
        corners[at++] = x * a + y * d + z * g + tx;
        corners[at++] = x * b + y * e + z * h + ty;
        corners[at++] = x * c + y * f + z * i + tz;
      }
    }
    return at;
  }
}

/** A part name such as "/3D/3dmodel.model" as a directory key, in lower case. */
function partName(target: string): string {
  return target.replace(/^\//, '').toLowerCase();
}

/** First `inner`, then `outer`: row vectors times 3MF matrices (three rows of a linear map, then the shift). */
function chained(inner: number[] | null, outer: number[]): number[] {
  if (inner === null) return outer;
  const at = (matrix: number[], row: number, column: number) => matrix[row * 3 + column] ?? 0;
  return Array.from({ length: 12 }, (_, index) => {
    const row = Math.floor(index / 3);
    const column = index % 3;
    let sum = row === 3 ? at(outer, 3, column) : 0;
    for (let k = 0; k < 3; k++) sum += at(inner, row, k) * at(outer, k, column);
    return sum;
  });
}
