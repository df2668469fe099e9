import { strFromU8 } from 'fflate';

export type GlbRefusal =
  /** No triangles in the scene. */
  | 'glb-empty'
  /** Not a GLB of version 2, or invalid. */
  | 'glb-unreadable'
  /** Fewer bytes than it says. */
  | 'glb-cut-off'
  /** Compressed with Draco or meshopt. */
  | 'glb-compressed'
  /** Its geometry is in another file. */
  | 'glb-external'
  /** Bones or morph targets change its shape. */
  | 'glb-posed'
  | 'glb-too-many-triangles'
  /** A coordinate is not a finite number. */
  | 'glb-not-finite';

/** Thrown for an invalid GLB; caught where the file is read. */
export class GlbUnfit {
  readonly refusal: GlbRefusal;
  constructor(refusal: GlbRefusal) {
    this.refusal = refusal;
  }
}

/** An object of glTF as it was written: every field is checked where it is read. */
export type Json = Record<string, unknown>;

/** A description longer than this is no model: geometry is in the binary part. */
const JSON_MAX_BYTES = 16 * 1024 * 1024;
const HEADER_BYTES = 12;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** The two parts of a GLB: the description, and the bytes of its buffer (empty if there are none). */
export interface GlbParts {
  json: Json;
  binary: DataView;
}

/**
 * Takes a GLB of version 2 apart.
 * @throws GlbUnfit
 */
export function glbParts(bytes: Uint8Array): GlbParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.byteLength < HEADER_BYTES + 8 || view.getUint32(4, true) !== 2)
    throw new GlbUnfit('glb-unreadable');
  if (view.getUint32(8, true) > view.byteLength) throw new GlbUnfit('glb-cut-off');
  const description = chunkAt(view, HEADER_BYTES, JSON_CHUNK);
  if (!description || description.byteLength > JSON_MAX_BYTES) throw new GlbUnfit('glb-unreadable');
  const end = HEADER_BYTES + 8 + description.byteLength;
  // Some exporters forget to fill a chunk up to a multiple of four bytes: then the next one begins right behind it.
  const binary =
    chunkAt(view, Math.ceil(end / 4) * 4, BINARY_CHUNK) ??
    chunkAt(view, end, BINARY_CHUNK) ??
    new DataView(new ArrayBuffer(0));
  return {
    json: parsed(bytes.subarray(HEADER_BYTES + 8, HEADER_BYTES + 8 + description.byteLength)),
    binary,
  };
}

/** The content of the chunk at an offset; null if another kind of chunk, or nothing, is there. */
function chunkAt(view: DataView, at: number, kind: number): DataView | null {
  if (at + 8 > view.byteLength || view.getUint32(at + 4, true) !== kind) return null;
  const length = view.getUint32(at, true);
  if (at + 8 + length > view.byteLength) throw new GlbUnfit('glb-cut-off');
  return new DataView(view.buffer, view.byteOffset + at + 8, length);
}

function parsed(bytes: Uint8Array): Json {
  try {
    return jsonOf(JSON.parse(strFromU8(bytes)));
  } catch {
    throw new GlbUnfit('glb-unreadable');
  }
}

/** An object, or an empty one where the field is absent. @throws GlbUnfit for anything else */
export function jsonOf(value: unknown): Json {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GlbUnfit('glb-unreadable');
  return value as Json;
}

/** A list, or an empty one where the field is absent. @throws GlbUnfit for anything else */
export function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new GlbUnfit('glb-unreadable');
  return value;
}

/** A whole number from 0 on. @throws GlbUnfit for anything else, and for an absent field without a default */
export function wholeOf(value: unknown, absent?: number): number {
  const number = value === undefined ? absent : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0)
    throw new GlbUnfit('glb-unreadable');
  return number;
}

/** So many finite numbers, or the default where the field is absent. @throws GlbUnfit for anything else */
export function numbersOf(value: unknown, absent: readonly number[]): readonly number[] {
  if (value === undefined) return absent;
  const numbers = listOf(value);
  if (numbers.length !== absent.length || !numbers.every(Number.isFinite))
    throw new GlbUnfit('glb-unreadable');
  return numbers as number[];
}

/** The entry of a list of the description, such as `meshes`, by its index. @throws GlbUnfit if there is none */
export function entryOf(json: Json, list: string, index: unknown): Json {
  const entry = listOf(json[list])[wholeOf(index)];
  if (entry === undefined) throw new GlbUnfit('glb-unreadable');
  return jsonOf(entry);
}
