import type { Hall } from './hall.ts';

/** Where a process keeps its hall for code that Astro calls without locals: its own error pages, and development. */
const PLACE = Symbol.for('guildhall.hall');
const shelf = globalThis as { [PLACE]?: Hall };

/** Makes the hall known to everything in this process, whichever bundle it was built into. */
export function lendHall(hall: Hall): void {
  shelf[PLACE] = hall;
}

/** The hall of this process, or null where none is open, as while the site is built. */
export function lentHall(): Hall | null {
  return shelf[PLACE] ?? null;
}
