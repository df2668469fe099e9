/** An amount in whole US cents, never a fraction, so that sums are exact. */
export type Cents = number;

/** The smallest amount Stripe charges in USD; a price between 1 and 49 cents is not possible. */
export const MINIMUM_PRICE_CENTS: Cents = 50;

/** The largest price of a product: 10 000 dollars. It is above any miniature's price and catches typing errors. */
export const MAXIMUM_PRICE_CENTS: Cents = 1_000_000;

/**
 * The price as text: "$5.99", or "Free" at 0 and below.
 * @throws RangeError when the amount is not a whole number of cents.
 */
export function priceText(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of cents: ${cents}`);
  if (cents <= 0) return 'Free';
  return `$${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * An amount that may be zero or negative: "$0.00", "$5.99", "−$3.00".
 * @throws RangeError when the amount is not a whole number of cents.
 */
export function moneyText(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of cents: ${cents}`);
  const size = Math.abs(cents);
  return `${cents < 0 ? '−' : ''}$${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/**
 * What is left of a price after `percent` off, rounded half up to a whole cent: 25 % off 999 is 749.
 * @param percent whole number from 0 to 100.
 * @throws RangeError when either number is out of its range.
 */
export function lessPercent(cents: Cents, percent: number): Cents {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not a price: ${cents}`);
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new RangeError(`not a percentage: ${percent}`);
  return Math.floor((cents * (100 - percent) + 50) / 100);
}

/** Parses a typed amount in dollars: "12", "12.5", "$12.50", also with a decimal comma. Null where it is no amount. */
export function parseCents(typed: string): Cents | null {
  const parts = /^\$?(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/\s/g, ''));
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null;
}

/** The amount as the value of an input field: "12.50", or "12" without cents. */
export function dollarsText(cents: Cents): string {
  const rest = cents % 100;
  return `${Math.trunc(cents / 100)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
