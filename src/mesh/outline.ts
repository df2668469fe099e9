import { project } from './raster.ts';
import { traceRings } from './rings.ts';
import { simplify } from './simplify.ts';

/** Grid cells along the longer side. */
const CELLS = 320;
/** Maximum number of rings; each keeps at least three corners. */
const MAX_RINGS = 16;
/** Smaller rings, relative to the largest, are dropped. */
const SPECK = 0.002;
/** Simplification tolerance in cells; removes the stair steps of slanted edges. */
const TOLERANCE = 0.8;

/**
 * The silhouette of a mesh seen from the front (along y), accurate to 1/320 of its longer side. Linear in the number of
 * triangles.
 * @param corners nine finite numbers per triangle, in millimetres (see `readStl`).
 * @param maxPoints maximum number of corners of all rings together.
 * @returns rings of alternating x and y in mm from the lower left corner of the mesh's box; empty if nothing is visible
 *   from the front.
 */
export function outlineOf(corners: Float32Array, maxPoints: number): number[][] {
  const picture = project(corners, CELLS);
  if (picture === null) return [];
  const rings = traceRings(picture).sort((a, b) => b.area - a.area);
  const kept = rings
    .filter(({ area }) => area >= (rings[0]?.area ?? 0) * SPECK)
    .slice(0, MAX_RINGS)
    .map(({ points }) => points);
  const { cellMm, widthMm, heightMm } = picture;
  // Rounds to about a thousandth of the longer side.
  const digits = Math.min(6, Math.max(0, Math.ceil(3 - Math.log10(CELLS * cellMm))));
  const mm = (cells: number, end: number) => Number(Math.min(cells * cellMm, end).toFixed(digits));
  return simplify(kept, TOLERANCE, maxPoints).map((ring) =>
    ring.map((cells, at) => mm(cells, at % 2 === 0 ? widthMm : heightMm)),
  );
}
