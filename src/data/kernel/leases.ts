import type PocketBase from 'pocketbase';
import { NEW_ID_SQL } from './record-id.ts';
import { sql } from './sql.ts';
import { transaction } from './transaction.ts';

/** The right of one process to work on something. A new holder for each taking: an old one never becomes valid again. */
export interface LeaseHolder {
  /** What is worked on, such as "upload/abc123abc123abc". At most 100 characters. */
  name: string;
  /** A record id that nobody else uses. */
  holder: string;
}

/** The database's clock in ms, the only one that all processes share. */
export const NOW_SQL = sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

/** True in a statement bound with `leaseParams` while the lease is held by this holder: the fence of a slow process. */
export const IS_HELD_SQL = sql`EXISTS (SELECT 1 FROM leases l WHERE l.name = {:leaseName} AND l.holder = {:leaseHolder})`;

export const leaseParams = ({ name, holder }: LeaseHolder) => ({ leaseName: name, leaseHolder: holder });

/**
 * Takes a lease that is free or over. False while somebody else holds it, who then learns that it is waited for when they
 * renew it.
 */
export async function takeLease(pb: PocketBase, lease: LeaseHolder, forMs: number): Promise<boolean> {
  const steps = transaction(pb);
  const taken = steps.count(
    sql`INSERT INTO leases (id, name, holder, until, waiting)
      VALUES (${NEW_ID_SQL}, {:leaseName}, {:leaseHolder}, ${NOW_SQL} + {:forMs}, 0)
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, waiting = 0
        WHERE leases.until < ${NOW_SQL}`,
    { ...leaseParams(lease), forMs },
  );
  steps.exec(
    sql`UPDATE leases SET waiting = 1 WHERE name = {:leaseName} AND holder <> {:leaseHolder} AND waiting = 0`,
    leaseParams(lease),
  );
  await steps.run();
  return taken.rows === 1;
}

/** How a renewal went: `awaited` is held, and somebody else waits for it. */
export type LeaseState = 'held' | 'awaited' | 'lost';

/** Holds a lease longer. `lost` if somebody else has taken it meanwhile. */
export async function renewLease(pb: PocketBase, lease: LeaseHolder, forMs: number): Promise<LeaseState> {
  const steps = transaction(pb);
  const held = steps.count(
    sql`UPDATE leases SET until = ${NOW_SQL} + {:forMs} WHERE name = {:leaseName} AND holder = {:leaseHolder}`,
    { ...leaseParams(lease), forMs },
  );
  const awaited = steps.count(
    sql`UPDATE leases SET waiting = 1 WHERE name = {:leaseName} AND holder = {:leaseHolder} AND waiting > 0`,
    leaseParams(lease),
  );
  await steps.run();
  if (held.rows === 0) return 'lost';
  return awaited.rows === 0 ? 'held' : 'awaited';
}

/** Gives a lease back. Does nothing if somebody else has taken it meanwhile. */
export async function endLease(pb: PocketBase, lease: LeaseHolder): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM leases WHERE name = {:leaseName} AND holder = {:leaseHolder}`, leaseParams(lease))
    .run();
}

/** Writes one row anew, to see whether the database can be written: that of a lease that nobody takes. */
export async function tryWrite(pb: PocketBase): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO leases (id, name, holder, until, waiting)
        VALUES (${NEW_ID_SQL}, 'write-trial', ${NEW_ID_SQL}, ${NOW_SQL}, 0)
        ON CONFLICT (name) DO UPDATE SET until = excluded.until`,
      {},
    )
    .run();
}

/** Deletes leases that ended this long ago: what killed processes left, which nobody may ever ask for again. */
export async function dropOldLeases(pb: PocketBase, olderThanMs: number): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM leases WHERE until < ${NOW_SQL} - {:olderThanMs}`, { olderThanMs })
    .run();
}
