import { unpackAttributes, unpackTriangles } from './meshopt.ts';
import type { WeldedMesh } from './weld.ts';

/** A decoded preview: millimetres, z up. */
export interface PreviewMesh extends WeldedMesh {
  /** Sky visibility of each vertex, 0 to 255 (see `skyShade`). */
  shade: Uint8Array<ArrayBuffer>;
}

/** Our own files never exceed this. */
const MAX_COUNT = 400_000;

interface Packed {
  byteOffset?: number;
  byteLength: number;
  byteStride: number;
  count: number;
}

interface Gltf {
  bufferViews: { extensions: { EXT_meshopt_compression: Packed } }[];
  accessors: { bufferView: number }[];
  meshes: { primitives: { indices: number; attributes: { POSITION: number; _SHADE: number } }[] }[];
  nodes: { mesh?: number; translation?: number[]; scale?: number[] }[];
}

/**
 * Reads a GLB of `meshPreview` only: one quantised mesh, compressed by meshoptimizer, with its shade.
 * @throws Error for any other file.
 */
export function readPreview(glb: Uint8Array): PreviewMesh {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  if (glb.length < 20 || view.getUint32(0, true) !== 0x46546c67) throw new Error('This is no GLB.');
  const textBytes = view.getUint32(12, true);
  const gltf = parsed(glb.subarray(20, 20 + textBytes));
  const bytes = glb.subarray(28 + textBytes);
  const packed = (accessor: number): Packed & { from: Uint8Array } => {
    const at = gltf.accessors[accessor]?.bufferView ?? -1;
    const part = gltf.bufferViews[at]?.extensions.EXT_meshopt_compression;
    if (!part || !(part.count <= MAX_COUNT)) throw new Error('This GLB is no preview.');
    const first = part.byteOffset ?? 0;
    return { ...part, from: bytes.subarray(first, first + part.byteLength) };
  };
  const primitive = gltf.meshes[0]?.primitives[0];
  const grid = gltf.nodes.find(({ mesh }) => mesh !== undefined);
  if (!primitive || !grid) throw new Error('This GLB is no preview.');

  const cells = packed(primitive.attributes.POSITION);
  const steps = new Uint16Array(unpackAttributes(cells.from, cells.count, cells.byteStride).buffer);
  const vertices = new Float32Array(cells.count * 3);
  for (let vertex = 0; vertex < cells.count; vertex++)
    for (let axis = 0; axis < 3; axis++)
      vertices[vertex * 3 + axis] =
        (grid.translation?.[axis] ?? 0) +
        (steps[(vertex * cells.byteStride) / 2 + axis] ?? 0) * (grid.scale?.[axis] ?? 1);

  const shades = packed(primitive.attributes._SHADE);
  const wide = unpackAttributes(shades.from, shades.count, shades.byteStride);
  const shade = new Uint8Array(shades.count).map((_, vertex) => wide[vertex * shades.byteStride] ?? 0);

  const triangles = packed(primitive.indices);
  return { vertices, shade, indices: unpackTriangles(triangles.from, triangles.count) };
}

/** The JSON chunk of our GLBs is plain ASCII. */
function parsed(text: Uint8Array): Gltf {
  let json = '';
  for (let at = 0; at < text.length; at += 4096) json += String.fromCharCode(...text.subarray(at, at + 4096));
  return JSON.parse(json) as Gltf;
}
