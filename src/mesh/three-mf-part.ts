import { DecodeUTF8 } from 'fflate';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { GrowingFloats, GrowingIndices } from './growing.ts';
import { unpack } from './unpack.ts';
import type { ZipEntry } from './zip-directory.ts';

export type PartRefusal =
  | '3mf-unreadable'
  | '3mf-doctype'
  | '3mf-not-finite'
  | '3mf-too-many-triangles'
  /** An object has a shape that is not made of triangles, such as a beam lattice. */
  | '3mf-shape'
  /** It cannot be understood without an extension that is not in KNOWN_EXTENSIONS. */
  | '3mf-extension';

/** Thrown for an invalid part of a 3MF; caught where the file is read. */
export class PartUnfit {
  readonly refusal: PartRefusal;
  constructor(refusal: PartRefusal) {
    this.refusal = refusal;
  }
}

/** A placed object: `matrix` is the 3MF transform of twelve numbers, row by row, or null. */
export interface Placed {
  objectId: string;
  /** The part that contains the object, if it is another one. */
  part: string | null;
  matrix: number[] | null;
}

/** An object of the model: a mesh (a range of the shared pool), or an assembly of other objects. */
export interface ObjectOfPart {
  firstPlace: number;
  firstTriangle: number;
  triangles: number;
  /** Whether its shape is more than its triangles; see SHAPE_EXTENSIONS. */
  hasOtherShape: boolean;
  components: Placed[];
}

export interface ModelPart {
  /** The size of its unit in millimetres. */
  unitMm: number;
  objects: Map<string, ObjectOfPart>;
  build: Placed[];
}

/** The shared mesh pool of all parts: x, y, z per vertex, and three vertex indices per triangle. */
export class MeshPool {
  readonly places = new GrowingFloats();
  /** Relative to the first vertex of the object. */
  readonly triangles = new GrowingIndices();
  readonly maxTriangles: number;
  /** Number of objects, components and items so far. */
  kept = 0;
  constructor(maxTriangles: number) {
    this.maxTriangles = maxTriangles;
  }
}

/** Elements of the consortium's extensions that describe a shape without triangles: lattices, fields, displacement. */
const SHAPE_EXTENSIONS: readonly string[] = ['beamlattice', 'levelset', 'booleanshape', 'displacementmesh'];

const CONSORTIUM = 'http://schemas.microsoft.com/3dmanufacturing';
/** Extensions that are read, or that leave the shape as it is: parts in several files, materials, named sets of triangles. */
const KNOWN_EXTENSIONS: readonly (string | undefined)[] = [
  `${CONSORTIUM}/core/2015/02`,
  `${CONSORTIUM}/production/2015/06`,
  `${CONSORTIUM}/material/2015/02`,
  `${CONSORTIUM}/trianglesets/2021/07`,
];

const UNITS_MM: Record<string, number> = {
  micron: 0.001,
  millimeter: 1,
  centimeter: 10,
  inch: 25.4,
  foot: 304.8,
  meter: 1000,
};
/** Maximum nesting, because open tags are held in memory. */
const DEPTH_MAX = 32;
/** Maximum bytes between two tags, because they are held in memory. */
const SILENCE_MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of objects and components, which are stored individually. */
const OBJECTS_MAX = 100_000;
const PIECE_BYTES = 64 * 1024;

/**
 * Streams the XML of a part as it is unpacked.
 * @throws PartUnfit
 */
export function eachTag(
  entry: ZipEntry,
  opened: (tag: SaxesTagPlain, depth: number) => void,
  closed: (name: string) => void = () => undefined,
): void {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  let silence = 0;
  parser.on('error', () => {
    throw new PartUnfit('3mf-unreadable');
  });
  // No 3MF needs a doctype, and XML attacks start with one.
  parser.on('doctype', () => {
    throw new PartUnfit('3mf-doctype');
  });
  parser.on('opentag', (tag) => {
    silence = 0;
    depth += 1;
    if (depth > DEPTH_MAX) throw new PartUnfit('3mf-unreadable');
    opened(tag, depth);
  });
  parser.on('closetag', ({ name }) => {
    silence = 0;
    depth -= 1;
    closed(name);
  });
  const text = new DecodeUTF8((piece) => parser.write(piece));
  const whole = unpack(entry, (piece) => {
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      silence += PIECE_BYTES;
      if (silence > SILENCE_MAX_BYTES) throw new PartUnfit('3mf-unreadable');
      text.push(piece.subarray(at, at + PIECE_BYTES));
    }
  });
  if (!whole) throw new PartUnfit('3mf-unreadable');
  parser.close();
}

/**
 * Reads one model part of a 3MF (core specification 1.3, and the production extension's paths). Other extensions are
 * skipped, and a part that requires one that is not known is refused, as the core specification demands in "Model".
 * @throws PartUnfit
 */
