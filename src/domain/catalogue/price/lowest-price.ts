import type { Instant } from '../../kernel/instant.ts';
import type { Cents } from '../../kernel/money.ts';
import { type PriceTerms, priceNow } from '../product.ts';

/** Whose lowest price counts, in ms before the reduction began. Source: Directive 98/6/EC, Art. 6a. */
export const LOWEST_PRICE_WITHIN_MS = 30 * 86_400_000;

interface Stretch {
  from: Instant;
  to: Instant;
  payCents: Cents;
  isReduced: boolean;
}

/**
 * The lowest price of the 30 days before the sale that runs at `now` began, as a sale price is to be shown with it. A sale
 * that is changed while it runs, or follows another without a pause, began with the first. Null where no sale runs, or the
 * product was not offered before it. Prices of members, coupons and full releases do not count: not everybody gets them.
 * @param history oldest first; terms hold until the next ones.
 */
export function lowestPriceBeforeSale(history: readonly PriceTerms[], now: Instant): Cents | null {
  const stretches = history.flatMap((terms, at) => stretchesOf(terms, history[at + 1]?.since ?? now + 1));
  const current = stretches.findLastIndex(({ from, to }) => from <= now && now < to);
  if (!stretches[current]?.isReduced) return null;
  let first = current;
  while (stretches[first - 1]?.isReduced) first -= 1;
  const began = stretches[first]?.from ?? now;
  const before = stretches.filter(({ from, to }) => from < began && to > began - LOWEST_PRICE_WITHIN_MS);
  return before.length === 0 ? null : Math.min(...before.map(({ payCents }) => payCents));
}

/** Stretches of one price while terms held. Times in which nobody could buy it are left out. */
function stretchesOf({ since, offered, ...terms }: PriceTerms, until: Instant): Stretch[] {
  if (!offered) return [];
  const turns = terms.sale ? [terms.sale.from, terms.sale.to] : [];
  const bounds = [since, ...turns.filter((turn) => turn > since && turn < until), until];
  return bounds.slice(0, -1).flatMap((from, at) => {
    const to = bounds[at + 1] ?? until;
    const { payCents, percentOff } = priceNow(terms, from);
    return from < to ? [{ from, to, payCents, isReduced: percentOff !== null }] : [];
  });
}
