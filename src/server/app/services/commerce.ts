import { type CouponTries, openCouponTries } from '../../commerce/coupon-tries.ts';
import { openPageLookups, type PageLookups } from '../../commerce/page-lookups.ts';
import { openViewCounter, type ViewCounter } from '../../commerce/view-counts.ts';
import { openWithdrawalTries, type WithdrawalTries } from '../../commerce/withdrawal/withdrawal-tries.ts';
import { reachableWithdrawal, type Withdrawal } from '../../commerce/withdrawal/withdrawals.ts';
import type { AskedWork } from '../../kernel/asked-work.ts';
import { type CommerceContext, withMore } from '../../kernel/commerce-context.ts';
import type { RateLimits } from '../../kernel/rate-limits.ts';
import type { AppParts } from '../parts.ts';
import type { Settings } from '../settings.ts';

/** Context of use cases that move money, and the limits of what visitors ask about it. */
export interface CommerceServices extends CommerceContext {
  /** Limits on wrong coupon codes. */
  couponTries: CouponTries;
  /** Limits on questions about unknown payment pages. */
  pageLookups: PageLookups;
  /** Limits on withdrawals that visitors ask for. */
  withdrawalTries: WithdrawalTries;
  /** What a mailed link to withdraw shows; null for one that is not valid. */
  withdrawalOf(token: string): Promise<Withdrawal | 'unreachable' | null>;
  /** Page views. */
  views: ViewCounter;
}

/** Adds the limits and page views to the context of money. */
export function openCommerce(
  parts: AppParts,
  commerce: CommerceContext,
  needs: { settings: Pick<Settings, 'limits'>; rateLimits: RateLimits; askedWork: AskedWork },
): CommerceServices {
  const { rateLimits, askedWork } = needs;
  const { limits } = needs.settings;
  const { pb, onError } = commerce;
  return withMore(commerce, {
    couponTries: openCouponTries(limits, rateLimits),
    pageLookups: openPageLookups(limits, rateLimits),
    withdrawalTries: openWithdrawalTries(limits, askedWork, rateLimits),
    withdrawalOf: (token: string) => reachableWithdrawal(commerce, token),
    views: parts.add(
      'view counts',
      openViewCounter({ pb, limits, counts: rateLimits, now: Date.now, onError }),
    ),
  });
}
