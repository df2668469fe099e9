import type { Instant } from '../kernel/instant.ts';

/** A packed archive of a product's files, as far as it is decided whether it stays. It can always be packed again. */
export interface KeptArchive {
  id: string;
  sizeBytes: number;
  /** When somebody last asked for it; up to ASKED_NOTED_EVERY_MS earlier than that in truth. */
  askedAt: Instant;
  /** Whether the product's files are others by now, so that nobody can ask for it any more. */
  superseded: boolean;
}

/** That an archive was asked for is noted no more often than this, in ms: a day's downloads write once. */
export const ASKED_NOTED_EVERY_MS = 86_400_000;

/** An archive of files that are others by now stays this long after it was last asked for, in ms. */
export const SUPERSEDED_STAYS_MS = 30 * 86_400_000;

/** Whatever the disk says, an archive stays this long after it was asked for, in ms: a slow line may still be at it. */
export const ASKED_STAYS_MS = 2 * 86_400_000;

/**
 * The archives that go: those whose files are others by now once nobody asked for 30 days, and of the others those
 * asked for longest ago, while all together weigh more than `limitBytes`.
 */
export function archivesToClear<Archive extends KeptArchive>(
  archives: readonly Archive[],
  limitBytes: number,
  now: Instant,
): Archive[] {
  const isOver = ({ superseded, askedAt }: Archive) => superseded && now - askedAt >= SUPERSEDED_STAYS_MS;
  const going = archives.filter(isOver);
  const staying = archives.filter((one) => !isOver(one)).sort((a, b) => a.askedAt - b.askedAt);
  let bytes = staying.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (const archive of staying) {
    if (bytes <= limitBytes || now - archive.askedAt < ASKED_STAYS_MS) break;
    going.push(archive);
    bytes -= archive.sizeBytes;
  }
  return going;
}
