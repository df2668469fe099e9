import type PocketBase from 'pocketbase';
import {
  boughtTogether,
  dueCompanions,
  saveCompanions,
  shapeOfProduct,
  shapesNear,
} from '../../data/assets/product-companions.ts';
import { similarShapes } from '../../domain/assets/model-match.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

const EVERY_MS = 10 * 60_000;
/** Lists stay true enough for a day. In ms. */
const KEPT_MS = 86_400_000;
const AT_ONCE = 20;
/** Products in one run at most: 43 000 a day, each a few milliseconds of the database. */
const RUN_MAX = 300;

/** Reckons what was bought together with products and what has a similar shape. Answers for how many. */
export async function reckonCompanions(pb: PocketBase, now: Instant): Promise<number> {
  let reckoned = 0;
  while (reckoned < RUN_MAX) {
    const due = await dueCompanions(pb, now - KEPT_MS, AT_ONCE);
    const lists = await Promise.all(
      due.map(async (product) => {
        const [together, own] = await Promise.all([boughtTogether(pb, product), shapeOfProduct(pb, product)]);
        return { product, together, shapes: own ? similarShapes(own, await shapesNear(pb, own)) : [] };
      }),
    );
    if (due.length > 0) await saveCompanions(pb, lists, now);
    reckoned += due.length;
    if (due.length < AT_ONCE) break;
  }
  return reckoned;
}

/** Reckons them now and every ten minutes, by the system's clock. */
export function openProductCompanions(pb: PocketBase, onError: (reason: unknown) => void): PeriodicJob {
  return openPeriodicJob(() => reckonCompanions(pb, Date.now()), EVERY_MS, onError);
}
