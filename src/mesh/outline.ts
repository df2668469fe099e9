import { project } from './raster.ts';
import { traceRings } from './rings.ts';
import { simplify } from './simplify.ts';

/** Cells along the longer side of the picture the outline is traced from. */
const CELLS = 320;
/** At most this many rings; each keeps at least three corners. */
const MAX_RINGS = 16;
/** A ring smaller than this part of the largest is a speck. */
const SPECK = 0.002;
/** Corners nearer to the line than this are left out, in cells: the stairs of a slanting edge are. */
const TOLERANCE = 0.8;

/**
 * The outline of a mesh seen from the front (along y): what a lamp behind it would leave dark, to a 320th of its longer
 * side. Linear in the number of triangles.
 * @param corners nine finite numbers per triangle, in millimetres (see `readStl`).
 * @param maxPoints how many corners all rings may have together.
 * @returns rings, each the corners' distances to the right and up in turn, in mm from the lower left corner of the
 *   mesh's box; none where nothing is visible from the front.
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
  // As many digits as a thousandth of the longer side needs.
  const digits = Math.min(6, Math.max(0, Math.ceil(3 - Math.log10(CELLS * cellMm))));
  const mm = (cells: number, end: number) => Number(Math.min(cells * cellMm, end).toFixed(digits));
  return simplify(kept, TOLERANCE, maxPoints).map((ring) =>
    ring.map((cells, at) => mm(cells, at % 2 === 0 ? widthMm : heightMm)),
  );
}
