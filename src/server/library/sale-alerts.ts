import { recordSaleAlert, wishesOnSaleAfter } from '../../data/library/wishes.ts';
import { saleIsNews } from '../../domain/library/wish.ts';
import { mailPicture } from '../catalogue/mail-pictures.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { saleAlert } from './wish-mails.ts';

const EVERY_MS = 3 * 60_000;

/** What sale alerts need of the commerce context. */
export type AlertParts = Pick<
  CommerceContext,
  'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued' | 'onError'
>;

/**
 * Notifies users of sales on products of their wish lists, once per sale. Users who own the product by now are skipped.
 * @returns the number of notified users.
 */
export async function sendSaleAlerts(parts: AlertParts): Promise<number> {
  const { pb } = parts;
  let notified = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const { wishes, next } = await wishesOnSaleAfter(pb, cursor, parts.now());
    for (const wish of wishes) {
      if (!saleIsNews(wish.sale, wish.alertedSale, parts.now())) continue;
      const { id: wishId, product, sale, owned } = wish;
      const occasion = owned
        ? null
        : saleAlert(parts, { wishId, product, sale, picture: mailPicture(parts.siteUrl, product) });
      if ((await recordSaleAlert(pb, wish, occasion, parts.now())) && occasion) notified++;
    }
    cursor = next;
  }
  if (notified > 0) parts.mailQueued();
  return notified;
}

/** Sends sale alerts now and every three minutes. */
export function openSaleAlerts(parts: AlertParts): PeriodicJob {
  return openPeriodicJob(() => sendSaleAlerts(parts), EVERY_MS, parts.onError);
}
