import { type OpenPrice, openPriceCents } from '../catalogue/price/open-price.ts';
import { type PriceNow, priceNow } from '../catalogue/product.ts';
import { memberPriceCents } from '../guild/guild.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Cents, lessPercent, MINIMUM_PRICE_CENTS } from '../kernel/money.ts';
import { splitByWeight } from '../kernel/split.ts';
import {
  type Coupon,
  type CouponMissing,
  type CouponRefusal,
  couponCovers,
  couponState,
  type QuotedCoupon,
} from './coupon.ts';
import { type FullRelease, fullReleasePrices } from './full-release.ts';
import { type CartBuyer, type LineRefusal, lineRefusal, mayReadName, type Offer } from './offer.ts';

export interface QuoteLine {
  productId: string;
  name: string;
  picture: string;
  /** The day that is promised for a pre-order; absent for a finished model. */
  promisedDay?: Instant;
  storeId: string;
  storeName: string;
  /** Taken without a price: a free product, or one whose price the buyer chooses as 0. */
  free: boolean;
  /** What the buyer chooses within; null for a fixed price. */
  openPrice: (OpenPrice & { minimumCents: Cents }) | null;
  /** The price without any discount; of an open price what the buyer chose. */
  listCents: Cents;
  /** Price without coupons: the list, sale or member price, or its part of a full release's price. */
  offerCents: Cents;
  /** The best of sale, membership, full release and coupon; list - discount = pay. */
  discountCents: Cents;
  salePercent: number | null;
  /** Lowest price of the 30 days before the sale; null without a sale, or where it is not known. */
  lowestCents: Cents | null;
  /** Member discount of the store's guild; null if there is none, or another discount is better. */
  memberPercent: number | null;
  /** Title of the full release or bundle it is bought with; null if there is none, or another discount is better. */
  releaseTitle: string | null;
  couponId: string | null;
  couponCode: string | null;
  payCents: Cents;
}

/** What a cart costs now, as the server calculates it. */
export interface Quote {
  lines: QuoteLine[];
  /**
   * Products that cannot be bought, each with its reason. `name` is empty if no product has that id, or this buyer may not
   * know it: the name of a draft is its seller's secret.
   */
  refused: { productId: string; name: string; reason: LineRefusal }[];
  coupons: QuotedCoupon[];
  listCents: Cents;
  discountCents: Cents;
  totalCents: Cents;
}

/**
 * Prices a cart. Every product is bought once; an unknown id is refused as gone. One coupon per seller applies, the best
 * one for the buyer; of sale, membership, full release and coupon the lowest price wins. A discounted line costs nothing
 * or at least the smallest amount that can be charged.
 * @param wanted ids in the cart's order.
 * @param codes coupon codes, normalised by `couponCode`.
 */
export function priceCart(cart: {
  productIds: readonly string[];
  products: ReadonlyMap<string, Offer>;
  /** What the buyer chose to pay for products with an open price, by id. Without a choice they pay the minimum. */
  chosen?: ReadonlyMap<string, Cents>;
  codes: readonly string[];
  coupons: readonly Coupon[];
  /** Full releases, and bundles as `bundleOffers` has them, that the cart may contain. */
  releases?: readonly FullRelease[];
  /** Lowest prices of the 30 days before a sale, by product. */
  lowest?: ReadonlyMap<string, Cents>;
  buyer: CartBuyer;
  gift: boolean;
  now: Instant;
}): Quote {
  const { products, codes, coupons, buyer, gift, now } = cart;
  const offered: Offer[] = [];
  const refused: Quote['refused'] = [];
  for (const id of new Set(cart.productIds)) {
    const product = products.get(id);
    const reason = product ? lineRefusal(product, buyer, gift) : 'gone';
    if (!product || reason)
      refused.push({
        productId: id,
        name: product && mayReadName(product, buyer) ? product.name : '',
        reason: reason ?? 'gone',
      });
    else offered.push(product);
  }
  const baseLines = withReleases(
    offered.map((product) => ({
      ...baseLine(product, cart.chosen?.get(product.id) ?? null, buyer, now),
      lowestCents: cart.lowest?.get(product.id) ?? null,
    })),
    cart.releases ?? [],
  );
  const tries = [...new Set(codes)].flatMap((code): CouponTry[] => {
    const known = coupons.filter((coupon) => coupon.code === code);
    return known.length === 0
      ? [{ code, storeId: '', coupon: null, refusal: 'unknown', lines: [], savedCents: 0, missing: null }]
      : known.map((coupon) => tryCoupon(code, coupon, offered, baseLines, buyer, now));
  });
  const best = new Map<string, CouponTry>();
  for (const attempt of tries) {
    if (attempt.refusal) continue;
    if (attempt.savedCents > (best.get(attempt.storeId)?.savedCents ?? 0)) best.set(attempt.storeId, attempt);
  }
  const discounted = new Map(
    [...best.values()].flatMap(({ lines }) => lines.map((line) => [line.productId, line])),
  );
  const lines = baseLines.map((line) => discounted.get(line.productId) ?? line);
  const answers = [...new Set(codes)].map((code) => couponAnswer(code, tries, best));
  const listCents = sumOf(lines, (line) => line.listCents);
  const totalCents = sumOf(lines, (line) => line.payCents);
  return { lines, refused, coupons: answers, listCents, discountCents: listCents - totalCents, totalCents };
}

