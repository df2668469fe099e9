import type { Instant } from '../kernel/instant.ts';
import { type Cents, MAXIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { COUPON_CODE, type Coupon, type CouponScope, type CouponState, couponState } from './coupon.ts';
import { priceCart } from './pricing.ts';

/** What a seller writes about a coupon. The code stays as it was made; whether it is on is switched beside. */
export type CouponDraft = Omit<Coupon, 'id' | 'storeId' | 'uses' | 'off'>;

export const PERCENT_MIN = 5;
export const PERCENT_MAX = 100;
/** The largest fixed amount: 1 000 dollars. */
export const FIXED_MAX_CENTS: Cents = 100_000;
export const USES_MAX = 1_000_000;
/** So many products a coupon names at most, and so many shelves; so many coupons has a store. */
export const COUPON_PRODUCTS_MAX = 500;
export const COUPON_SHELVES_MAX = 100;
export const COUPONS_MAX = 500;

export type CouponField = keyof CouponDraft;

/** What came of a coupon in orders that were paid. */
export interface CouponResult {
  orders: number;
  /** What buyers paid for the products it took something off, less what was given back. */
  paidCents: Cents;
  /** What it took off. */
  discountCents: Cents;
}

/**
 * What is wrong with a coupon as it was written, a sentence a field; empty where it can be kept. The code is asked about
 * where it is there: once made it stays.
 * @param before the coupon as it is kept, where it is one; an end that has passed may stay then.
 */
export function couponRefusals(
  coupon: Omit<CouponDraft, 'code'> & { code?: string },
  now: Instant,
  before: Pick<Coupon, 'to'> | null = null,
): Partial<Record<CouponField, string>> {
  const refusals: ReturnType<typeof couponRefusals> = {};
  const { percent, fixedCents, from, to } = coupon;
  if (coupon.code !== undefined && !COUPON_CODE.test(coupon.code))
    refusals.code = 'Use 5 to 20 letters and digits.';
  if (percent !== null && fixedCents !== null)
    refusals.percent = 'Choose a percentage or an amount, not both.';
  else if (fixedCents === null) {
    if (percent === null || !isWithin(percent, PERCENT_MIN, PERCENT_MAX))
      refusals.percent = `Enter a whole number from ${PERCENT_MIN} to ${PERCENT_MAX}.`;
  } else if (!isWithin(fixedCents, 1, FIXED_MAX_CENTS))
    refusals.fixedCents = `Enter an amount from ${priceText(1)} to ${priceText(FIXED_MAX_CENTS)}.`;
  for (const field of ['from', 'to'] as const)
    if (Number.isNaN(coupon[field])) refusals[field] = 'Enter a day and a time.';
  if (to !== null && from !== null && to <= from) refusals.to = 'Enter an end that is after the beginning.';
  else if (to !== null && to <= now && to !== before?.to) refusals.to = 'This moment has passed already.';
  if (!isWithin(coupon.minimumCents, 0, MAXIMUM_PRICE_CENTS))
    refusals.minimumCents = `Enter an amount of at most ${priceText(MAXIMUM_PRICE_CENTS)}, or nothing.`;
  for (const field of ['maxUses', 'maxUsesPerBuyer'] as const) {
    const limit = coupon[field];
    if (limit !== null && !isWithin(limit, 1, USES_MAX))
      refusals[field] = 'Enter a whole number from 1, or nothing.';
  }
  if (coupon.scope === 'products' && !isWithin(coupon.productIds.length, 1, COUPON_PRODUCTS_MAX))
    refusals.productIds = `Choose at least one model, and at most ${COUPON_PRODUCTS_MAX}.`;
  if (coupon.scope === 'shelves' && !isWithin(coupon.shelfIds.length, 1, COUPON_SHELVES_MAX))
    refusals.shelfIds = 'Choose at least one shelf.';
  return refusals;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

export type CouponChangeRefusal = 'gone' | 'code-taken' | 'too-many' | 'products' | 'shelves';

export const COUPON_CHANGE_REFUSAL_TEXTS: Record<CouponChangeRefusal, string> = {
  gone: 'This coupon is not there any more.',
  'code-taken': 'You have a coupon with this code already; choose another.',
  'too-many': `A store has at most ${COUPONS_MAX} coupons. Use one that is off for something new.`,
  products: 'One of the models you chose is gone. Load the page anew.',
  shelves: 'One of the shelves you chose is gone. Load the page anew.',
};

/** As a seller wants to see them: what works now, then what will, then the rest; each as they came. */
export function byUsefulness<T extends Parameters<typeof couponState>[0]>(
  coupons: readonly T[],
  now: Instant,
): T[] {
  const rank = { active: 0, scheduled: 1, exhausted: 2, expired: 2, off: 2 } satisfies Record<
    CouponState,
    number
  >;
  return coupons.toSorted((one, other) => rank[couponState(one, now)] - rank[couponState(other, now)]);
}

/** Letters and digits that nobody mistakes for another: none of 0 and O, 1, I and L, 5 and S. */
const CLEAR = 'ABCDEFGHJKMNPQRTUVWXYZ2346789';
const CODE_LENGTH = 8;

/** A code that nobody guesses, from random bytes; 64 always suffice. @throws RangeError where they are too few. */
export function codeFrom(random: Uint8Array): string {
  // Bytes beyond the last whole round of letters would make the first letters likelier.
  const fair = [...random].filter((byte) => byte < 256 - (256 % CLEAR.length));
  if (fair.length < CODE_LENGTH) throw new RangeError('too few random bytes for a code');
  return fair
    .slice(0, CODE_LENGTH)
    .map((byte) => CLEAR[byte % CLEAR.length])
    .join('');
}

/** How a sentence about a coupon names what it is for, and tells moments. Null where a name is not known. */
export interface CouponLabels {
  productName: (id: string) => string | null;
  shelfName: (id: string) => string | null;
  moment: (at: Instant) => string;
}

/** What a coupon does, in plain words: "20 % off everything until 3 December 2026 at 18:00." and its conditions. */
export function couponSentence(coupon: CouponDraft, words: CouponLabels): string {
  const { from, to, minimumCents, maxUses, maxUsesPerBuyer } = coupon;
  const times = [
    from === null ? '' : ` from ${words.moment(from)}`,
    to === null ? '' : ` until ${words.moment(to)}`,
  ].join('');
  const limits = [
    maxUses === null ? '' : `${timesText(maxUses)} in all`,
    maxUsesPerBuyer === null ? '' : `${timesText(maxUsesPerBuyer)} for each buyer`,
  ].filter((limit) => limit !== '');
  return [
    `${discountText(coupon)} ${scopeText(coupon, words)}${times}.`,
    minimumCents > 0 ? `What it is for must cost ${priceText(minimumCents)} or more together.` : '',
    limits.length > 0 ? `It works ${limits.join(', ')}.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** "20 % off", "$5.00 off". */
export function discountText({ percent, fixedCents }: Pick<CouponDraft, 'percent' | 'fixedCents'>): string {
  return percent !== null ? `${percent} % off` : `${priceText(fixedCents ?? 0)} off`;
}

function timesText(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}

function scopeText(
  coupon: Pick<CouponDraft, 'scope' | 'productIds' | 'shelfIds'>,
  words: CouponLabels,
): string {
  const texts: Record<CouponScope, () => string> = {
    all: () => 'everything',
    products: () => namesText(coupon.productIds.map(words.productName), 'chosen model'),
    shelves: () => `what stands on ${namesText(coupon.shelfIds.map(words.shelfName), 'chosen shelf')}`,
    tiers: () => 'guild tiers',
  };
  return texts[coupon.scope]();
}

/** Up to three names, or how many there are. */
function namesText(names: readonly (string | null)[], kind: string): string {
  const known = names.filter((name) => name !== null);
  if (names.length === 0 || names.length > 3 || known.length < names.length)
    return names.length === 1 ? `1 ${kind}` : `${names.length} ${kind.replace(/f$/, 've')}s`;
  return known.length === 3 ? `${known[0]}, ${known[1]} and ${known[2]}` : known.join(' and ');
}

/**
 * What one covered model of this price, bought alone and not on sale, costs with the coupon; null where the coupon does
 * nothing for it, for its minimum is higher or the model costs the least that can be charged.
 */
export function couponExample(coupon: CouponDraft, listCents: Cents, now: Instant): Cents | null {
  const product = {
    id: coupon.productIds[0] ?? 'model',
    name: '',
    picture: '',
    storeId: 'store',
    storeName: '',
    sellerId: 'seller',
    shelfIds: coupon.shelfIds,
    priceCents: listCents,
    free: false,
    sale: null,
    visible: true,
    selling: true,
  };
  const running = {
    id: 'coupon',
    storeId: 'store',
    uses: 0,
    off: false,
    maxUses: null,
    maxUsesPerBuyer: null,
  };
  const quote = priceCart({
    productIds: [product.id],
    products: new Map([[product.id, product]]),
    codes: [coupon.code],
    coupons: [{ ...coupon, ...running, from: null, to: null }],
    buyer: { id: null, ownedIds: new Set(), couponUses: new Map(), memberPercents: new Map() },
    gift: false,
    now,
  });
  return quote.discountCents > 0 ? quote.totalCents : null;
}
