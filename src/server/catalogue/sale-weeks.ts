import type PocketBase from 'pocketbase';
import {
  type Candidate,
  dueEntries,
  enterWeek,
  leaveWeek,
  weekCandidates,
  withTurn,
} from '../../data/catalogue/sale-weeks.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import {
  type AnnouncedWeek,
  type EntryRefusal,
  entryRefusal,
} from '../../domain/catalogue/price/sale-week.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** Products per transaction, so that the database stays free for others. */
const AT_ONCE = 500;
/** Products named with a reason; more are only counted. */
const NAMED = 20;

export interface SaleWeekJoin {
  joined: number;
  /** How many were left out, and the first of them by name with the reason; null where they were changed meanwhile. */
  leftOut: number;
  named: { name: string; refusal: EntryRefusal | null }[];
}

/**
 * Makes exactly these products of a store part of a sale week with one discount: those that joined before and are not among
 * them leave. Cut off, it is finished by doing it again.
 * @param productIds null for all that can
 */
export async function joinWeek(
  pb: PocketBase,
  storeId: string,
  week: AnnouncedWeek,
  { percent, productIds }: { percent: number; productIds: readonly string[] | null },
  now: Instant,
): Promise<SaleWeekJoin> {
  const outcome: SaleWeekJoin = { joined: 0, leftOut: 0, named: [] };
  const leaveOut = (product: Candidate, refusal: EntryRefusal | null) => {
    outcome.leftOut += 1;
    if (outcome.named.length < NAMED) outcome.named.push({ name: product.name, refusal });
  };
  if (productIds !== null) await leave(pb, storeId, week, now, productIds);
  for (let after = ''; ; ) {
    const found = await weekCandidates(pb, storeId, { ids: productIds, after, limit: AT_ONCE });
    const able = found.filter((product) => {
      const refusal = entryRefusal(product, week, percent, now);
      if (refusal !== null) leaveOut(product, refusal);
      return refusal === null;
    });
    const entered = able.length === 0 ? 0 : await enterWeek(pb, storeId, week, percent, able, now);
    outcome.joined += entered;
    outcome.leftOut += able.length - entered;
    const last = found.at(-1);
    if (!last || found.length < AT_ONCE) return outcome;
    after = last.id;
  }
}

/** Takes a store's products out of a sale week, except those that stay, and gives them their own prices back. */
export async function leave(
  pb: PocketBase,
  storeId: string,
  { slug }: Pick<AnnouncedWeek, 'slug'>,
  now: Instant,
  kept: readonly string[] = [],
): Promise<void> {
  while ((await leaveWeek(pb, storeId, slug, { kept, limit: AT_ONCE, now })) > 0);
}

/**
 * Gives models that wait for a later week its sale, now that the earlier one is over. What cannot be reduced any more leaves
 * that week. Several processes may do it at once.
 */
export async function takeTurns(pb: PocketBase, now: Instant): Promise<void> {
  for (;;) {
    const due = await dueEntries(pb, now, AT_ONCE);
    if (due.length === 0) return;
    const steps = transaction(pb);
    for (const entry of due) {
      const { product, week, percent } = entry;
      const refused = week.to <= now || entryRefusal(product, week, percent, now) !== null;
      withTurn(steps, entry, refused, now);
    }
    await steps.run();
    if (due.length < AT_ONCE) return;
  }
}

const EVERY_MS = 30_000;

/** The job by which models go from one sale week to the next. */
export function openSaleWeekTurns({ pb, now, onError }: CommerceContext): PeriodicJob {
  return openPeriodicJob(() => takeTurns(pb, now()), EVERY_MS, onError);
}
