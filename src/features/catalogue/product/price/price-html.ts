import { lowestPriceBeforeSale } from '../../../../domain/catalogue/price/lowest-price.ts';
import { type PriceTerms, type Product, priceLabel, priceNow } from '../../../../domain/catalogue/product.ts';
import type { Instant } from '../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { type Html, html } from '../../../../ui/html.ts';

/** What a product costs, with the terms of before where the lowest price before its sale is to be said. */
export type Priced = Pick<Product, 'priceCents' | 'free' | 'openPrice' | 'sale'> & {
  terms?: readonly PriceTerms[];
};

/**
 * What a product costs now, and what it costs without its sale. Beside a sale price stands the lowest price of the 30 days
 * before, where it is known; a price that buyers choose reads "from $3.00".
 */
export function priceHtml(product: Priced, now: Instant, className = ''): Html {
  const { listCents, payCents, percentOff } = priceNow(product, now);
  const isOnSale = percentOff !== null;
  const lowestCents = isOnSale && product.terms ? lowestPriceBeforeSale(product.terms, now) : null;
  const lowest =
    lowestCents !== null &&
    html`<span class="w-full font-sans text-[0.8125rem] leading-snug text-ink-3">Lowest in 30 days: ${priceText(lowestCents)}</span>`;
  return html`<p class="flex flex-wrap items-baseline gap-x-2 font-display leading-none ${className}"><span${payCents <= 0 && html` class="text-verdigris"`}>${isOnSale && html`<span class="sr-only">Now </span>`}${priceLabel(product, now)}</span>${isOnSale && html`<span class="font-sans text-[0.6em] text-ink-3"><span class="sr-only">, was </span><s>${priceText(listCents)}</s></span>`}${lowest}</p>`;
}
