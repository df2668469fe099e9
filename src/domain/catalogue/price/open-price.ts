import { type Cents, MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS, priceText } from '../../kernel/money.ts';

/**
 * A price that each buyer chooses: at least the product's `priceCents`, its minimum, which may be 0. Pages call it "Pay
 * what you want".
 */
export interface OpenPrice {
  /** What its seller suggests; null for no suggestion. */
  suggestedCents: Cents | null;
}

export const PAY_WHAT_YOU_WANT = 'Pay what you want';

/** What a product with an open price costs, where one price is shown: "from $3.00", or "Pay what you want" from 0. */
export function openPriceText(minimumCents: Cents): string {
  return minimumCents <= 0 ? PAY_WHAT_YOU_WANT : `from ${priceText(minimumCents)}`;
}

/**
 * What a buyer pays who chose an amount: not less than the minimum, nothing or an amount that can be charged, and not more
 * than the largest price.
 * @param chosen null if they chose none: they pay the minimum.
 */
export function openPriceCents(minimumCents: Cents, chosen: Cents | null): Cents {
  if (chosen === null || chosen <= minimumCents) return minimumCents;
  return Math.min(Math.max(chosen, MINIMUM_PRICE_CENTS), MAXIMUM_PRICE_CENTS);
}

/** Why a buyer cannot choose this amount, as a sentence, or null. @param chosen null if it is no amount. */
export function chosenPriceRefusal(chosen: Cents | null, minimumCents: Cents): string | null {
  if (chosen === null) return 'Enter an amount in dollars and cents, such as 5.99.';
  if (chosen < minimumCents) return `Enter at least ${priceText(minimumCents)}.`;
  if (chosen > MAXIMUM_PRICE_CENTS) return `Enter at most ${priceText(MAXIMUM_PRICE_CENTS)}.`;
  return openPriceCents(minimumCents, chosen) === chosen
    ? null
    : `Enter 0, or at least ${priceText(MINIMUM_PRICE_CENTS)}.`;
}

export type OpenPriceRefusal = 'suggested-too-low' | 'suggested-too-high' | 'open-and-on-sale';

export const OPEN_PRICE_REFUSAL_TEXTS: Record<OpenPriceRefusal, string> = {
  'suggested-too-low': `Suggest at least the minimum, and at least ${priceText(MINIMUM_PRICE_CENTS)}.`,
  'suggested-too-high': `Suggest at most ${priceText(MAXIMUM_PRICE_CENTS)}.`,
  'open-and-on-sale': 'A price that buyers choose cannot be on sale.',
};

/** Why a product cannot have this open price, or null. Its minimum is checked by `priceRefusal`. */
export function openPriceRefusal(
  { suggestedCents }: OpenPrice,
  { priceCents, sale }: { priceCents: Cents; sale: unknown },
): OpenPriceRefusal | null {
  if (sale !== null) return 'open-and-on-sale';
  if (suggestedCents === null) return null;
  if (suggestedCents < Math.max(priceCents, MINIMUM_PRICE_CENTS)) return 'suggested-too-low';
  return suggestedCents > MAXIMUM_PRICE_CENTS ? 'suggested-too-high' : null;
}
