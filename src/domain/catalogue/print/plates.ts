import type { ProductFile, SizeMm } from '../product.ts';
import type { BuildVolume } from './build-volume.ts';
import type { Resin } from './resin.ts';

/**
 * How many plates a model takes: an estimate from the boxes around its pieces. Slicers pack outlines closer, and supports and
 * tilting take more room.
 */

/** The room that is left between two pieces, in mm. */
export const PIECE_GAP_MM = 2;
/** With more pieces than this nothing is estimated: it would hold up the page. */
export const PIECES_MAX = 400;

/** A piece on a plate: its lower left corner and the sides of its box there, in mm. `plate` counts from 0. */
export interface Placement {
  plate: number;
  x: number;
  y: number;
  width: number;
  depth: number;
}

interface Shelf {
  plate: number;
  /** Where the shelf begins, how deep it is, and how far it is filled from the left, in mm. */
  y: number;
  depth: number;
  filled: number;
}

/** Boxes come from measured meshes, with noise far below this, in mm. */
const NOISE_MM = 1e-6;

/**
 * Places pieces on plates, each standing as in its file, turned by a right angle where that is needed: in shelves across the
 * plate, the deepest pieces first, each on the first shelf that has room.
 * @returns null if a piece fits on no plate, or there are too many.
 */
export function platesOf(
  pieces: readonly SizeMm[],
  plate: BuildVolume,
  gapMm: number = PIECE_GAP_MM,
): Placement[] | null {
  if (pieces.length > PIECES_MAX) return null;
  const across = Math.max(plate.x, plate.y) + NOISE_MM;
  const deep = Math.min(plate.x, plate.y) + NOISE_MM;
  const laid: { width: number; depth: number }[] = [];
  for (const piece of pieces) {
    // Lying, a piece takes little depth of its shelf; that is how most go on a plate.
    const [width, depth] = [Math.max(piece.x, piece.y), Math.min(piece.x, piece.y)];
    if (piece.z > plate.z + NOISE_MM || width > across || depth > deep) return null;
    laid.push({ width, depth });
  }
  laid.sort((a, b) => b.depth - a.depth || b.width - a.width);
  const shelves: Shelf[] = [];
  /** How far each plate is filled from the front. */
  const filled: number[] = [];
  return laid.map(({ width, depth }) => {
    // Deeper pieces come first, so every shelf is deep enough.
    let shelf = shelves.find((one) => one.filled + gapMm + width <= across);
    if (!shelf) {
      let at = filled.findIndex((used) => used + gapMm + depth <= deep);
      if (at < 0) at = filled.push(-gapMm) - 1;
      shelf = { plate: at, y: (filled[at] as number) + gapMm, depth, filled: -gapMm };
      filled[at] = shelf.y + depth;
      shelves.push(shelf);
    }
    const x = shelf.filled + gapMm;
    shelf.filled = x + width;
    return { plate: shelf.plate, x, y: shelf.y, width, depth };
  });
}

/** How many plates pieces take; null if a piece fits on none, or there are no pieces, or too many. */
export function plateCount(pieces: readonly SizeMm[], plate: BuildVolume): number | null {
  const placed = platesOf(pieces, plate);
  if (placed === null || placed.length === 0) return null;
  return Math.max(...placed.map(({ plate: at }) => at)) + 1;
}

/**
 * The pieces of one copy of a model: those of the files with supports where there are such, else those without, else any. Of
 * several scales only the first counts.
 */
export function piecesOf(
  files: readonly Pick<ProductFile, 'role' | 'scale' | 'mesh' | 'retiredAt'>[],
): SizeMm[] {
  const measured = files.filter(({ mesh, retiredAt }) => mesh !== null && retiredAt === null);
  const chosen =
    (['presupported', 'unsupported'] as const)
      .map((role) => measured.filter((file) => file.role === role))
      .find((some) => some.length > 0) ?? measured;
  const scale = chosen[0]?.scale;
  return chosen.flatMap((file) => (file.mesh && file.scale === scale ? [file.mesh.size] : []));
}

/** What printing a product takes: its pieces, and the resin; null if that was not measured. */
export interface PrintNeeds {
  pieces: SizeMm[];
  resin: Resin | null;
}

/** "fits on one plate", "takes 3 plates", "does not fit"; null without measured pieces. */
export function platesText({ pieces }: Pick<PrintNeeds, 'pieces'>, plate: BuildVolume): string | null {
  if (pieces.length === 0 || pieces.length > PIECES_MAX) return null;
  const count = plateCount(pieces, plate);
  if (count === null) return 'does not fit';
  return count === 1 ? 'fits on one plate' : `takes ${count} plates`;
}
