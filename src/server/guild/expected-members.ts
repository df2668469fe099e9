import type PocketBase from 'pocketbase';
import { forgetExpectedMembers } from '../../data/guild/guild-tenure.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

const EVERY_MS = 3_600_000;

/** Deletes, every hour, the addresses of people who are not expected any more. */
export function openExpectedMembers({
  pb,
  now,
  onError,
}: {
  pb: PocketBase;
  now: () => Instant;
  onError: (reason: unknown) => void;
}): PeriodicJob {
  return openPeriodicJob(() => forgetExpectedMembers(pb, now()), EVERY_MS, onError);
}
