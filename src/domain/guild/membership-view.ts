import type { Licence } from '../catalogue/product.ts';
import { dayText, type Instant } from '../kernel/instant.ts';
import { type Cents, priceText } from '../kernel/money.ts';
import { type Month, monthText } from '../kernel/month.ts';
import type { GrantKind } from './grant.ts';
import type { Billing, GuildState } from './guild.ts';
import { GRACE_MS, type Member, type MemberState, memberIsIn, type TierChangeRefusal } from './member.ts';
import type { PeriodKind } from './membership-period.ts';

/** A line of a user's list of memberships. */
export interface MembershipLine {
  guildId: string;
  guildName: string;
  storeName: string;
  storeSlug: string;
  tierName: string;
  member: MembershipSummary;
}

/** What members read about their own membership. */
export type MembershipSummary = Pick<
  Member,
  'state' | 'billing' | 'priceCents' | 'since' | 'joinedAt' | 'nextChargeAt' | 'failedSince' | 'streak'
> & {
  /** Total months, including imported ones. */
  months: number;
  /** Whether the months were given, by the artist or somebody who paid for them: nothing to pay, skip or cancel. */
  isGiven: boolean;
  /** Whether a free trial runs, also one that was cancelled. */
  isTrial: boolean;
  /** When the membership ends if it is left now, or was left; null if that is not known. */
  endsAt: Instant | null;
  /** The month that is skipped, running or still to come; null for none. */
  skips: Month | null;
  /** The tier from the next payment on; null for no change. */
  nextTierName: string | null;
  /** What the next payment costs, if it differs from the current price; else null. */
  nextCents: Cents | null;
};

/** Another tier of the guild, and whether the member can change to it. */
export interface TierChoice {
  id: string;
  name: string;
  /** What each payment would cost with the current billing. */
  priceCents: Cents;
  way: 'at-once' | 'with-next-payment';
  refusal: TierChangeRefusal | null;
}

/** A month of a member, and what it included. */
export interface MembershipMonth {
  id: string;
  month: Month;
  kind: PeriodKind;
  tierName: string;
  paidCents: Cents;
  /** It has not begun yet, like the later months of a paid year. */
  isAhead: boolean;
  brought: {
    kind: GrantKind;
    name: string;
    licence: Licence;
    isTakenBack: boolean;
    /** Its models that can be downloaded. */
    productIds: string[];
  }[];
}

/** Everything a membership's page shows. */
export interface MembershipView extends MembershipLine {
  guildState: GuildState;
  welcome: string;
  /** Discount in the guild's store, in whole percent. */
  percent: number;
  tierId: string;
  benefits: string[];
  tiers: TierChoice[];
  /** The current price of the tier, when it is higher than the member's and they may accept it; else null. */
  higherCents: Cents | null;
  /** A scheduled change of billing, and the other billing the member may choose. */
  paying: {
    next: { billing: Billing; cents: Cents } | null;
    choice: { billing: Billing; cents: Cents } | null;
  };
  /** Upcoming releases, soonest first; on trial also those that are out and come with the first payment. */
  coming: { title: string; month: Month; publishAt: Instant | null }[];
  /** Newest first. */
  months: MembershipMonth[];
  /** Why the next month cannot be skipped, as a sentence; null when it can. */
  skipRefusal: string | null;
  /** Number of the member's merchant licence, for its public page; null without one. */
  licenceNumber: string | null;
  now: Instant;
}

const EVERY: Record<Billing, string> = { monthly: 'a month', annual: 'a year' };

/** A price with its billing period: "$8.00 a month". */
export function rhythmText(cents: Cents, billing: Billing): string {
  return `${priceText(cents)} ${EVERY[billing]}`;
}

/** When a membership ends, in the words of question, answer and status: "on 22 December 2026". */
export function endText({ endsAt }: Pick<MembershipSummary, 'endsAt'>): string {
  return endsAt === null ? 'when your paid time ends' : `on ${dayText(endsAt)}`;
}

/** What is said of a month that has brought nothing, or nothing yet. */
export function emptyMonthText({ kind, isAhead }: Pick<MembershipMonth, 'kind' | 'isAhead'>): string {
  if (kind === 'trial') return 'A free trial. Models come with the first payment.';
  if (kind === 'skipped')
    return isAhead
      ? 'You pay nothing for this month and do not receive its releases.'
      : 'You paid nothing for this month and did not receive its releases.';
  if (!isAhead) return 'This month included nothing.';
  return kind === 'paid' ? 'Paid, not released yet.' : 'Not released yet.';
}

/** The membership's status as a sentence that says what happens next. */
export function membershipStatusText(member: MembershipSummary): string {
  const { state, nextChargeAt, failedSince, skips } = member;
  const on = nextChargeAt === null ? '' : ` on ${dayText(nextChargeAt)}`;
  if (member.isGiven && memberIsIn(state))
    return 'Your months are a gift. They end by themselves, and nothing is charged.';
  const texts: Record<MemberState, () => string> = {
    trialing: () =>
      `You are on a free trial. The first payment, ${priceText(member.priceCents)}, is due${on}. Models are yours from that payment on.`,
    active: () => {
      const skip = skips === null ? '' : ` You skip ${monthText(skips)} and pay nothing for it.`;
      return `You are a member.${skip} The next payment, ${priceText(member.nextCents ?? member.priceCents)}, is due${on}.`;
    },
    past_due: () =>
      `Your last payment failed. Pay${failedSince === null ? ' soon' : ` by ${dayText(failedSince + GRACE_MS)}`} to stay a member.`,
    cancelling: () =>
      member.isTrial
        ? `Your free trial ends ${endText(member)}. Nothing is charged.`
        : `Your membership ends ${endText(member)}. You are not charged again.`,
    lapsed: () => 'Your membership lapsed because a payment failed. What you received is yours.',
    left: () => 'You have left. What you received is yours.',
    banned: () => 'The artist has ended your membership. What you received is yours.',
  };
  return texts[state]();
}
