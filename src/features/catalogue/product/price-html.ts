import { type Product, priceNow } from '../../../domain/catalogue/product.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { priceText } from '../../../domain/kernel/money.ts';
import { type Html, html } from '../../../ui/html.ts';

/** What a product costs now, and what it costs without its sale. */
export function priceHtml(
  product: Pick<Product, 'priceCents' | 'free' | 'sale'>,
  now: Instant,
  className = '',
): Html {
  const { listCents, payCents, percentOff } = priceNow(product, now);
  const isOnSale = percentOff !== null;
  return html`<p class="flex flex-wrap items-baseline gap-x-2 font-display leading-none ${className}"><span${payCents <= 0 && html` class="text-verdigris"`}>${isOnSale && html`<span class="sr-only">Now </span>`}${priceText(payCents)}</span>${isOnSale && html`<span class="font-sans text-[0.6em] text-ink-3"><span class="sr-only">, was </span><s>${priceText(listCents)}</s></span>`}</p>`;
}
