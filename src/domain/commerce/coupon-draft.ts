import type { Instant } from '../kernel/instant.ts';
import { type Cents, MAXIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { counted } from '../kernel/plural.ts';
import { COUPON_CODE, type Coupon, type CouponScope, type CouponState, couponState } from './coupon.ts';
import { priceCart } from './pricing.ts';

/** The fields of a coupon that a seller edits. The code is fixed once created; `off` has an action of its own. */
export type CouponDraft = Omit<Coupon, 'id' | 'storeId' | 'uses' | 'off'>;

export const PERCENT_MIN = 5;
export const PERCENT_MAX = 100;
/** The largest fixed amount: 1 000 dollars. */
export const FIXED_MAX_CENTS: Cents = 100_000;
export const USES_MAX = 1_000_000;
/** Maximum number of products in one coupon, of shelves in one coupon, and of coupons in one store. */
export const COUPON_PRODUCTS_MAX = 500;
export const COUPON_SHELVES_MAX = 100;
export const COUPONS_MAX = 500;

export type CouponField = keyof CouponDraft;

/** Results of a coupon over all paid orders. */
export interface CouponResult {
  orders: number;
  /** What buyers paid for the discounted products, less refunds. */
  paidCents: Cents;
  /** Sum of the discounts. */
  discountCents: Cents;
}

/**
 * Validates a coupon: one error sentence per invalid field, empty if it can be saved. The code is checked only if given,
 * because it never changes after creation.
 * @param before the stored coupon when editing; its end may stay even if it has passed.
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
    if (Number.isNaN(coupon[field])) refusals[field] = 'Enter a date and a time.';
  if (to !== null && from !== null && to <= from) refusals.to = 'Enter an end that is after the start.';
  else if (to !== null && to <= now && to !== before?.to) refusals.to = 'This time is in the past.';
  if (!isWithin(coupon.minimumCents, 0, MAXIMUM_PRICE_CENTS))
    refusals.minimumCents = `Enter an amount of at most ${priceText(MAXIMUM_PRICE_CENTS)}, or leave it empty.`;
  for (const field of ['maxUses', 'maxUsesPerBuyer'] as const) {
    const limit = coupon[field];
    if (limit !== null && !isWithin(limit, 1, USES_MAX))
      refusals[field] = 'Enter a whole number of at least 1, or leave it empty.';
  }
  if (coupon.scope === 'products' && !isWithin(coupon.productIds.length, 1, COUPON_PRODUCTS_MAX))
    refusals.productIds = `Choose at least one model, and at most ${COUPON_PRODUCTS_MAX}.`;
  if (coupon.scope === 'shelves' && !isWithin(coupon.shelfIds.length, 1, COUPON_SHELVES_MAX))
    refusals.shelfIds = 'Choose at least one category.';
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
  products: 'One of the models you chose is gone. Reload the page.',
  shelves: 'One of the categories you chose no longer exists. Reload the page.',
};

/** Sorts coupons for the seller's list: active, then scheduled, then the rest. Stable within each group. */
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

/** Letters and digits without the ones that look alike: 0 and O, 1, I and L, 5 and S. */
const ALPHABET = 'ABCDEFGHJKMNPQRTUVWXYZ2346789';
const CODE_LENGTH = 8;

/** Generates an unguessable code from random bytes; 64 always suffice. @throws RangeError if there are too few. */
export function codeFrom(random: Uint8Array): string {
  // Bytes above the last multiple of the alphabet's length would make its first letters more likely.
  const fair = [...random].filter((byte) => byte < 256 - (256 % ALPHABET.length));
  if (fair.length < CODE_LENGTH) throw new RangeError('too few random bytes for a code');
  return fair
    .slice(0, CODE_LENGTH)
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');
}

/** Names and times for the sentence about a coupon. A name is null if it is unknown. */
export interface CouponLabels {
  productName: (id: string) => string | null;
  shelfName: (id: string) => string | null;
  moment: (at: Instant) => string;
}

/** Describes a coupon in plain words: "20 % off everything until 3 December 2026 at 18:00." and its conditions. */
export function couponSentence(coupon: CouponDraft, labels: CouponLabels): string {
  const { from, to, minimumCents, maxUses, maxUsesPerBuyer } = coupon;
  const times = [
    from === null ? '' : ` from ${labels.moment(from)}`,
    to === null ? '' : ` until ${labels.moment(to)}`,
  ].join('');
  const limits = [
    maxUses === null ? '' : `${timesText(maxUses)} in total`,
    maxUsesPerBuyer === null ? '' : `${timesText(maxUsesPerBuyer)} per buyer`,
  ].filter((limit) => limit !== '');
  return [
    `${discountText(coupon)} ${scopeText(coupon, labels)}${times}.`,
    minimumCents > 0 ? `Minimum spend: ${priceText(minimumCents)}.` : '',
    limits.length > 0 ? `Can be used ${limits.join(', ')}.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** "20 % off", "$5.00 off". */
export function discountText({ percent, fixedCents }: Pick<CouponDraft, 'percent' | 'fixedCents'>): string {
  return percent !== null ? `${percent}% off` : `${priceText(fixedCents ?? 0)} off`;
}

function timesText(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}

function scopeText(
  coupon: Pick<CouponDraft, 'scope' | 'productIds' | 'shelfIds'>,
  labels: CouponLabels,
): string {
  const texts: Record<CouponScope, () => string> = {
    all: () => 'everything',
    products: () => namesText(coupon.productIds.map(labels.productName), 'chosen model'),
    shelves: () => `everything in ${namesText(coupon.shelfIds.map(labels.shelfName), 'chosen category')}`,
    tiers: () => 'guild tiers',
  };
  return texts[coupon.scope]();
}

/** Names of chosen products that a sentence lists; more are counted. */
export const COUPON_NAMES_MAX = 3;

/** Up to three names, or their number. */
function namesText(names: readonly (string | null)[], kind: string): string {
  const known = names.filter((name) => name !== null);
  if (names.length === 0 || names.length > COUPON_NAMES_MAX || known.length < names.length)
    return counted(names.length, kind, `${kind.replace(/y$/, 'ie')}s`);
  return known.length === 3 ? `${known[0]}, ${known[1]} and ${known[2]}` : known.join(' and ');
}

/**
 * The price of one covered model, bought alone and not on sale, with the coupon. Null if the coupon has no effect: the
 * minimum spend is higher, or the model already costs the smallest amount that can be charged.
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
    openPrice: null,
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
    buyer: {
      id: null,
      ownedIds: new Set(),
      disputedIds: new Set(),
      couponUses: new Map(),
      memberPercents: new Map(),
    },
    gift: false,
    now,
  });
  return quote.discountCents > 0 ? quote.totalCents : null;
}
