import type { WeldedMesh } from '../weld.ts';

/** Each round tells a vertex about neighbours one edge farther away. */
const ROUNDS = 4;
const SEEDS = [0x9e3779b9, 0x7f4a7c15] as const;

/**
 * A hash of how the triangles of a mesh hang together, 64 bits as 16 hexadecimal digits. Coordinates do not count at all, so
 * a model that is turned, mirrored, moved or scaled keeps its hash exactly, in any order of its triangles; a hash of rounded
 * coordinates would not, since some of them always lie at the edge between two roundings.
 *
 * It is the colour refinement of B. Weisfeiler and A. Leman (1968), begun with the number of triangles at each vertex. Different
 * meshes may share it: a figure in another pose does, and so do all cylinders of 64 sides. It says "same" only together with
 * the shape.
 */
export function connectivityHash({ vertices, indices }: WeldedMesh): string {
  return SEEDS.map((seed) =>
    refined(vertices.length / 3, indices, seed)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}

function refined(count: number, indices: Uint32Array, seed: number): number {
  let colours = new Uint32Array(count).fill(seed);
  let next = new Uint32Array(count);
  let triangles = 0;
  for (let round = 0; round < ROUNDS; round++) {
    next.fill(0);
    triangles = 0;
    for (let at = 0; at < indices.length; at += 3) {
      const a = indices[at] ?? 0;
      const b = indices[at + 1] ?? 0;
      const c = indices[at + 2] ?? 0;
      if (a === b || b === c || c === a) continue;
      triangles += 1;
      const ca = scattered(colours[a] ?? 0);
      const cb = scattered(colours[b] ?? 0);
      const cc = scattered(colours[c] ?? 0);
      // Sums, so that neither the order of triangles nor that of corners counts.
      next[a] = (next[a] ?? 0) + scattered(cb + cc);
      next[b] = (next[b] ?? 0) + scattered(cc + ca);
      next[c] = (next[c] ?? 0) + scattered(ca + cb);
    }
    for (let vertex = 0; vertex < count; vertex++)
      next[vertex] = scattered((colours[vertex] ?? 0) ^ scattered(next[vertex] ?? 0));
    [colours, next] = [next, colours];
  }
  let sum = triangles;
  for (const colour of colours) sum = (sum + scattered(colour ^ seed)) >>> 0;
  return scattered(sum);
}

/** The finaliser of MurmurHash3 by Austin Appleby (public domain): each bit of the input moves half of the bits. */
function scattered(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
