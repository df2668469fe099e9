import { applyRetention } from '../../data/site/retention.ts';
import { RETENTION, RETENTION_IDS, retentionEnd } from '../../domain/site/retention.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** Deletes what is stored too long, as the table of `src/domain/site/retention.ts` says. */

export type RetentionParts = Pick<CommerceContext, 'pb' | 'operator' | 'now' | 'onError'>;

/** How many rows one write changes: others write in between. */
const BATCH = 500;
/** The most writes of one rule in a night. The next one goes on. */
const BATCHES = 200;

/** Does what every rule says. One that fails keeps no other from its turn. */
export async function endRetention({ pb, operator, now, onError }: RetentionParts): Promise<void> {
  for (const id of RETENTION_IDS) {
    const before = retentionEnd(RETENTION[id].kept, now(), operator.country);
    try {
      for (let turn = 0; turn < BATCHES; turn++)
        if ((await applyRetention(pb, id, before, BATCH)) === 0) break;
    } catch (reason) {
      onError(reason);
    }
  }
}

export const openRetention = (parts: RetentionParts): PeriodicJob =>
  openPeriodicJob(() => endRetention(parts), '04:00', parts.onError);
