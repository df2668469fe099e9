import type PocketBase from 'pocketbase';
import { productById } from '../../data/catalogue/products.ts';
import { changeProductState, undeliveredProducts } from '../../data/catalogue/seller-products.ts';
import { strikesOfOwner } from '../../data/moderation/cases.ts';
import type { ReviewScope } from '../../domain/catalogue/product-review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { strikeRefusal } from '../../domain/moderation/strikes.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { publishProduct } from './product-publishing.ts';

const EVERY_MS = 30_000;
/** Scheduling asks about AI. What was scheduled before it did keeps its day, and its page says that the artist has not said. */
const WAIVED = ['ai-missing'] as const;

/**
 * Publishes every scheduled product that is due, with its scheduled date. A product that no longer meets the rules
 * returns to state `ready`, where its seller sees what is missing; one that is reviewed first waits for that.
 */
export async function publishDue(
  pb: PocketBase,
  now: Instant,
  reviewScope: ReviewScope = 'none',
): Promise<void> {
  for (const { id, at } of await undeliveredProducts(pb, now)) {
    const due = await productById(pb, id);
    const stopped = due !== null && strikeRefusal(await strikesOfOwner(pb, due.store.id)) !== null;
    const refusals = stopped ? ['stopped'] : await publishProduct({ pb, reviewScope }, id, now, at, WAIVED);
    if (refusals.length === 0 || refusals.includes('changed-meanwhile')) continue;
    const product = await productById(pb, id);
    if (product?.state === 'scheduled') await changeProductState(pb, product, 'ready', now);
  }
}

/** Runs `publishDue` now and every 30 seconds. */
export function openProductSchedule(
  pb: PocketBase,
  now: () => Instant,
  reviewScope: () => ReviewScope,
  onError: (reason: unknown) => void,
): PeriodicJob {
  return openPeriodicJob(() => publishDue(pb, now(), reviewScope()), EVERY_MS, onError);
}
