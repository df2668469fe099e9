import { COUPON_STATE_TEXTS, type Coupon, couponState } from '../../../../domain/commerce/coupon.ts';
import type { CouponResult } from '../../../../domain/commerce/coupon-draft.ts';
import { priceText } from '../../../../domain/kernel/money.ts';

/** The state of a coupon as a badge. */
export function CouponStateMark({ coupon }: { coupon: Coupon }) {
  const state = couponState(coupon, Date.now());
  const look = { active: 'border-verdigris text-verdigris', scheduled: 'border-brass text-brass' };
  const colours = state === 'active' || state === 'scheduled' ? look[state] : 'border-line text-ink-2';
  return (
    <span className={`rounded-full border px-2.5 py-0.5 text-sm font-semibold ${colours}`}>
      {COUPON_STATE_TEXTS[state]}
    </span>
  );
}

/** How often a coupon was used, the revenue and the discounts. */
export function CouponFacts({ coupon, result }: { coupon: Coupon; result: CouponResult | null }) {
  const { uses, maxUses } = coupon;
  const used =
    maxUses === null ? (uses === 1 ? 'Used once' : `Used ${uses} times`) : `Used ${uses} of ${maxUses} times`;
  const results =
    result && result.orders > 0
      ? `, ${amount(result.paidCents)} in sales, ${amount(result.discountCents)} in discounts`
      : '';
  return (
    <p className="text-sm text-ink-3">
      {uses === 0 && maxUses === null ? 'Not used yet' : used}
      {results}
    </p>
  );
}

/** An amount where 0 is "$0.00" and not "Free". */
const amount = (cents: number) => (cents > 0 ? priceText(cents) : '$0.00');
