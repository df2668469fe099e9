/** How a model resembles one in another store: the same bytes, the same mesh turned or scaled, or nearly the same shape. */
export const MATCH_KINDS = {
  file: 'The same file',
  mesh: 'The same mesh, perhaps turned or scaled',
  shape: 'Nearly the same shape, perhaps re-meshed',
} as const;
export type MatchKind = keyof typeof MATCH_KINDS;

/** What somebody at the desk decided about a match. */
export const MATCH_OUTCOMES = {
  case: 'A case was opened',
  licensed: 'These two stores may share models',
  common: 'A common part, such as a base',
  different: 'Not a copy',
} as const;
export type MatchOutcome = keyof typeof MATCH_OUTCOMES;

/** What is stored of a model's shape to compare it with others; see `signatureOf` in src/mesh/signature. */
export interface ModelShape {
  /** Of the file's bytes. */
  sha256: string;
  /** Of how its triangles hang together; "" where the file could not be measured. */
  connectivity: string;
  triangles: number;
  /** Principal moments of the surface as shares of the largest, each 0 to 1. */
  middle: number;
  smallest: number;
  /** Mean distance from the centroid as a share of the root mean square, 0 to 1. */
  spread: number;
  /** Shares of two histograms of distances, one after the other, in 65,535ths. */
  histogram: readonly number[];
}

/** Plainer models look alike whoever made them: nearly the same shape says nothing about them, only the same mesh does. */
const PLAIN_TRIANGLES = 500;
/** Boxes, prisms and small discs are the same mesh whoever made them; only equal files of them count. */
const PLAINEST_TRIANGLES = 100;
/**
 * Largest distance (see `shapeDistance`) of two meshings of one model. Demo models that are simplified to a third of their triangles
 * stay below 0.05, and no two of them are closer than 0.15.
 */
const SAME_SHAPE = 0.1;
/** The same where the triangles hang together in the same way, which leaves room for a changed pose. */
const SAME_MESH = 0.2;
/** How far the moments of two files of one plain mesh may be apart. They are computed, not sampled: this is for rounded coordinates. */
const SAME_MOMENT = 0.001;
/** How far the moments of two meshings of one model may be apart: the width of a bucket. */
const MOMENT_STEP = 0.04;
/** The same for `spread`. */
export const SPREAD_STEP = 0.01;
const BUCKETS_ACROSS = 100;

/** How far two shapes are apart: the sum of the differences of their histograms; 0 for equal ones, 4 at most. */
export function shapeDistance(one: ModelShape, other: ModelShape): number {
  const apart = one.histogram.reduce(
    (sum, share, bin) => sum + Math.abs(share - (other.histogram[bin] ?? 0)),
    0,
  );
  return apart / 65_535;
}

/** How two models resemble each other, the strongest first; null where they do not. */
export function matchKind(one: ModelShape, other: ModelShape): MatchKind | null {
  if (one.sha256 === other.sha256) return 'file';
  if (!isComparable(one) || !isComparable(other)) return null;
  const distance = shapeDistance(one, other);
  const near = (by: 'middle' | 'smallest' | 'spread', step: number) => Math.abs(one[by] - other[by]) <= step;
  const nearMoments = (step: number) => near('middle', step) && near('smallest', step);
  const isSameMesh = one.connectivity === other.connectivity;
  if (!isTelling(one) || !isTelling(other))
    return isSameMesh && distance < SAME_SHAPE && nearMoments(SAME_MOMENT) ? 'mesh' : null;
  if (isSameMesh && distance < SAME_MESH) return 'mesh';
  return distance < SAME_SHAPE && nearMoments(MOMENT_STEP) && near('spread', SPREAD_STEP) ? 'shape' : null;
}

/** Largest distance of shapes that people are shown as similar: two walkers, two towers, two busts. */
const SIMILAR_SHAPE = 0.4;

/**
 * The products with a shape that is similar to one, the nearest first. What may be the same model in another store is left out: that
 * is the desk's to look at, and nobody else hears of it.
 */
export function similarShapes(
  own: ModelShape & { productId: string; storeId: string },
  others: readonly (ModelShape & { productId: string; storeId: string })[],
): string[] {
  if (!isTelling(own)) return [];
  const suspected = new Set<string>();
  const nearest = new Map<string, number>();
  for (const other of others) {
    if (other.productId === own.productId) continue;
    if (other.storeId !== own.storeId && matchKind(own, other) !== null) suspected.add(other.productId);
    const distance = shapeDistance(own, other);
    if (isTelling(other) && distance <= SIMILAR_SHAPE)
      nearest.set(other.productId, Math.min(distance, nearest.get(other.productId) ?? distance));
  }
  return [...nearest]
    .filter(([product]) => !suspected.has(product))
    .sort((a, b) => a[1] - b[1])
    .map(([product]) => product);
}

/** Whether more than the bytes of a model can be compared: it was measured, and is no mere box. */
const isComparable = ({ connectivity, triangles }: ModelShape): boolean =>
  connectivity !== '' && triangles >= PLAINEST_TRIANGLES;

/** Whether nearly the same shape means something: the model is not plain, either. */
export function isTelling(shape: ModelShape): boolean {
  return isComparable(shape) && shape.triangles >= PLAIN_TRIANGLES;
}

/** The bucket of a shape's moments, from 1 on, by which shapes are indexed. */
export function bucketOf({ middle, smallest }: Pick<ModelShape, 'middle' | 'smallest'>): number {
  return bucketAt(Math.floor(middle / MOMENT_STEP), Math.floor(smallest / MOMENT_STEP));
}

/** The buckets in which shapes with nearly the same moments are: its own and those around it. */
export function bucketsNear({ middle, smallest }: Pick<ModelShape, 'middle' | 'smallest'>): number[] {
  const [across, up] = [Math.floor(middle / MOMENT_STEP), Math.floor(smallest / MOMENT_STEP)];
  const around = (place: number) => [place - 1, place, place + 1].filter((each) => each >= 0);
  return around(across).flatMap((x) => around(up).map((y) => bucketAt(x, y)));
}

const bucketAt = (across: number, up: number) => across * BUCKETS_ACROSS + up + 1;

/** A match about which a case may be opened, as it is kept: the same two products have one match, whichever came first. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
