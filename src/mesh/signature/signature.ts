import type { WeldedMesh } from '../weld.ts';
import { connectivityHash } from './connectivity.ts';
import { momentsOf } from './moments.ts';

/**
 * What stays the same of a model when it is turned, mirrored, moved, scaled or stored in another order, and nearly the same
 * when it is meshed anew.
 */
export interface ShapeSignature {
  /** Of how the triangles hang together (see `connectivityHash`), 16 hexadecimal digits. */
  connectivity: string;
  triangles: number;
  /** The middle and the smallest principal moment of the surface as shares of the largest, each 0 to 1. */
  middle: number;
  smallest: number;
  /** The mean distance of the surface from its centroid as a share of the root mean square, 0 to 1. */
  spread: number;
  /** Shares of the histogram of distances, in 65,535ths; 64 between two points of the surface, then 32 between a point and the centroid. */
  histogram: Uint16Array<ArrayBuffer>;
}

/** Bins of the distances between two points of the surface, then of those between a point and the centroid. */
const PAIR_BINS = 64;
const CENTRE_BINS = 32;
/** The histograms end at this many times the mean distance; what is farther counts in the last bin. */
const REACH = 3;
const POINTS = 1 << 15;
const PAIRS = 1 << 18;
const SEED = 0x6d657368;

/**
 * The signature of a model: its principal moments, and the shape distributions D2 and D1 of R. Osada, T. Funkhouser,
 * B. Chazelle and D. Dobkin, "Shape Distributions", ACM Transactions on Graphics 21 (2002), sampled by area. The same mesh has
 * the same signature each time: the samples are seeded.
 * @returns null for a mesh without area.
 */
export function signatureOf(mesh: WeldedMesh): ShapeSignature | null {
  const moments = momentsOf(mesh);
  if (!moments) return null;
  const points = pointsOn(mesh, moments.area, randomFrom(SEED));
  const { histogram, spread } = distancesOf(points, moments.centroid, randomFrom(SEED + 1));
  const [largest, middle, smallest] = moments.principal;
  return {
    connectivity: connectivityHash(mesh),
    triangles: mesh.indices.length / 3,
    middle: middle / largest,
    smallest: smallest / largest,
    spread,
    histogram,
  };
}

/** POINTS points, spread evenly by area: one in each of as many equal parts of the surface, in the order of the triangles. */
function pointsOn({ vertices, indices }: WeldedMesh, area: number, random: () => number): Float64Array {
  const points = new Float64Array(POINTS * 3);
  let triangle = -1;
  let passed = 0;
  const last = indices.length / 3 - 1;
  for (let point = 0; point < POINTS; point++) {
    const target = ((point + random()) / POINTS) * area;
    while (passed <= target && triangle < last) {
      triangle += 1;
      passed += areaOf(vertices, indices, triangle);
    }
    // Uniform in the triangle: the square root turns a uniform number into one that follows the width.
    const root = Math.sqrt(random());
    const side = random();
    const shares = [1 - root, root * (1 - side), root * side];
    for (let axis = 0; axis < 3; axis++) {
      let at = 0;
      for (let corner = 0; corner < 3; corner++)
        at += (vertices[(indices[triangle * 3 + corner] ?? 0) * 3 + axis] ?? 0) * (shares[corner] ?? 0);
      points[point * 3 + axis] = at;
    }
  }
  return points;
}

function areaOf(vertices: Float32Array, indices: Uint32Array, triangle: number): number {
  const a = (indices[triangle * 3] ?? 0) * 3;
  const b = (indices[triangle * 3 + 1] ?? 0) * 3;
  const c = (indices[triangle * 3 + 2] ?? 0) * 3;
  const edge = (to: number, axis: number) => (vertices[to + axis] ?? 0) - (vertices[a + axis] ?? 0);
  const x = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1);
  const y = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2);
  const z = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0);
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

function distancesOf(points: Float64Array, centroid: readonly number[], random: () => number) {
  const pairs = new Float64Array(PAIRS);
  const some = () => Math.floor(random() * POINTS) * 3;
  for (let pair = 0; pair < PAIRS; pair++) {
    const from = some();
    const to = some();
    pairs[pair] = Math.hypot(
      (points[from] ?? 0) - (points[to] ?? 0),
      (points[from + 1] ?? 0) - (points[to + 1] ?? 0),
      (points[from + 2] ?? 0) - (points[to + 2] ?? 0),
    );
  }
  const radii = new Float64Array(POINTS);
  let squares = 0;
  for (let point = 0; point < POINTS; point++) {
    const at = point * 3;
    const radius = Math.hypot(
      (points[at] ?? 0) - (centroid[0] ?? 0),
      (points[at + 1] ?? 0) - (centroid[1] ?? 0),
      (points[at + 2] ?? 0) - (centroid[2] ?? 0),
    );
    radii[point] = radius;
    squares += radius * radius;
  }
  const histogram = new Uint16Array(PAIR_BINS + CENTRE_BINS);
  histogram.set(histogramOf(pairs, PAIR_BINS));
  histogram.set(histogramOf(radii, CENTRE_BINS), PAIR_BINS);
  return { histogram, spread: meanOf(radii) / Math.sqrt(squares / POINTS) };
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Shares of the values in equal bins up to REACH times their mean, in 65,535ths. */
function histogramOf(values: Float64Array, bins: number): Uint16Array {
  const width = (meanOf(values) * REACH) / bins;
  const counts = new Float64Array(bins);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor(value / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return Uint16Array.from(counts, (count) => Math.round((count / values.length) * 65_535));
}

/** Numbers from 0 to below 1: the generator Mulberry32 by Tommy Ettinger (public domain). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
