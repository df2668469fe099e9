import { readGlb } from './glb.ts';
import type { GlbRefusal } from './glb-file.ts';
import { type ObjRefusal, readObj } from './obj.ts';
import { type PlyRefusal, readPly } from './ply.ts';
import { type Corners, MODEL_MAX_TRIANGLES, readStl, type StlRefusal } from './stl.ts';
import { readThreeMf, type ThreeMfRefusal } from './three-mf.ts';

interface Format {
  /** Nine numbers for each triangle in millimetres, or why the file is refused. */
  read(bytes: Uint8Array, maxTriangles: number): Corners | ModelRefusal;
  /** Whether the content is clearly of another format. */
  isOther(bytes: Uint8Array): boolean;
  /** Whether it is read before that is looked at. */
  readsFirst?: boolean;
}

/** Formats of models that are read and measured, by file extension. */
const FORMATS = {
  // Read first: the 80 header bytes of a binary STL are arbitrary.
  stl: { read: readStl, isOther: isZip, readsFirst: true },
  // "solid" starts a text STL and is not valid in OBJ.
  obj: { read: readObj, isOther: (bytes) => isZip(bytes) || begins(bytes, 'solid') },
  '3mf': { read: readThreeMf, isOther: (bytes) => bytes.length > 0 && !isZip(bytes) },
  glb: { read: readGlb, isOther: (bytes) => bytes.length > 0 && !begins(bytes, 'glTF') },
  ply: { read: readPly, isOther: (bytes) => bytes.length > 0 && !begins(bytes, 'ply') },
} as const satisfies Record<string, Format>;
export type ModelKind = keyof typeof FORMATS;
export const MODEL_KINDS = Object.keys(FORMATS) as ModelKind[];

export type ModelRefusal =
  | StlRefusal
  | ObjRefusal
  | ThreeMfRefusal
  | GlbRefusal
  | PlyRefusal
  /** The content does not match the name. */
  | 'model-kind-mismatch';

/** The kind of a file by its extension, or null. */
export function modelKindOf(name: string): ModelKind | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return MODEL_KINDS.find((kind) => kind === ending) ?? null;
}

/**
 * Reads a model file of the kind its name claims, unless its content is clearly of another kind.
 * @returns nine numbers per triangle in millimetres (see `Corners`), or why the file is refused.
 */
export function readModel(
  bytes: Uint8Array,
  kind: ModelKind,
  maxTriangles = MODEL_MAX_TRIANGLES,
): Corners | ModelRefusal {
  const { read, isOther, readsFirst = false }: Format = FORMATS[kind];
  if (!readsFirst && isOther(bytes)) return 'model-kind-mismatch';
  const corners = read(bytes, maxTriangles);
  return readsFirst && typeof corners === 'string' && isOther(bytes) ? 'model-kind-mismatch' : corners;
}

function isZip(bytes: Uint8Array): boolean {
  return begins(bytes, 'PK\x03\x04');
}

/** Whether a file begins with this ASCII text. */
function begins(bytes: Uint8Array, text: string): boolean {
  return [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));
}