interface CouponTry {
  code: string;
  storeId: string;
  coupon: Coupon | null;
  refusal: CouponRefusal | null;
  /** The store's covered lines with this coupon applied where it is the better price. */
  lines: QuoteLine[];
  /** What it saves beyond the other discounts. */
  savedCents: Cents;
  missing: CouponMissing | null;
}

/** A line without coupons: the better of sale and member price; the sale if both are the same. */
function baseLine(product: Offer, chosen: Cents | null, buyer: CartBuyer, now: Instant): QuoteLine {
  const price = product.openPrice ? openPrice(product, chosen) : priceNow(product, now);
  const memberPercent = buyer.memberPercents.get(product.storeId) ?? 0;
  const memberCents = memberPriceCents(price.listCents, memberPercent);
  const byMember = memberCents < price.payCents;
  const payCents = byMember ? memberCents : price.payCents;
  return {
    productId: product.id,
    name: product.name,
    picture: product.picture,
    ...(product.promisedDay !== undefined && { promisedDay: product.promisedDay }),
    storeId: product.storeId,
    storeName: product.storeName,
    free: product.free || (product.openPrice !== null && price.listCents === 0),
    openPrice: product.openPrice && { ...product.openPrice, minimumCents: product.priceCents },
    listCents: price.listCents,
    offerCents: payCents,
    discountCents: price.listCents - payCents,
    salePercent: byMember ? null : price.percentOff,
    lowestCents: null,
    memberPercent: byMember ? memberPercent : null,
    releaseTitle: null,
    couponId: null,
    couponCode: null,
    payCents,
  };
}

/** What a buyer pays who chose an amount for a product with an open price. */
function openPrice({ priceCents }: Offer, chosen: Cents | null): PriceNow {
  const cents = openPriceCents(priceCents, chosen);
  return { listCents: cents, payCents: cents, percentOff: null };
}

/** Applies full-release prices to the lines that make up a release. */
function withReleases(lines: QuoteLine[], releases: readonly FullRelease[]): QuoteLine[] {
  if (releases.length === 0) return lines;
  const prices = fullReleasePrices(lines, releases);
  return lines.map((line) => {
    const price = prices.get(line.productId);
    if (!price) return line;
    const { payCents, title } = price;
    return {
      ...line,
      payCents,
      offerCents: payCents,
      discountCents: line.listCents - payCents,
      salePercent: null,
      memberPercent: null,
      releaseTitle: title,
    };
  });
}

function tryCoupon(
  code: string,
  coupon: Coupon,
  offered: readonly Offer[],
  baseLines: readonly QuoteLine[],
  buyer: CartBuyer,
  now: Instant,
): CouponTry {
  const answer = (refusal: CouponRefusal | null, lines: QuoteLine[] = [], savedCents = 0): CouponTry => ({
    code,
    storeId: coupon.storeId,
    coupon,
    refusal,
    lines,
    savedCents,
    missing: null,
  });
  if (couponState(coupon, now) !== 'active') return answer('unknown');
  const covered = baseLines.filter((line, at) => {
    const product = offered[at];
    return product !== undefined && line.payCents > 0 && couponCovers(coupon, product);
  });
  if (covered.length === 0) return answer('nothing-in-scope');
  const used = buyer.couponUses.get(coupon.id) ?? 0;
  if (coupon.maxUsesPerBuyer !== null && used >= coupon.maxUsesPerBuyer) return answer('used-up-by-buyer');
  const missingCents = coupon.minimumCents - sumOf(covered, (line) => line.payCents);
  if (missingCents > 0) {
    const storeName = covered[0]?.storeName ?? '';
    const missing = { cents: missingCents, storeName, coversAll: coupon.scope === 'all' };
    return { ...answer('minimum-not-met'), missing };
  }
  const lines = coupon.percent !== null ? byPercent(covered, coupon) : byFixedAmount(covered, coupon);
  const saved = sumOf(covered, (line) => line.payCents) - sumOf(lines, (line) => line.payCents);
  if (saved > 0) return answer(null, lines, saved);
  if (covered.some((line) => line.salePercent !== null)) return answer('sale-is-better');
  return answer(
    covered.some((line) => line.memberPercent !== null) ? 'member-price-is-better' : 'price-is-lowest',
  );
}

