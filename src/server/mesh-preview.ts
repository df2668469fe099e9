import { MeshoptSimplifier } from 'meshoptimizer';
import type { WeldedMesh } from '../mesh/weld.ts';
import { onGrid, packGrid } from './model-glb.ts';

/** What a preview may hold and weigh, so that a phone shows it within a moment. */
export const PREVIEW_MAX_TRIANGLES = 40_000;
export const PREVIEW_MAX_BYTES = 300_000;
/** How far the surface may move while it is simplified, as a share of the model's longest side. */
const ERROR_MAX = 0.05;
/** A mesh too heavy once packed is tried again with this share of its triangles; noise packs badly. */
const AGAIN_WITH = 0.6;

/**
 * A light copy of a model for the viewer: a GLB of at most PREVIEW_MAX_TRIANGLES and PREVIEW_MAX_BYTES, in metres with y
 * up, without normals, which the viewer computes. What was closed stays closed, unless the model falls into so many
 * pieces that only a rough copy is light enough.
 * @param mesh in millimetres with z up.
 * @returns null where nothing is left to show.
 */
export async function meshPreview(mesh: WeldedMesh): Promise<Uint8Array<ArrayBuffer> | null> {
  await MeshoptSimplifier.ready;
  for (let most = PREVIEW_MAX_TRIANGLES; most >= 100; most = Math.floor(most * AGAIN_WITH)) {
    const grid = onGrid(simplified(mesh, most));
    if (grid.indices.length === 0) return null;
    const glb = await packGrid(grid, 'preview');
    if (glb.length <= PREVIEW_MAX_BYTES) return new Uint8Array(glb);
  }
  return null;
}

function simplified(mesh: WeldedMesh, triangles: number): WeldedMesh {
  const { vertices, indices } = mesh;
  if (indices.length <= triangles * 3) return mesh;
  const [fine] = MeshoptSimplifier.simplify(indices, vertices, 3, triangles * 3, ERROR_MAX);
  const [light] =
    fine.length <= triangles * 3
      ? [fine]
      : MeshoptSimplifier.simplifySloppy(fine, vertices, 3, null, triangles * 3, 1);
  return used(vertices, light);
}

/** Only the vertices these triangles use: the grid is fitted to what is shown. */
function used(vertices: Float32Array, indices: Uint32Array): WeldedMesh {
  const places = new Map<number, number>();
  const kept = new Uint32Array(indices.length);
  for (let at = 0; at < indices.length; at++) {
    const vertex = indices[at] ?? 0;
    const place = places.get(vertex) ?? places.size;
    places.set(vertex, place);
    kept[at] = place;
  }
  const few = new Float32Array(places.size * 3);
  for (const [vertex, place] of places) {
    for (let axis = 0; axis < 3; axis++) few[place * 3 + axis] = vertices[vertex * 3 + axis] ?? 0;
  }
  return { vertices: few, indices: kept };
}
