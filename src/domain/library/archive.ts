import type { Instant } from '../kernel/instant.ts';

/** What decides whether a stored archive of a product's files is kept. It can always be built again. */
export interface StoredArchive {
  id: string;
  sizeBytes: number;
  /** When it was last requested; the stored time lags by up to REQUEST_RECORDED_EVERY_MS. */
  requestedAt: Instant;
  /** Whether the product's files have changed since, so that it can no longer be requested. */
  superseded: boolean;
}

/** Minimum time between two records of a request, in ms: a day of downloads writes once. */
export const REQUEST_RECORDED_EVERY_MS = 86_400_000;

/** How long a superseded archive is kept after its last request, in ms. */
export const SUPERSEDED_RETENTION_MS = 30 * 86_400_000;

/** Every archive is kept this long after its last request, in ms, even over the limit: a slow download may still read it. */
export const MIN_RETENTION_MS = 2 * 86_400_000;

/**
 * The archives to delete: superseded ones that were not requested for 30 days, then the least recently requested ones
 * while the total size exceeds `limitBytes`.
 */
export function archivesToClear<Archive extends StoredArchive>(
  archives: readonly Archive[],
  limitBytes: number,
  now: Instant,
): Archive[] {
  const isExpired = ({ superseded, requestedAt }: Archive) =>
    superseded && now - requestedAt >= SUPERSEDED_RETENTION_MS;
  const expired = archives.filter(isExpired);
  const remaining = archives
    .filter((archive) => !isExpired(archive))
    .sort((a, b) => a.requestedAt - b.requestedAt);
  let bytes = remaining.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (const archive of remaining) {
    if (bytes <= limitBytes || now - archive.requestedAt < MIN_RETENTION_MS) break;
    expired.push(archive);
    bytes -= archive.sizeBytes;
  }
  return expired;
}
