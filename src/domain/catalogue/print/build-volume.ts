import type { SizeMm } from '../product.ts';

/** The room in which a printer prints, in mm: the plate across and deep, and the height. */
export type BuildVolume = SizeMm;

/** The smallest and the largest side of a build volume that is understood, in mm. */
export const BUILD_SIDE_MM = { min: 20, max: 2000 } as const;

/** Whether this is a side of a build volume: within its range, and at most two decimals. */
export function isBuildSide(mm: number): boolean {
  return (
    mm >= BUILD_SIDE_MM.min && mm <= BUILD_SIDE_MM.max && Math.abs(mm * 100 - Math.round(mm * 100)) < 1e-6
  );
}

/**
 * A build volume from an address, such as "130x80x160"; null for anything else. A model may be turned on the plate, so the
 * longer side comes first: two ways to name one room are one search.
 */
export function parseBuildVolume(text: string): BuildVolume | null {
  const match = /^(\d{1,4}(?:\.\d{1,2})?)x(\d{1,4}(?:\.\d{1,2})?)x(\d{1,4}(?:\.\d{1,2})?)$/.exec(text);
  if (!match) return null;
  const [a, b, z] = match.slice(1).map(Number) as [number, number, number];
  if (![a, b, z].every(isBuildSide)) return null;
  return { x: Math.max(a, b), y: Math.min(a, b), z };
}

/** A build volume as it stands in an address; `parseBuildVolume` reads it. */
export function buildVolumeParam({ x, y, z }: BuildVolume): string {
  const side = (mm: number) => String(Math.round(mm * 100) / 100);
  return [side(Math.max(x, y)), side(Math.min(x, y)), side(z)].join('x');
}

/** "130 × 80 × 160 mm". */
export function buildVolumeText({ x, y, z }: BuildVolume): string {
  return `${x} × ${y} × ${z} mm`;
}

/** The room that pieces need where each may be turned on the plate. */
export interface NeededRoom {
  /** The longest of the pieces' shorter sides on the plate, in mm. */
  narrow: number;
  /** The longest of their longer sides on the plate, in mm. */
  wide: number;
  /** The highest, in mm. */
  tall: number;
}

/**
 * The room that all pieces find place in one by one, standing as they are in their files; null without pieces. All fit
 * into a printer exactly if this room does.
 */
export function neededRoom(pieces: readonly SizeMm[]): NeededRoom | null {
  if (pieces.length === 0) return null;
  return {
    narrow: Math.max(...pieces.map(({ x, y }) => Math.min(x, y))),
    wide: Math.max(...pieces.map(({ x, y }) => Math.max(x, y))),
    tall: Math.max(...pieces.map(({ z }) => z)),
  };
}

/** A build volume as the room it offers. */
export function offeredRoom({ x, y, z }: BuildVolume): NeededRoom {
  return { narrow: Math.min(x, y), wide: Math.max(x, y), tall: z };
}

/** Whether one room has place for another. */
export function hasRoom(offered: NeededRoom, needed: NeededRoom): boolean {
  return needed.narrow <= offered.narrow && needed.wide <= offered.wide && needed.tall <= offered.tall;
}
