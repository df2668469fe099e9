import type PocketBase from 'pocketbase';
import { writeRuns } from '../../data/desk/heartbeat.ts';
import { REPLICA_JOB, SNAPSHOT_PROCESS } from '../../domain/desk/health.ts';
import { type ReplicaState, TELL_EVERY_MS } from './replica.ts';

/** Tells the health page how far the replica is: its last run is the newest moment that it has. */
export function tellReplica(pb: PocketBase, { at, lagMs, error }: ReplicaState): Promise<void> {
  const failedAt = error === '' ? null : at;
  const startedAt = at - Math.round(lagMs);
  const run = { everyMs: TELL_EVERY_MS, startedAt, endedAt: at, ms: Math.round(lagMs), error, failedAt };
  return writeRuns(pb, SNAPSHOT_PROCESS, [{ job: REPLICA_JOB, ...run, nextAt: at + TELL_EVERY_MS }]);
}
