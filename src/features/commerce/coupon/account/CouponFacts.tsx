import { COUPON_STATE_TEXTS, type Coupon, couponState } from '../../../../domain/commerce/coupon.ts';
import type { CouponResult } from '../../../../domain/commerce/coupon-draft.ts';
import { priceText } from '../../../../domain/kernel/money.ts';

/** Where a coupon stands now, as a mark. */
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

/** How often it was used, and what it brought. */
export function CouponFacts({ coupon, result }: { coupon: Coupon; result: CouponResult | null }) {
  const { uses, maxUses } = coupon;
  const used =
    maxUses === null ? (uses === 1 ? 'Used once' : `Used ${uses} times`) : `Used ${uses} of ${maxUses} times`;
  const brought =
    result && result.orders > 0
      ? `, brought ${amount(result.paidCents)} and took off ${amount(result.discountCents)}`
      : '';
  return (
    <p className="text-sm text-ink-3">
      {uses === 0 && maxUses === null ? 'Not used yet' : used}
      {brought}
    </p>
  );
}

/** An amount that may be nothing: nothing earned is not "Free". */
const amount = (cents: number) => (cents > 0 ? priceText(cents) : '$0.00');
