import {
  closeUpdate,
  type ProductUpdate,
  tellOwners,
  waitingUpdates,
} from '../../data/library/product-updates.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import { paths } from '../../paths.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { action, type Letterhead, mailText, oneLineName, quoted } from '../notifications/mail-layout.ts';
import type { NotifyParts } from '../notifications/notifications.ts';

const EVERY_MS = 60_000;
const UPDATES_AT_ONCE = 20;
/** People per batch: the database is free for other work between batches. */
const OWNERS_AT_ONCE = 500;
/** How long a change settles before it is told, in ms: a seller adds files one after another and corrects their words. */
export const UPDATE_SETTLES_MS = 15 * 60_000;

/** The notification that a model somebody owns has changed, in the seller's words. */
export function productUpdate(
  letterhead: Letterhead,
  { productId, version, note, name, store }: Omit<ProductUpdate, 'id' | 'changedAt'>,
): Occasion {
  const [what, who] = [oneLineName(name), oneLineName(store.name)];
  return {
    kind: 'product-update',
    storeId: store.id,
    key: `product-update:${productId}:${version}`,
    about: `product-update:${productId}`,
    title: `${what} has changed: version ${version}`,
    path: paths.libraryProduct(productId),
    mail: {
      subject: `${what} has changed`,
      ...mailText(letterhead, [
        `${who} changed a model that you own, ${what}. This is version ${version}:`,
        quoted(note),
        'It is in your library at no cost. What you had stays there as well.',
        action(letterhead, '', 'Open it in your library', paths.libraryProduct(productId)),
      ]),
    },
  };
}

/**
 * Tells owners of products that changed, each person once for each version. A restart loses and repeats nothing, because
 * existing notifications mark who was told; any number of processes may run it at once.
 * @returns the number of notifications.
 */
export async function tellProductUpdates(parts: NotifyParts, atOnce = OWNERS_AT_ONCE): Promise<number> {
  const { pb, now } = parts;
  let told = 0;
  for (const update of await waitingUpdates(pb, now() - UPDATE_SETTLES_MS, UPDATES_AT_ONCE)) {
    try {
      for (;;) {
        const batch = await tellOwners(pb, update, productUpdate(parts, update), now(), atOnce);
        told += batch;
        if (batch < atOnce) break;
      }
      await closeUpdate(pb, update.id, now());
    } catch (reason) {
      // One change that cannot be told must not keep all after it from their owners.
      parts.onError(reason);
    }
  }
  if (told > 0) parts.mailQueued();
  return told;
}

/** Tells owners now and every minute. */
export function openProductUpdates(parts: NotifyParts): PeriodicJob {
  return openPeriodicJob(() => tellProductUpdates(parts), EVERY_MS, parts.onError);
}
