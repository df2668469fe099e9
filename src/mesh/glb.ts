import { type Accessor, accessorOf } from './glb-accessor.ts';
import {
  entryOf,
  type GlbParts,
  type GlbRefusal,
  GlbUnfit,
  glbParts,
  type Json,
  jsonOf,
  listOf,
  numbersOf,
  wholeOf,
} from './glb-file.ts';
import { type Corners, MODEL_MAX_TRIANGLES } from './stl.ts';

/** More nodes than this are an attack, not a model. */
const NODES_MAX = 100_000;
const POINTS = 0;
const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

/** glTF has metres with y up, a model here millimetres with z up. Matrices are column by column, as in glTF. */
const TO_MM = [1000, 0, 0, 0, 0, 0, 1000, 0, 0, -1000, 0, 0, 0, 0, 0, 1];
const UNMOVED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Reads the scene of a GLB (glTF 2.0) in millimetres with z up: every node with its mesh and transform. Materials, textures,
 * cameras and animations are skipped; what is compressed, posed by bones or kept in other files is refused. Time and memory
 * are linear in the file size and the triangles, whose number is limited before anything is built.
 * @returns the corners, or why the file is refused.
 */
export function readGlb(bytes: Uint8Array, maxTriangles = MODEL_MAX_TRIANGLES): Corners | GlbRefusal {
  if (bytes.length === 0) return 'glb-empty';
  try {
    return cornersOf(placementsOf(glbParts(bytes), maxTriangles));
  } catch (reason) {
    if (reason instanceof GlbUnfit) return reason.refusal;
    throw reason;
  }
}

/** Triangles of a mesh: which corners they have, in order. */
interface Surface {
  positions: Accessor;
  indices: Accessor | null;
  mode: number;
  triangles: number;
}

/** A surface at one place of the scene. */
interface Placement {
  surface: Surface;
  matrix: readonly number[];
}

function placementsOf(parts: GlbParts, maxTriangles: number): Placement[] {
  const { json } = parts;
  const surfaces = new Map<number, Surface[]>();
  const visited = new Set<number>();
  const placements: Placement[] = [];
  const scene = entryOf(json, 'scenes', json['scene'] ?? 0);
  const waiting = listOf(scene['nodes']).map((node) => ({
    node: wholeOf(node),
    outer: TO_MM as readonly number[],
  }));
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    // A node has one parent at most, so nobody is met twice and no circle is walked.
    if (visited.has(next.node) || visited.size >= NODES_MAX) throw new GlbUnfit('glb-unreadable');
    visited.add(next.node);
    const node = entryOf(json, 'nodes', next.node);
    const matrix = times(next.outer, matrixOf(node));
    for (const child of listOf(node['children'])) waiting.push({ node: wholeOf(child), outer: matrix });
    if (node['mesh'] === undefined) continue;
    if (node['skin'] !== undefined || isMorphed(node)) throw new GlbUnfit('glb-posed');
    if (jsonOf(node['extensions'])['EXT_mesh_gpu_instancing'] !== undefined)
      throw new GlbUnfit('glb-unreadable');
    const index = wholeOf(node['mesh']);
    const known = surfaces.get(index) ?? surfacesOf(parts, index);
    surfaces.set(index, known);
    for (const surface of known) {
      count += surface.triangles;
      if (count > maxTriangles) throw new GlbUnfit('glb-too-many-triangles');
      placements.push({ surface, matrix });
    }
  }
  if (count === 0) throw new GlbUnfit('glb-empty');
  return placements;
}

/** The surfaces of a mesh that have triangles, so that empty ones are not placed thousands of times. */
function surfacesOf(parts: GlbParts, index: number): Surface[] {
  const mesh = entryOf(parts.json, 'meshes', index);
  if (isMorphed(mesh)) throw new GlbUnfit('glb-posed');
  const surfaces: Surface[] = [];
  for (const primitive of listOf(mesh['primitives']).map(jsonOf)) {
    const mode = wholeOf(primitive['mode'], TRIANGLES);
    if (mode >= POINTS && mode < TRIANGLES) continue;
    if (mode > FAN) throw new GlbUnfit('glb-unreadable');
    if ('KHR_draco_mesh_compression' in jsonOf(primitive['extensions'])) throw new GlbUnfit('glb-compressed');
    const positions = accessorOf(parts, jsonOf(primitive['attributes'])['POSITION'], 3);
    const indices = primitive['indices'] === undefined ? null : accessorOf(parts, primitive['indices'], 1);
    const corners = (indices ?? positions).count;
    const triangles = mode === TRIANGLES ? Math.floor(corners / 3) : Math.max(0, corners - 2);
    if (triangles > 0) surfaces.push({ positions, indices, mode, triangles });
  }
  return surfaces;
}

/** Whether morph targets change the shape of a node or mesh. */
function isMorphed(of: Json): boolean {
  return listOf(of['weights']).some((weight) => weight !== 0);
}

function cornersOf(placements: readonly Placement[]): Corners {
  const count = placements.reduce((sum, { surface }) => sum + surface.triangles, 0);
  const corners = new Float32Array(count * 9);
  let at = 0;
  for (const { surface, matrix } of placements) {
    const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0, , tx = 0, ty = 0, tz = 0] =
      matrix;
    // A mirrored surface would be inside out, so its corners are reversed.
    const mirrored = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0;
    const { positions, indices, triangles, mode } = surface;
    for (let triangle = 0; triangle < triangles; triangle++) {
      for (let corner = 0; corner < 3; corner++) {
        const place = placeOf(mode, triangle, mirrored ? 2 - corner : corner);
        const vertex = indices ? indices.at(place, 0) : place;
        if (!(vertex < positions.count)) throw new GlbUnfit('glb-unreadable');
        const x = positions.at(vertex, 0);
        const y = positions.at(vertex, 1);
        const z = positions.at(vertex, 2);
        corners[at++] = x * a + y * d + z * g + tx;
        corners[at++] = x * b + y * e + z * h + ty;
        corners[at++] = x * c + y * f + z * i + tz;
      }
    }
  }
  if (!corners.every(Number.isFinite)) throw new GlbUnfit('glb-not-finite');
  return corners;
}

/** Which entry of the indices is a corner of a triangle; every second triangle of a strip is turned round. */
function placeOf(mode: number, triangle: number, corner: number): number {
  if (mode === TRIANGLES) return triangle * 3 + corner;
  if (mode === STRIP) return triangle + (triangle % 2 === 1 && corner > 0 ? 3 - corner : corner);
  return corner === 0 ? 0 : triangle + corner;
}

/** The transform of a node: its matrix, or scale, then rotation, then translation. */
function matrixOf(node: Json): readonly number[] {
  if (node['matrix'] !== undefined) return numbersOf(node['matrix'], UNMOVED);
  const [tx = 0, ty = 0, tz = 0] = numbersOf(node['translation'], [0, 0, 0]);
  const [x = 0, y = 0, z = 0, w = 1] = numbersOf(node['rotation'], [0, 0, 0, 1]);
  const [sx = 1, sy = 1, sz = 1] = numbersOf(node['scale'], [1, 1, 1]);
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  ];
}

/** First `inner`, then `outer`. */
function times(outer: readonly number[], inner: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, at) => {
    const row = at % 4;
    const column = at - row;
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += (outer[k * 4 + row] ?? 0) * (inner[column + k] ?? 0);
    return sum;
  });
}
