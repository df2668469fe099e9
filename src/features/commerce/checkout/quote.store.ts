import { actions } from 'astro:actions';
import { atom } from 'nanostores';
import type { OrderGift } from '../../../domain/commerce/order.ts';
import type { Quote } from '../../../domain/commerce/pricing.ts';
import { $cart, cart } from '../cart/cart.store.ts';

/** What the server says about the cart, and what is worth telling about it. */
export interface Asked {
  state: 'asking' | 'ready' | 'failed';
  quote: Quote | null;
  /** Sentences about what is no longer as it was put into the cart. */
  news: string[];
  problem: string | null;
}

export const $quote = atom<Asked>({ state: 'asking', quote: null, news: [], problem: null });
/** Whether the cart is for somebody else; his address comes with the payment. */
export const $gift = atom<OrderGift | null>(null);

let turn = 0;

/** Asks the server what the cart costs. Only the newest answer counts. */
export async function refreshQuote(): Promise<void> {
  const mine = ++turn;
  const { products, coupons } = $cart.get();
  if (products.length === 0)
    return $quote.set({ ...$quote.get(), state: 'ready', quote: null, problem: null });
  $quote.set({ ...$quote.get(), state: 'asking' });
  try {
    const { data, error } = await actions.checkout.quote({
      productIds: products.map(({ id }) => id),
      codes: coupons.map(({ code }) => code),
      gift: $gift.get() !== null,
    });
    if (mine !== turn) return;
    if (error) $quote.set({ ...$quote.get(), state: 'failed', problem: error.message });
    else applyQuote(data);
  } catch {
    if (mine !== turn) return;
    const problem = 'There is no connection, so prices cannot be checked. Your cart is kept.';
    $quote.set({ ...$quote.get(), state: 'failed', problem });
  }
}

/** Takes an answer over: prices go into the cart, what is owned already leaves it, and both are told. */
export function applyQuote(quote: Quote): void {
  const before = $cart.get();
  const news: string[] = [];
  const text = (cents: number) => (cents <= 0 ? 'free' : `$${(cents / 100).toFixed(2)}`);
  for (const line of quote.lines) {
    const kept = before.products.find(({ id }) => id === line.productId);
    if (kept && kept.price !== line.offerCents)
      news.push(`The price of ${line.name} changed from ${text(kept.price)} to ${text(line.offerCents)}.`);
  }
  for (const { productId, name, reason } of quote.refused) {
    if (reason !== 'owned') continue;
    news.push(`${name} is already in your library and was taken out of the cart.`);
    cart.remove(productId);
  }
  const refused = quote.refused.filter(({ reason }) => reason !== 'owned');
  $quote.set({
    state: 'ready',
    quote: { ...quote, refused },
    news: [...new Set([...$quote.get().news, ...news])],
    problem: null,
  });
  cart.reprice(new Map(quote.lines.map(({ productId, offerCents }) => [productId, offerCents])));
}
