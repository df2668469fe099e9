import { actions } from 'astro:actions';
import { atom } from 'nanostores';
import type { Cart } from '../../../domain/commerce/cart.ts';
import type { CheckoutGap } from '../../../domain/commerce/checkout/checkout-gap.ts';
import type { OrderGift } from '../../../domain/commerce/order.ts';
import type { ProductOrigin } from '../../../domain/commerce/origin.ts';
import type { Quote } from '../../../domain/commerce/pricing.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import { $cart, cart } from '../cart/cart.store.ts';
import { $origins } from '../views/stored-origins.ts';

/** The server's quote for the cart, and what changed since products were added. */
export interface QuoteState {
  state: 'loading' | 'ready' | 'failed';
  quote: Quote | null;
  /** Sentences about changes since products were added. */
  news: string[];
  problem: string | null;
}

export const $quote = atom<QuoteState>({ state: 'loading', quote: null, news: [], problem: null });
/** Gift options of the cart; null if it is not a gift. */
export const $gift = atom<OrderGift | null>(null);

/** What was missing when the button was last pressed; its field says so until it is there. */
export const $gap = atom<CheckoutGap | null>(null);

/** The elements that a missing thing leads to. */
export const GAP_FIELDS: Record<CheckoutGap, string> = {
  'gift-unconfirmed': 'gift-unconfirmed',
  'gift-address': 'gift-email',
  'not-given': 'waiver',
  'other-wording': 'waiver',
};

/** Says what is missing beside its field, and takes focus and window there. */
export function leadTo(gap: CheckoutGap): void {
  $gap.set(gap);
  const field = document.getElementById(GAP_FIELDS[gap]);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  field?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
  field?.focus({ preventScroll: true });
}

let latest = 0;

/** Fetches a quote for the cart. Stale answers are ignored. */
export async function refreshQuote(): Promise<void> {
  const request = ++latest;
  const { products, coupons } = $cart.get();
  if (products.length === 0)
    return $quote.set({ ...$quote.get(), state: 'ready', quote: null, problem: null });
  $quote.set({ ...$quote.get(), state: 'loading' });
  try {
    const { data, error } = await actions.checkout.quote({
      productIds: products.map(({ id }) => id),
      codes: coupons.map(({ code }) => code),
      chosen: chosenOf($cart.get()),
      gift: $gift.get() !== null,
    });
    if (request !== latest) return;
    if (error) $quote.set({ ...$quote.get(), state: 'failed', problem: error.message });
    else applyQuote(data);
  } catch {
    if (request !== latest) return;
    const problem = 'There is no connection, so prices cannot be checked. Your cart is saved.';
    $quote.set({ ...$quote.get(), state: 'failed', problem });
  }
}

/** Waits for the prices that are being asked for. */
export function quoteSettled(): Promise<QuoteState> {
  return new Promise((resolve) => {
    const stop = $quote.listen((now) => {
      if (now.state === 'loading') return;
      stop();
      resolve(now);
    });
    if ($quote.get().state === 'loading') return;
    stop();
    resolve($quote.get());
  });
}

/** What the buyer chose to pay, as the server asks for it. */
export function chosenOf({ products }: Cart): { productId: string; cents: Cents }[] {
  return products.flatMap(({ id, chosen }) => (chosen === undefined ? [] : { productId: id, cents: chosen }));
}

/** Where visits to the products came from, as far as this browser knows. The server forgets it for visitors who did not agree. */
export function originsOf({ products }: Cart): ProductOrigin[] {
  const stored = $origins.get();
  return products.flatMap(({ id }) => {
    const origin = stored.get(id);
    return origin ? { productId: id, origin } : [];
  });
}

/** Applies a quote: updates the cart's prices and promised days, removes owned products, and adds sentences about both. */
export function applyQuote(quote: Quote): void {
  const before = $cart.get();
  const news: string[] = [];
  const text = (cents: number) => (cents <= 0 ? 'free' : `$${(cents / 100).toFixed(2)}`);
  for (const line of quote.lines) {
    const known = before.products.find(({ id }) => id === line.productId);
    if (known && known.price !== line.offerCents)
      news.push(`The price of ${line.name} changed from ${text(known.price)} to ${text(line.offerCents)}.`);
  }
  for (const { productId, name, reason } of quote.refused) {
    if (reason !== 'owned') continue;
    news.push(`${name} is already in your library and was removed from your cart.`);
    cart.remove(productId);
  }
  const refused = quote.refused.filter(({ reason }) => reason !== 'owned');
  $quote.set({
    state: 'ready',
    quote: { ...quote, refused },
    news: [...new Set([...$quote.get().news, ...news])],
    problem: null,
  });
  cart.update(
    new Map(
      quote.lines.map(({ productId, offerCents, promisedDay }) => [
        productId,
        { price: offerCents, ...(promisedDay !== undefined && { promisedDay }) },
      ]),
    ),
  );
}
