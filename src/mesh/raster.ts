/** A mesh seen from the front, in cells: `filled` row by row from the ground up, one byte per cell, 1 where it is. */
export interface FrontPicture {
  across: number;
  up: number;
  filled: Uint8Array;
  /** Edge length of a cell. */
  cellMm: number;
  widthMm: number;
  heightMm: number;
}

/**
 * Every cell that a triangle touches, seen along y. Each triangle only notes in each of its rows where it begins and
 * ends, so that a file full of huge triangles costs rows, not cells.
 * @param cells how many the longer side has.
 * @returns null where there is nothing to see from the front: no triangle, no width or no height.
 */
export function project(corners: Float32Array, cells: number): FrontPicture | null {
  const [left, right] = range(corners, 0);
  const [low, high] = range(corners, 2);
  const widthMm = right - left;
  const heightMm = high - low;
  if (!(widthMm > 0 && heightMm > 0)) return null;
  const cellMm = Math.max(widthMm, heightMm) / cells;
  const across = Math.max(1, Math.ceil(widthMm / cellMm - 1e-6));
  const up = Math.max(1, Math.ceil(heightMm / cellMm - 1e-6));
  // One column more than there are cells, for what ends at the last.
  const changes = new Int32Array(up * (across + 1));
  const xs = new Float64Array(3);
  const zs = new Float64Array(3);
  for (let at = 0; at < corners.length; at += 9) {
    for (let corner = 0; corner < 3; corner++) {
      xs[corner] = ((corners[at + corner * 3] ?? 0) - left) / cellMm;
      zs[corner] = ((corners[at + corner * 3 + 2] ?? 0) - low) / cellMm;
    }
    noteTriangle(xs, zs, changes, across, up);
  }
  return { across, up, filled: summed(changes, across, up), cellMm, widthMm, heightMm };
}

function range(corners: Float32Array, axis: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let at = axis; at < corners.length; at += 3) {
    const value = corners[at] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** How far an edge may reach beyond its cell and still not count as touching the next: rounding, not shape. */
const HAIR = 1e-4;

function noteTriangle(
  xs: Float64Array,
  zs: Float64Array,
  changes: Int32Array,
  across: number,
  up: number,
): void {
  const [ax = 0, bx = 0, cx = 0] = xs;
  const [az = 0, bz = 0, cz = 0] = zs;
  const first = rowOf(Math.min(az, bz, cz) + HAIR, up);
  const last = rowOf(Math.max(az, bz, cz) - HAIR, up);
  for (let row = first; row <= last; row++) {
    extent.low = Infinity;
    extent.high = -Infinity;
    widen(ax, az, bx, bz, row);
    widen(bx, bz, cx, cz, row);
    widen(cx, cz, ax, az, row);
    if (extent.low > extent.high) continue;
    const from = rowOf(extent.low + HAIR, across);
    // One less than `from` for a wall seen edge-on between two cells; the two notes cancel each other then.
    const to = rowOf(extent.high - HAIR, across);
    const start = row * (across + 1);
    changes[start + from] = (changes[start + from] ?? 0) + 1;
    changes[start + to + 1] = (changes[start + to + 1] ?? 0) - 1;
  }
}

/** How far the triangle reaches to both sides in the row at hand. */
const extent = { low: 0, high: 0 };

/** Widens the extent by that part of an edge which lies in the row. */
function widen(ax: number, az: number, bx: number, bz: number, row: number): void {
  const top = row + 1;
  if ((az < row && bz < row) || (az > top && bz > top)) return;
  const slope = bz === az ? 0 : (bx - ax) / (bz - az);
  for (let end = 0; end < 2; end++) {
    const x = end === 0 ? ax : bx;
    const z = end === 0 ? az : bz;
    const inside = Math.min(Math.max(z, row), top);
    const reached = inside === z ? x : x + (inside - z) * slope;
    if (reached < extent.low) extent.low = reached;
    if (reached > extent.high) extent.high = reached;
  }
}

function rowOf(place: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(place)));
}

function summed(changes: Int32Array, across: number, up: number): Uint8Array {
  const filled = new Uint8Array(across * up);
  for (let row = 0; row < up; row++) {
    let open = 0;
    for (let column = 0; column < across; column++) {
      open += changes[row * (across + 1) + column] ?? 0;
      if (open > 0) filled[row * across + column] = 1;
    }
  }
  return filled;
}
