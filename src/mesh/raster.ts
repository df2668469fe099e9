/** A mesh rasterised from the front: `filled` is row by row from the ground up, one byte per cell, 1 if covered. */
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
 * Rasterises every cell that a triangle touches, seen along y. Each triangle only records its start and end per row, so
 * huge triangles cost rows, not cells.
 * @param cells number of cells along the longer side.
 * @returns null if nothing is visible from the front: no triangles, no width or no height.
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
  // One extra column for spans that end at the last cell.
  const changes = new Int32Array(up * (across + 1));
  const note = noter(changes, across, up);
  for (let at = 0; at < corners.length; at += 9)
    note(
      ((corners[at] ?? 0) - left) / cellMm,
      ((corners[at + 2] ?? 0) - low) / cellMm,
      ((corners[at + 3] ?? 0) - left) / cellMm,
      ((corners[at + 5] ?? 0) - low) / cellMm,
      ((corners[at + 6] ?? 0) - left) / cellMm,
      ((corners[at + 8] ?? 0) - low) / cellMm,
    );
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

/** Tolerance for rounding errors at cell borders. */
const HAIR = 1e-4;

/** Records the start and end of each triangle per row in `changes`. */
function noter(changes: Int32Array, across: number, up: number) {
  // Extent of the current triangle per row.
  const least = new Float64Array(up).fill(Infinity);
  const most = new Float64Array(up).fill(-Infinity);

  /** Extends it by an edge, from its lower to its upper end. */
  const widen = (ax: number, az: number, bx: number, bz: number) => {
    const slope = bz === az ? 0 : (bx - ax) / (bz - az);
    const last = cellOf(bz, up);
    for (let row = cellOf(az, up); row <= last; row++) {
      const enters = az < row ? ax + (row - az) * slope : ax;
      const leaves = bz > row + 1 ? bx + (row + 1 - bz) * slope : bx;
      const left = Math.min(enters, leaves);
      const right = Math.max(enters, leaves);
      if (left < (least[row] ?? 0)) least[row] = left;
      if (right > (most[row] ?? 0)) most[row] = right;
    }
  };
  const widenBy = (ax: number, az: number, bx: number, bz: number) =>
    az < bz ? widen(ax, az, bx, bz) : widen(bx, bz, ax, az);

  return (ax: number, az: number, bx: number, bz: number, cx: number, cz: number): void => {
    widenBy(ax, az, bx, bz);
    widenBy(bx, bz, cx, cz);
    widenBy(cx, cz, ax, az);
    const bottom = Math.min(az, bz, cz);
    const top = Math.max(az, bz, cz);
    const last = cellOf(top - HAIR, up);
    for (let row = cellOf(bottom + HAIR, up); row <= last; row++) {
      const from = row * (across + 1) + cellOf((least[row] ?? 0) + HAIR, across);
      // One less than `from` for an edge-on wall between two cells; then both records cancel out.
      const to = row * (across + 1) + cellOf((most[row] ?? 0) - HAIR, across);
      changes[from] = (changes[from] ?? 0) + 1;
      changes[to + 1] = (changes[to + 1] ?? 0) - 1;
    }
    const end = cellOf(top, up);
    for (let row = cellOf(bottom, up); row <= end; row++) {
      least[row] = Infinity;
      most[row] = -Infinity;
    }
  };
}

function cellOf(place: number, count: number): number {
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
