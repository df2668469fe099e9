import type { SizeMm } from '../../../../domain/catalogue/product.ts';

/** A place on the stage in px, and how far away it is. */
export interface Seen {
  x: number;
  y: number;
  away: number;
}
/** Where a place beside the model is seen: mm from the middle of its foot, x across, y up, z towards its front. */
export type Eye = (x: number, y: number, z: number) => Seen;

/** A measure with its ends, the two short lines that lead to them, and where its number stands. */
export interface MeasureLine {
  axis: keyof SizeMm;
  mm: number;
  line: [Seen, Seen];
  ends: [[Seen, Seen], [Seen, Seen]];
  middle: Seen;
}

/** How far from the model its measures stand, as a share of its longest side. */
const GAP = 0.05;

/**
 * The three measures of a model along those edges of its box where they hide nothing: width and depth along the foot
 * towards the one who looks, height along the edge furthest to the left.
 */
export function measureLines({ x: wide, y: deep, z: tall }: SizeMm, eye: Eye): MeasureLine[] {
  const gap = Math.max(wide, deep, tall) * GAP;
  const [right, front] = [wide / 2, deep / 2];
  const nearer = (one: Seen, other: Seen) => one.away <= other.away;
  const toFront = nearer(eye(0, 0, front), eye(0, 0, -front)) ? 1 : -1;
  const toRight = nearer(eye(right, 0, 0), eye(-right, 0, 0)) ? 1 : -1;
  const corners = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ].map(([sx = 1, sz = 1]) => ({ sx, sz, seen: eye(sx * right, tall / 2, sz * front) }));
  const { sx, sz } = corners.reduce((left, corner) => (corner.seen.x < left.seen.x ? corner : left));
  // Away from the box along the side that is seen more from the side.
  const [hx, hz] = eye(sx, 0, 0).x < eye(0, 0, sz).x ? [sx, 0] : [0, sz];

  const measure = (
    axis: keyof SizeMm,
    mm: number,
    from: number[],
    to: number[],
    away: number[],
  ): MeasureLine => {
    const at = ([x = 0, y = 0, z = 0]: number[], share: number) =>
      eye(x + (away[0] ?? 0) * share, y + (away[1] ?? 0) * share, z + (away[2] ?? 0) * share);
    const line: [Seen, Seen] = [at(from, 1), at(to, 1)];
    const middle = at(
      [0, 1, 2].map((n) => ((from[n] ?? 0) + (to[n] ?? 0)) / 2),
      1,
    );
    return {
      axis,
      mm,
      line,
      ends: [
        [at(from, 0.25), at(from, 1.3)],
        [at(to, 0.25), at(to, 1.3)],
      ],
      middle,
    };
  };
  const z = toFront * front;
  const x = toRight * right;
  return [
    measure('x', wide, [-right, 0, z], [right, 0, z], [0, 0, toFront * gap]),
    measure('y', deep, [x, 0, -front], [x, 0, front], [toRight * gap, 0, 0]),
    measure('z', tall, [sx * right, 0, sz * front], [sx * right, tall, sz * front], [hx * gap, 0, hz * gap]),
  ];
}

/** "47.7 mm"; never more than a tenth. */
export const mmText = (mm: number) => `${Math.round(mm * 10) / 10} mm`;
