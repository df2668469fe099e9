import type { MeshFacts, SizeMm } from '../domain/product.ts';
import { type WeldedMesh, weld } from './weld.ts';

/**
 * What a buyer wants to know of a mesh before printing it.
 *
 * `watertight` means closed: once corners at the same place are welded, each edge is walked as often one way as the
 * other. It is not "exactly two faces per edge", which calls good models broken where two parts touch along an edge.
 * `volumeMl` is the enclosed volume; on a mesh that is not closed it is only a guess. `shells` counts pieces that share
 * no corner.
 * @param corners nine finite numbers per triangle, in millimetres (see `readStl`).
 */
export function measureMesh(corners: Float32Array): MeshFacts {
  const mesh = weld(corners);
  return {
    size: sizeOf(mesh.vertices),
    volumeMl: volumeOf(mesh),
    triangles: mesh.indices.length / 3,
    watertight: mesh.indices.length > 0 && isClosed(mesh),
    shells: shellsOf(mesh),
  };
}

function sizeOf(vertices: Float32Array): SizeMm {
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

/** The sum of the signed tetrahedra to the first vertex (not to the origin: a model far away would lose digits). */
function volumeOf({ vertices, indices }: WeldedMesh): number {
  const [ox = 0, oy = 0, oz = 0] = vertices;
  let sixfold = 0;
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
  }
  return Math.abs(sixfold) / 6 / 1000;
}

/**
 * Edges are gathered under their lower vertex, then each small heap is sorted: linear for any model, 4 bytes an edge.
 * An entry is the higher vertex times two, plus one where the edge is walked downwards.
 */
function isClosed({ vertices, indices }: WeldedMesh): boolean {
  const starts = new Uint32Array(vertices.length / 3 + 1);
  eachEdge(indices, (from, to) => {
    const low = Math.min(from, to) + 1;
    starts[low] = (starts[low] ?? 0) + 1;
  });
  for (let vertex = 1; vertex < starts.length; vertex++) {
    starts[vertex] = (starts[vertex] ?? 0) + (starts[vertex - 1] ?? 0);
  }
  const entries = new Uint32Array(starts.at(-1) ?? 0);
  const next = starts.slice();
  eachEdge(indices, (from, to) => {
    const low = Math.min(from, to);
    const at = next[low] ?? 0;
    entries[at] = from < to ? to * 2 : from * 2 + 1;
    next[low] = at + 1;
  });
  for (let vertex = 0; vertex + 1 < starts.length; vertex++) {
    const heap = entries.subarray(starts[vertex] ?? 0, starts[vertex + 1] ?? 0).sort();
    let balance = 0;
    for (let at = 0; at < heap.length; at++) {
      const entry = heap[at] ?? 0;
      balance += entry % 2 === 0 ? 1 : -1;
      const lastOfEdge = at + 1 === heap.length || (heap[at + 1] ?? 0) >>> 1 !== entry >>> 1;
      if (lastOfEdge && balance !== 0) return false;
    }
  }
  return true;
}

/** Every directed edge; those of a triangle squeezed to a point or a line that lead nowhere are left out. */
function eachEdge(indices: Uint32Array, visit: (from: number, to: number) => void): void {
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at] ?? 0;
    const b = indices[at + 1] ?? 0;
    const c = indices[at + 2] ?? 0;
    if (a !== b) visit(a, b);
    if (b !== c) visit(b, c);
    if (c !== a) visit(c, a);
  }
}

/** Union-find with path halving. */
function shellsOf({ vertices, indices }: WeldedMesh): number {
  const parent = new Uint32Array(vertices.length / 3);
  for (let vertex = 0; vertex < parent.length; vertex++) parent[vertex] = vertex;
  const root = (vertex: number): number => {
    let at = vertex;
    while (parent[at] !== at) {
      const above = parent[parent[at] ?? 0] ?? 0;
      parent[at] = above;
      at = above;
    }
    return at;
  };
  let shells = parent.length;
  eachEdge(indices, (from, to) => {
    const a = root(from);
    const b = root(to);
    if (a === b) return;
    parent[a] = b;
    shells -= 1;
  });
  return shells;
}
