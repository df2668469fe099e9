import type { SizeMm } from '../../../../domain/catalogue/product.ts';

/** A projected point on the stage in px, with its distance. */
export interface Seen {
  x: number;
  y: number;
  away: number;
}
/** Projects a point: mm from the centre of the model's foot, x across, y up, z to the front. */
export type Eye = (x: number, y: number, z: number) => Seen;

/** A dimension line with its extension lines and the position of its label. */
export interface MeasureLine {
  axis: keyof SizeMm;
  mm: number;
  line: [Seen, Seen];
  ends: [[Seen, Seen], [Seen, Seen]];
  middle: Seen;
}

/** Distance of dimension lines from the model, as a share of its longest side. */
const GAP = 0.05;

/**
 * The three dimension lines along box edges where they hide nothing: width and depth along the foot towards the
 * viewer, height along the leftmost edge.
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
  // Offset away from the box, along the axis seen more from the side.
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

/** "47.7 mm", rounded to tenths. */
export const mmText = (mm: number) => `${Math.round(mm * 10) / 10} mm`;
