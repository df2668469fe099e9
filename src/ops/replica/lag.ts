import type { Instant } from '../../domain/kernel/instant.ts';

/** A place in the log of the database: which log, and how many bytes of it. */
export type LogPosition = readonly [index: number, bytes: number];

/** What Litestream says of one database. */
export interface ReplicaPositions {
  /** What it has read of the database; null before it has. */
  read: LogPosition | null;
  /** What the replica has; null before it has anything. */
  copied: LogPosition | null;
}

const isAfter = (a: LogPosition, b: LogPosition) => a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);

/** Measures how long ago what the replica lacks was written, from positions that are told now and then. */
export function openReplicaLag(): { lagMs(now: Instant, positions: ReplicaPositions): number } {
  /** Positions that the replica does not have yet, and when each was first seen. */
  let missing: { at: Instant; position: LogPosition }[] = [];
  return {
    lagMs(now, { read, copied }) {
      const newest = missing.at(-1);
      // A new generation begins at its first log.
      if (read && newest && isAfter(newest.position, read)) missing = [];
      if (read && (!missing.at(-1) || isAfter(read, (missing.at(-1) as { position: LogPosition }).position)))
        missing.push({ at: now, position: read });
      if (copied) missing = missing.filter(({ position }) => isAfter(position, copied));
      return missing[0] ? now - missing[0].at : 0;
    },
  };
}

/** Reads the positions in what Litestream 0.3 serves at /metrics. */
export function positionsIn(metrics: string): ReplicaPositions {
  const metric = (name: string): number | null => {
    const [, value] = new RegExp(`^litestream_${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(metrics) ?? [];
    return value === undefined ? null : Number(value);
  };
  const position = (index: string, bytes: string): LogPosition | null => {
    const [log, size] = [metric(index), metric(bytes)];
    return log === null || size === null ? null : [log, size];
  };
  return {
    read: position('shadow_wal_index', 'shadow_wal_size'),
    copied: position('replica_wal_index', 'replica_wal_offset'),
  };
}
