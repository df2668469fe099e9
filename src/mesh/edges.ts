import type { WeldedMesh } from './weld.ts';

/** Edge statistics of a mesh; each field counts edges. */
export interface EdgeCounts {
  /** With one triangle: the rim of a hole. */
  open: number;
  /** With more than two triangles: where surfaces intersect. */
  crowded: number;
  /** With two triangles that face opposite ways. */
  flipped: number;
  /** Traversed more often in one direction, for any of these reasons. A mesh without any is closed. */
  unbalanced: number;
}

/**
 * Buckets edges by their lower vertex, then sorts each small bucket: linear for real models, 4 bytes per edge. An entry
 * is the higher vertex times two, plus one if the edge is traversed downwards.
 */
export function countEdges({ vertices, indices }: WeldedMesh): EdgeCounts {
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
  const counts: EdgeCounts = { open: 0, crowded: 0, flipped: 0, unbalanced: 0 };
  for (let vertex = 0; vertex + 1 < starts.length; vertex++) {
    const from = starts[vertex] ?? 0;
    const to = starts[vertex + 1] ?? 0;
    sort(entries, from, to);
    countHeap(entries, from, to, counts);
  }
  return counts;
}

/** Entries of the same edge are adjacent. */
function countHeap(entries: Uint32Array, from: number, to: number, counts: EdgeCounts): void {
  let triangles = 0;
  let balance = 0;
  for (let at = from; at < to; at++) {
    const entry = entries[at] ?? 0;
    triangles += 1;
    balance += entry % 2 === 0 ? 1 : -1;
    const lastOfEdge = at + 1 === to || (entries[at + 1] ?? 0) >>> 1 !== entry >>> 1;
    if (!lastOfEdge) continue;
    if (triangles === 1) counts.open += 1;
    else if (triangles > 2) counts.crowded += 1;
    else if (balance !== 0) counts.flipped += 1;
    if (balance !== 0) counts.unbalanced += 1;
    triangles = 0;
    balance = 0;
  }
}

/** A vertex has a handful of edges, except in hostile files. */
const HANDFUL = 24;

function sort(entries: Uint32Array, from: number, to: number): void {
  if (to - from > HANDFUL) {
    entries.subarray(from, to).sort();
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const entry = entries[at] ?? 0;
    let place = at;
    for (; place > from && (entries[place - 1] ?? 0) > entry; place--)
      entries[place] = entries[place - 1] ?? 0;
    entries[place] = entry;
  }
}

/** Every directed edge, except zero-length edges of degenerate triangles. */
export function eachEdge(indices: Uint32Array, visit: (from: number, to: number) => void): void {
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at] ?? 0;
    const b = indices[at + 1] ?? 0;
    const c = indices[at + 2] ?? 0;
    if (a !== b) visit(a, b);
    if (b !== c) visit(b, c);
    if (c !== a) visit(c, a);
  }
}
