/** A closed line around filled cells or a hole: alternating x and y of the corners, in cells. */
export interface Ring {
  points: number[];
  /** Enclosed area in cells, also for holes. */
  area: number;
}

export interface Cells {
  across: number;
  up: number;
  /** Row by row, 1 for filled cells. */
  filled: Uint8Array;
}

/** Steps right, up, left, down. */
const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];

/**
 * Traces every border between filled and empty cells, corners only. Filled cells are on its left; diagonal neighbours are
 * connected, so that a thin slanted spear stays in one piece.
 */
export function traceRings({ across, up, filled }: Cells): Ring[] {
  const isFilled = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < across && y < up && filled[y * across + x] === 1;
  const walked = new Uint8Array(across * up);
  const rings: Ring[] = [];

  const walk = (startX: number, startY: number): Ring => {
    const points: number[] = [];
    let x = startX;
    let y = startY;
    let heading = 0;
    let doubled = 0;
    do {
      if (heading === 0) walked[y * across + x] = 1;
      const dx = STEP_X[heading] ?? 0;
      const dy = STEP_Y[heading] ?? 0;
      doubled += x * (y + dy) - (x + dx) * y;
      x += dx;
      y += dy;
      const next = turned(heading, x, y);
      if (next !== heading) points.push(x, y);
      heading = next;
    } while (x !== startX || y !== startY || heading !== 0);
    return { points, area: Math.abs(doubled) / 2 };
  };

  /** The next direction at a corner, from the cells ahead on both sides. */
  const turned = (heading: number, x: number, y: number): number => {
    const ahead = (side: number) => {
      // The cell ahead on this side of the corner.
      const dx = (STEP_X[heading] ?? 0) + (STEP_X[(heading + side) % 4] ?? 0);
      const dy = (STEP_Y[heading] ?? 0) + (STEP_Y[(heading + side) % 4] ?? 0);
      return isFilled(x + (dx < 0 ? -1 : 0), y + (dy < 0 ? -1 : 0));
    };
    if (ahead(3)) return (heading + 3) % 4;
    return ahead(1) ? heading : (heading + 1) % 4;
  };

  // Every ring goes right somewhere, below a filled cell.
  for (let y = 0; y < up; y++)
    for (let x = 0; x < across; x++)
      if (isFilled(x, y) && !isFilled(x, y - 1) && walked[y * across + x] === 0) rings.push(walk(x, y));
  return rings;
}
