import { countEdges } from './edges.ts';
import { shellsOf } from './shells.ts';
import { type WeldedMesh, weld } from './weld.ts';

/** Outer size in millimetres: x across, y deep, z tall. */
export interface MeshSize {
  x: number;
  y: number;
  z: number;
}

/** All measurements of a mesh. */
export interface MeshMeasurements {
  size: MeshSize;
  volumeMl: number;
  triangles: number;
  /** Closed; see `measureMesh`. */
  watertight: boolean;
  /** Connected surfaces. */
  shells: number;
  /** Groups of shells whose boxes touch; null where there are too many shells to compare. */
  pieces: number | null;
  /** No edge has more than two triangles. */
  manifold: boolean;
  /** Edges with one triangle. */
  openEdges: number;
  /** Edges with more than two triangles. */
  crowdedEdges: number;
  /** Edges whose two triangles face opposite sides. */
  flippedEdges: number;
  /** Triangles without area. */
  degenerate: number;
  /** Closed, but facing inwards. */
  insideOut: boolean;
}

/**
 * Measures a mesh.
 *
 * `watertight` means closed: once corners at the same place are welded, each edge is walked as often one way as the
 * other. It is not "exactly two faces per edge", which calls good models broken where two parts touch along an edge;
 * that property is `manifold`.
 * @param corners nine finite numbers per triangle, in millimetres (see `readModel`).
 */
export function measureMesh(corners: Float32Array): MeshMeasurements {
  return measureWelded(weld(corners));
}

/** The same for a mesh that is welded already. */
export function measureWelded(mesh: WeldedMesh): MeshMeasurements {
  const { signedMl, degenerate } = surfaceOf(mesh);
  const edges = countEdges(mesh);
  const watertight = mesh.indices.length > 0 && edges.unbalanced === 0;
  return {
    size: sizeOf(mesh.vertices),
    volumeMl: Math.abs(signedMl),
    triangles: mesh.indices.length / 3,
    watertight,
    ...shellsOf(mesh),
    manifold: edges.crowded === 0,
    openEdges: edges.open,
    crowdedEdges: edges.crowded,
    flippedEdges: edges.flipped,
    degenerate,
    insideOut: watertight && signedMl < 0,
  };
}

function sizeOf(vertices: Float32Array): MeshSize {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at++) {
    const value = vertices[at] ?? 0;
    const axis = at % 3;
    if (value < (low[axis] ?? 0)) low[axis] = value;
    if (value > (high[axis] ?? 0)) high[axis] = value;
  }
  const extent = (axis: number) => Math.max(0, (high[axis] ?? 0) - (low[axis] ?? 0));
  return { x: extent(0), y: extent(1), z: extent(2) };
}

/**
 * The enclosed volume, negative where the surface looks inwards, and how many triangles have no area. The volume is the
 * sum of the signed tetrahedra to the first vertex (not to the origin: a model far away would lose digits). */
function surfaceOf({ vertices, indices }: WeldedMesh): { signedMl: number; degenerate: number } {
  const [ox = 0, oy = 0, oz = 0] = vertices;
  let sixfold = 0;
  let degenerate = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const a = (indices[at] ?? 0) * 3;
    const b = (indices[at + 1] ?? 0) * 3;
    const c = (indices[at + 2] ?? 0) * 3;
    const ax = (vertices[a] ?? 0) - ox;
    const ay = (vertices[a + 1] ?? 0) - oy;
    const az = (vertices[a + 2] ?? 0) - oz;
    const bx = (vertices[b] ?? 0) - ox;
    const by = (vertices[b + 1] ?? 0) - oy;
    const bz = (vertices[b + 2] ?? 0) - oz;
    const cx = (vertices[c] ?? 0) - ox;
    const cy = (vertices[c + 1] ?? 0) - oy;
    const cz = (vertices[c + 2] ?? 0) - oz;
    sixfold += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const vx = cx - ax;
    const vy = cy - ay;
    const vz = cz - az;
    if (uy * vz === uz * vy && uz * vx === ux * vz && ux * vy === uy * vx) degenerate += 1;
  }
  return { signedMl: sixfold / 6 / 1000, degenerate };
}
