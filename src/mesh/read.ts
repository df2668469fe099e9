import { readGlb } from './glb.ts';
import type { GlbRefusal } from './glb-file.ts';
import { type ObjRefusal, readObj } from './obj.ts';
import { type PlyRefusal, readPly } from './ply.ts';
import { type Corners, MODEL_MAX_TRIANGLES, readStl, type StlRefusal } from './stl.ts';
import { readThreeMf, type ThreeMfRefusal } from './three-mf.ts';

/** Model file kinds that are read and measured, by file extension. */
const MODEL_KINDS = ['stl', 'obj', '3mf', 'glb', 'ply'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

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
  switch (kind) {
    case '3mf':
      return bytes.length > 0 && !isZip(bytes) ? 'model-kind-mismatch' : readThreeMf(bytes, maxTriangles);
    case 'obj':
      return isZip(bytes) || begins(bytes, 'solid') ? 'model-kind-mismatch' : readObj(bytes, maxTriangles);
    case 'glb':
      return bytes.length > 0 && !begins(bytes, 'glTF')
        ? 'model-kind-mismatch'
        : readGlb(bytes, maxTriangles);
    case 'ply':
      return bytes.length > 0 && !begins(bytes, 'ply') ? 'model-kind-mismatch' : readPly(bytes, maxTriangles);
    default: {
      const corners = readStl(bytes, maxTriangles);
      // Read first: the 80 header bytes of a binary STL are arbitrary.
      return typeof corners === 'string' && isZip(bytes) ? 'model-kind-mismatch' : corners;
    }
  }
}

function isZip(bytes: Uint8Array): boolean {
  return begins(bytes, 'PK\x03\x04');
}

/** Whether a file begins with this ASCII text: "solid" starts a text STL and is not valid in OBJ. */
function begins(bytes: Uint8Array, text: string): boolean {
  return [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));
}
