import type { Instant } from '../kernel/instant.ts';
import { type Month, monthNumber } from '../kernel/month.ts';
import { type MembershipPeriod, periodGives } from './membership-period.ts';

/** What a reward counts: months in a row, or months in total. */
export const LOYALTY_KINDS = ['streak', 'total'] as const;
export type LoyaltyKind = (typeof LOYALTY_KINDS)[number];

export const LOYALTY_LIMITS = { name: 80, months: 120, products: 50 } as const;

/** A reward for staying, granted once. Ending it takes nothing away. */
export interface LoyaltyReward {
  id: string;
  guildId: string;
  name: string;
  kind: LoyaltyKind;
  /** Months needed, 1 to 120. */
  months: number;
  productIds: string[];
  state: 'draft' | 'active' | 'ended';
  /** When it became active and when it ended; null while a draft, or not ended. */
  startedAt: Instant | null;
  endedAt: Instant | null;
}

/** Validation errors of a reward by field. */
export function loyaltyRewardRefusals(
  reward: Pick<LoyaltyReward, 'name' | 'months' | 'productIds'>,
): Partial<Record<'name' | 'months' | 'productIds', string>> {
  const refusals: ReturnType<typeof loyaltyRewardRefusals> = {};
  if (reward.name.trim() === '' || reward.name.length > LOYALTY_LIMITS.name)
    refusals.name = `Use between 1 and ${LOYALTY_LIMITS.name} characters.`;
  if (!Number.isInteger(reward.months) || reward.months < 1 || reward.months > LOYALTY_LIMITS.months)
    refusals.months = `Enter a whole number from 1 to ${LOYALTY_LIMITS.months}.`;
  if (reward.productIds.length > LOYALTY_LIMITS.products)
    refusals.productIds = `Choose at most ${LOYALTY_LIMITS.products} models.`;
  return refusals;
}

export type LoyaltyMoveRefusal = 'no-such-move' | 'no-product';

export const LOYALTY_MOVE_REFUSAL_TEXTS: Record<LoyaltyMoveRefusal, string> = {
  'no-such-move': 'The reward cannot change to that state now. Reload the page.',
  'no-product': 'Add at least one model to the reward.',
};

/** Why a reward cannot change to this state, or null. An ended reward stays ended. */
export function loyaltyMoveRefusal(
  reward: Pick<LoyaltyReward, 'state' | 'productIds'>,
  to: 'active' | 'ended',
): LoyaltyMoveRefusal | null {
  if (reward.state !== (to === 'active' ? 'draft' : 'active')) return 'no-such-move';
  return to === 'active' && reward.productIds.length === 0 ? 'no-product' : null;
}

/** A member's streak and total, including this month. */
export interface MonthsReached {
  month: Month;
  streak: number;
  total: number;
}

type Counted = Pick<MembershipPeriod, 'month' | 'kind' | 'from'>;

/**
 * Streak and total after each counting month, earliest first. A skipped month neither adds to a streak nor breaks it; a
 * missing or refunded month breaks it. Months that have not begun do not count.
 */
export function monthsReached(periods: readonly Counted[], now: Instant): MonthsReached[] {
  const begun = periods.filter(({ from }) => from <= now);
  const counting = new Set(begun.filter(({ kind }) => periodGives(kind)).map(({ month }) => month));
  const bridging = new Set(begun.filter(({ kind }) => kind === 'skipped').map(({ month }) => month));
  const months = [...new Set([...counting, ...bridging])].sort();
  const reached: MonthsReached[] = [];
  let [streak, total, last] = [0, 0, ''];
  for (const month of months) {
    if (last !== '' && monthNumber(month) - monthNumber(last) > 1) streak = 0;
    last = month;
    if (!counting.has(month)) continue;
    streak += 1;
    total += 1;
    reached.push({ month, streak, total });
  }
  return reached;
}