/** Discount of a line without coupons, in percent; null if there is none. */
function baseDiscountPercent(line: QuoteLine): number | null {
  if (line.releaseTitle !== null) return Math.floor((line.discountCents * 100) / line.listCents);
  return line.salePercent ?? line.memberPercent;
}

function byPercent(covered: readonly QuoteLine[], coupon: Coupon): QuoteLine[] {
  const percent = coupon.percent ?? 0;
  return covered.map((line) => {
    const pay = percent === 100 ? 0 : Math.max(lessPercent(line.listCents, percent), floorOf(line.listCents));
    return pay < line.payCents ? withCoupon(line, coupon, pay) : line;
  });
}

/**
 * Spreads a fixed amount over the lines at their list price. It replaces sales and member prices, the smallest first, as
 * long as that lowers the total. A line whose sale or member price is better than its part keeps it. The cart's order
 * does not matter.
 */
function byFixedAmount(covered: readonly QuoteLine[], coupon: Coupon): QuoteLine[] {
  const amount = coupon.fixedCents ?? 0;
  const sorted = covered.toSorted(
    (a, b) =>
      (baseDiscountPercent(a) ?? 0) - (baseDiscountPercent(b) ?? 0) || (a.productId < b.productId ? -1 : 1),
  );
  let listCents = 0;
  let room = 0;
  let others = sumOf(covered, (line) => line.payCents);
  let least = others;
  let included = 0;
  for (const [at, line] of sorted.entries()) {
    listCents += line.listCents;
    room += roomOf(line);
    others -= line.payCents;
    const toPay = others + (amount >= listCents ? 0 : listCents - Math.min(amount, room));
    if (baseDiscountPercent(line) !== null && toPay >= least) continue;
    least = toPay;
    included = at + 1;
  }
  return [...fixedOver(sorted.slice(0, included), coupon, amount), ...sorted.slice(included)];
}

function fixedOver(lines: readonly QuoteLine[], coupon: Coupon, amount: Cents): QuoteLine[] {
  const lists = lines.map((line) => line.listCents);
  const rooms = lines.map(roomOf);
  const all = lists.reduce((sum, list) => sum + list, 0);
  const room = rooms.reduce((sum, left) => sum + left, 0);
  const off = amount >= all ? lists : splitByWeight(Math.min(amount, room), rooms);
  return lines.map((line, at) => {
    const pay = line.listCents - (off[at] ?? 0);
    return pay < line.payCents ? withCoupon(line, coupon, pay) : line;
  });
}

/** The largest discount of a line before it costs the smallest amount that can be charged. */
function roomOf({ listCents }: QuoteLine): Cents {
  return listCents - floorOf(listCents);
}

/** The lowest price of a discounted line, unless it is free. */
function floorOf(listCents: Cents): Cents {
  return Math.min(listCents, MINIMUM_PRICE_CENTS);
}

function withCoupon(line: QuoteLine, coupon: Coupon, payCents: Cents): QuoteLine {
  return {
    ...line,
    payCents,
    discountCents: line.listCents - payCents,
    salePercent: null,
    memberPercent: null,
    releaseTitle: null,
    couponId: coupon.id,
    couponCode: coupon.code,
  };
}

function couponAnswer(
  code: string,
  tries: readonly CouponTry[],
  best: ReadonlyMap<string, CouponTry>,
): Quote['coupons'][number] {
  const own = tries.filter((attempt) => attempt.code === code);
  const applied = own.filter((attempt) => best.get(attempt.storeId) === attempt);
  if (applied.length > 0) {
    const discountCents = applied.reduce(
      (sum, { lines }) => sum + sumOf(lines, (line) => (line.couponId === null ? 0 : line.discountCents)),
      0,
    );
    return { code, discountCents, refusal: null, missing: null };
  }
  if (own.some((attempt) => attempt.refusal === null))
    return { code, discountCents: 0, refusal: 'other-code-is-better', missing: null };
  const explained = own.find((attempt) => attempt.refusal !== 'unknown');
  return {
    code,
    discountCents: 0,
    refusal: explained?.refusal ?? 'unknown',
    missing: explained?.missing ?? null,
  };
}

function sumOf<T>(entries: readonly T[], cents: (entry: T) => Cents): Cents {
  return entries.reduce((sum, entry) => sum + cents(entry), 0);
}