export function readPart(entry: ZipEntry, pool: MeshPool): ModelPart {
  const part: ModelPart = { unitMm: 1, objects: new Map(), build: [] };
  const reading = new PartReading(part, pool);
  let prefix: string | null = null;
  let isUnderstood = true;
  eachTag(
    entry,
    (tag) => {
      if (prefix === null) {
        // The prefix of the root element is the core namespace; other prefixes are extensions.
        const colon = tag.name.indexOf(':');
        prefix = tag.name.slice(0, colon + 1);
        if (tag.name.slice(colon + 1) !== 'model') throw new PartUnfit('3mf-unreadable');
        isUnderstood = requiredExtensions(tag.attributes).every((name) => KNOWN_EXTENSIONS.includes(name));
      }
      const local = tag.name.slice(tag.name.indexOf(':') + 1);
      if (SHAPE_EXTENSIONS.includes(local)) reading.otherShape();
      if (tag.name.startsWith(prefix)) reading.opened(tag.name.slice(prefix.length), tag.attributes);
    },
    (name) => {
      if (prefix !== null && name === `${prefix}object`) reading.objectClosed();
    },
  );
  if (!isUnderstood) {
    const hasOtherShape = [...part.objects.values()].some((object) => object.hasOtherShape);
    throw new PartUnfit(hasOtherShape ? '3mf-shape' : '3mf-extension');
  }
  return part;
}

type Attributes = Record<string, string>;

/** The namespaces of the extensions without which a model must not be read; undefined for a prefix without a namespace. */
function requiredExtensions(model: Attributes): (string | undefined)[] {
  const prefixes = (model['requiredextensions'] ?? '').split(/\s+/).filter((prefix) => prefix !== '');
  return prefixes.map((prefix) => model[['xmlns', prefix].join(':')]?.trim());
}

class PartReading {
  readonly #part: ModelPart;
  readonly #pool: MeshPool;
  #object: ObjectOfPart | null = null;

  constructor(part: ModelPart, pool: MeshPool) {
    this.#part = part;
    this.#pool = pool;
  }

  opened(name: string, attributes: Attributes): void {
    // The most frequent elements first.
    if (name === 'vertex') this.#vertex(attributes);
    else if (name === 'triangle') this.#triangle(attributes);
    else if (name === 'object') this.#objectOpened(attributes);
    else if (name === 'component') this.#object?.components.push(this.#placed(attributes));
    else if (name === 'item') this.#part.build.push(this.#placed(attributes));
    else if (name === 'model') {
      const unit = attributes['unit'] ?? 'millimeter';
      if (!Object.hasOwn(UNITS_MM, unit)) throw new PartUnfit('3mf-unreadable');
      this.#part.unitMm = UNITS_MM[unit] ?? 1;
    }
  }

  #objectOpened(attributes: Attributes): void {
    const id = attributes['id'] ?? '';
    if (this.#object || id === '' || this.#part.objects.has(id)) throw new PartUnfit('3mf-unreadable');
    this.#keep();
    this.#object = {
      firstPlace: this.#pool.places.length / 3,
      firstTriangle: this.#pool.triangles.length / 3,
      triangles: 0,
      hasOtherShape: false,
      components: [],
    };
    this.#part.objects.set(id, this.#object);
  }

  /** The open object has a shape that is not made of triangles. */
  otherShape(): void {
    if (this.#object) this.#object.hasOtherShape = true;
  }

  /** Once the object is complete, checks that every index is a vertex of it. */
  objectClosed(): void {
    const object = this.#object;
    if (!object) return;
    const { triangles, places } = this.#pool;
    const count = places.length / 3 - object.firstPlace;
    for (let at = object.firstTriangle * 3; at < triangles.length; at++) {
      if (triangles.at(at) >= count) throw new PartUnfit('3mf-unreadable');
    }
    object.triangles = triangles.length / 3 - object.firstTriangle;
    this.#object = null;
  }

  #vertex({ x, y, z }: Attributes): void {
    const { places, maxTriangles } = this.#pool;
    if (!this.#object) return;
    if (places.length >= maxTriangles * 9) throw new PartUnfit('3mf-too-many-triangles');
    for (const value of [x, y, z]) {
      if (!value) throw new PartUnfit('3mf-unreadable');
      if (!places.push(Number(value))) throw new PartUnfit('3mf-not-finite');
    }
  }

  #triangle({ v1, v2, v3 }: Attributes): void {
    const { triangles, maxTriangles } = this.#pool;
    if (!this.#object) return;
    if (triangles.length >= maxTriangles * 3) throw new PartUnfit('3mf-too-many-triangles');
    for (const value of [v1, v2, v3]) {
      const index = value ? Number(value) : Number.NaN;
      if (!(Number.isInteger(index) && index >= 0 && index < 2 ** 32)) throw new PartUnfit('3mf-unreadable');
      triangles.push(index);
    }
  }

  #placed(attributes: Attributes): Placed {
    this.#keep();
    const objectId = attributes['objectid'];
    if (!objectId) throw new PartUnfit('3mf-unreadable');
    const path = Object.keys(attributes).find((name) => name.endsWith(':path'));
    const transform = attributes['transform'];
    return {
      objectId,
      part: (path === undefined ? undefined : attributes[path]) ?? null,
      matrix: transform === undefined ? null : matrixOf(transform),
    };
  }

  #keep(): void {
    this.#pool.kept += 1;
    if (this.#pool.kept > OBJECTS_MAX) throw new PartUnfit('3mf-unreadable');
  }
}

function matrixOf(text: string): number[] {
  const matrix = text.trim().split(/\s+/, 13).map(Number);
  if (matrix.length !== 12) throw new PartUnfit('3mf-unreadable');
  if (!matrix.every(Number.isFinite)) throw new PartUnfit('3mf-not-finite');
  return matrix;
}
