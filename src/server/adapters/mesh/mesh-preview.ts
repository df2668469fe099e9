import { MeshoptSimplifier } from 'meshoptimizer';
import { skyShade } from '../../../mesh/shade.ts';
import type { WeldedMesh } from '../../../mesh/weld.ts';
import { packGrid, snapToGrid } from './model-glb.ts';

/** The limits of a preview, so that a phone shows it quickly. */
export const PREVIEW_MAX_TRIANGLES = 40_000;
export const PREVIEW_MAX_BYTES = 300_000;
/** How far the surface may move while it is simplified, as a share of the model's longest side. */
const ERROR_MAX = 0.05;
/** A mesh that is too large once packed is retried with this share of its triangles; noise packs badly. */
const RETRY_SHARE = 0.6;
/** A preview has at most this share of the model's triangles, so that it is never the sold model itself. */
const SHOWN_SHARE = 0.5;
/** Models below this are too plain to be worth protecting. */
const PLAIN_TRIANGLES = 1000;
/** A preview's grid is coarser than a sold model's: 4096 steps over the longest side, 20 micrometres on 8 cm. */
const PREVIEW_BITS = 12;

/** A preview and its number of triangles. */
export interface LightModel {
  glb: Uint8Array<ArrayBuffer>;
  triangles: number;
}

/**
 * A light copy of a model for the viewer: a GLB of at most PREVIEW_MAX_TRIANGLES, half of the model's own triangles and
 * PREVIEW_MAX_BYTES, in metres with y up, with the sky light of each vertex as `_SHADE`, without normals, which the viewer
 * computes. Closed meshes stay closed, unless the model has so many parts that only a rough copy is small enough.
 * @param mesh in millimetres with z up.
 * @returns null where nothing is left to show.
 */
export async function meshPreview(mesh: WeldedMesh): Promise<LightModel | null> {
  await MeshoptSimplifier.ready;
  const own = Math.max(PLAIN_TRIANGLES, Math.floor((mesh.indices.length / 3) * SHOWN_SHARE));
  for (let most = Math.min(PREVIEW_MAX_TRIANGLES, own); most >= 100; most = Math.floor(most * RETRY_SHARE)) {
    const grid = snapToGrid(simplified(mesh, most), PREVIEW_BITS);
    if (grid.indices.length === 0) return null;
    const shade = skyShade({
      vertices: Float32Array.from(grid.cells),
      indices: Uint32Array.from(grid.indices),
    });
    const glb = await packGrid(grid, 'preview', shade);
    if (glb.length <= PREVIEW_MAX_BYTES)
      return { glb: new Uint8Array(glb), triangles: grid.indices.length / 3 };
  }
  return null;
}

function simplified(mesh: WeldedMesh, triangles: number): WeldedMesh {
  const { vertices, indices } = mesh;
  if (indices.length <= triangles * 3) return mesh;
  const [fine] = MeshoptSimplifier.simplify(indices, vertices, 3, triangles * 3, ERROR_MAX);
  if (fine.length <= triangles * 3) return used(vertices, fine);
  const [rough] = MeshoptSimplifier.simplifySloppy(fine, vertices, 3, null, triangles * 3, 1);
  return used(vertices, rough.length > 0 ? rough : thinned(fine, triangles));
}

/** An even selection of the triangles, for noise that cannot be simplified. */
function thinned(indices: Uint32Array, triangles: number): Uint32Array {
  const every = Math.ceil(indices.length / 3 / triangles);
  return indices.filter((_, at) => Math.floor(at / 3) % every === 0);
}

/** The mesh with only the vertices its triangles use, so that the grid fits what is shown. */
function used(vertices: Float32Array, indices: Uint32Array): WeldedMesh {
  const places = new Map<number, number>();
  const renumbered = new Uint32Array(indices.length);
  for (let at = 0; at < indices.length; at++) {
    const vertex = indices[at] ?? 0;
    const place = places.get(vertex) ?? places.size;
    places.set(vertex, place);
    renumbered[at] = place;
  }
  const few = new Float32Array(places.size * 3);
  for (const [vertex, place] of places) {
    for (let axis = 0; axis < 3; axis++) few[place * 3 + axis] = vertices[vertex * 3 + axis] ?? 0;
  }
  return { vertices: few, indices: renumbered };
}
