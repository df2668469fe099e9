import type { Coupon, CouponScope } from '../../../../domain/commerce/coupon.ts';
import type { CouponDraft } from '../../../../domain/commerce/coupon-draft.ts';
import { dollarsText, parseCents } from '../../../../domain/kernel/money.ts';
import { instantAtWallClock, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';

/** The form values of a coupon: texts that are not parsed yet. Times are in the seller's time zone. */
export interface CouponForm {
  code: string;
  kind: 'percent' | 'fixed';
  percent: string;
  amount: string;
  from: string;
  to: string;
  minimum: string;
  maxUses: string;
  maxUsesPerBuyer: string;
  scope: Exclude<CouponScope, 'tiers'>;
  productIds: string[];
  shelfIds: string[];
}

export const EMPTY_COUPON: CouponForm = {
  code: '',
  kind: 'percent',
  percent: '10',
  amount: '',
  from: '',
  to: '',
  minimum: '',
  maxUses: '',
  maxUsesPerBuyer: '',
  scope: 'all',
  productIds: [],
  shelfIds: [],
};

/** The form values of an existing coupon. */
export function couponFormOf(coupon: Coupon, timeZone: string): CouponForm {
  const number = (value: number | null) => (value === null ? '' : String(value));
  const clock = (at: number | null) => (at === null ? '' : wallClockAt(at, timeZone));
  return {
    code: coupon.code,
    kind: coupon.percent === null ? 'fixed' : 'percent',
    percent: number(coupon.percent),
    amount: coupon.fixedCents === null ? '' : dollarsText(coupon.fixedCents),
    from: clock(coupon.from),
    to: clock(coupon.to),
    minimum: coupon.minimumCents === 0 ? '' : dollarsText(coupon.minimumCents),
    maxUses: number(coupon.maxUses),
    maxUsesPerBuyer: number(coupon.maxUsesPerBuyer),
    scope: coupon.scope === 'tiers' ? 'all' : coupon.scope,
    productIds: coupon.productIds,
    shelfIds: coupon.shelfIds,
  };
}

/**
 * Parses the form values. Invalid values become NaN, which validation refuses at its field; NaN must not be sent, because
 * JSON would turn it into "no limit".
 * @param before the stored coupon: a time that was not edited keeps its exact value.
 */
export function draftOf(
  typed: CouponForm,
  timeZone: string,
  before: Coupon | null,
): CouponDraft & Pick<CouponForm, 'scope'> {
  const isPercent = typed.kind === 'percent';
  const stored = before && couponFormOf(before, timeZone);
  const moment = (field: 'from' | 'to') => {
    if (stored && before && typed[field] === stored[field]) return before[field];
    return typed[field] === '' ? null : (instantAtWallClock(typed[field], timeZone) ?? Number.NaN);
  };
  return {
    code: typed.code,
    percent: isPercent ? wholeNumber(typed.percent) : null,
    fixedCents: isPercent ? null : (parseCents(typed.amount) ?? Number.NaN),
    from: moment('from'),
    to: moment('to'),
    minimumCents: typed.minimum.trim() === '' ? 0 : (parseCents(typed.minimum) ?? Number.NaN),
    maxUses: typed.maxUses.trim() === '' ? null : wholeNumber(typed.maxUses),
    maxUsesPerBuyer: typed.maxUsesPerBuyer.trim() === '' ? null : wholeNumber(typed.maxUsesPerBuyer),
    scope: typed.scope,
    productIds: typed.scope === 'products' ? typed.productIds : [],
    shelfIds: typed.scope === 'shelves' ? typed.shelfIds : [],
  };
}

function wholeNumber(typed: string): number {
  const text = typed.replace(/[\s%]/g, '');
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
