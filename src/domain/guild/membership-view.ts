import type { Licence } from '../catalogue/product.ts';
import { dayText, type Instant } from '../kernel/instant.ts';
import { type Cents, priceText } from '../kernel/money.ts';
import type { Month } from '../kernel/month.ts';
import type { GrantKind } from './grant.ts';
import type { Billing, GuildState } from './guild.ts';
import { GRACE_MS, type Member, type MemberState, memberIsIn, type TierChangeRefusal } from './member.ts';
import type { PeriodKind } from './membership-period.ts';

/** A guild somebody is or was in, in a line of his list. */
export interface MembershipLine {
  guildId: string;
  guildName: string;
  storeName: string;
  storeSlug: string;
  tierName: string;
  member: MembershipSummary;
}

/** Where a member stands, as he himself may read it. */
export type MembershipSummary = Pick<
  Member,
  'state' | 'billing' | 'priceCents' | 'since' | 'joinedAt' | 'nextChargeAt' | 'failedSince' | 'streak'
> & {
  /** Months in all, those from elsewhere that the artist counts in with them. */
  months: number;
  /** Whether his months were given to him: there is nothing to pay, to skip or to cancel. */
  isGiven: boolean;
  /** When the months that are paid have run out; null where he has none. */
  coveredUntil: Instant | null;
  /** The tier he comes to with the next payment; null where he stays. */
  nextTierName: string | null;
  /** What the next payment costs where that is another sum than he pays now; else null. */
  nextCents: Cents | null;
};

/** Another tier of the guild, and whether he can come to it. */
export interface TierChoice {
  id: string;
  name: string;
  /** What each payment would cost, by the rhythm he pays in. */
  priceCents: Cents;
  way: 'at-once' | 'with-next-payment';
  refusal: TierChangeRefusal | null;
}

/** A month of a member, and what it brought. */
export interface MembershipMonth {
  id: string;
  month: Month;
  kind: PeriodKind;
  tierName: string;
  paidCents: Cents;
  /** It has not begun yet, as the later months of a year that is paid. */
  isAhead: boolean;
  brought: { kind: GrantKind; name: string; licence: Licence; isTakenBack: boolean }[];
}

/** A membership with everything its page shows. */
export interface MembershipView extends MembershipLine {
  guildState: GuildState;
  welcome: string;
  /** Whole percent he pays less in the store. */
  percent: number;
  tierId: string;
  benefits: string[];
  tiers: TierChoice[];
  /** What each payment costs who joins his tier now, where he pays less and may take that price; else null. */
  higherCents: Cents | null;
  /** How he pays from the next payment on where that is another rhythm, and the rhythm he may choose instead. */
  paying: {
    next: { billing: Billing; cents: Cents } | null;
    choice: { billing: Billing; cents: Cents } | null;
  };
  /** What he gets next, the next first. */
  coming: { title: string; month: Month; publishAt: Instant | null }[];
  /** The newest first. */
  months: MembershipMonth[];
  /** Why the coming month cannot be skipped, as a sentence; null where it can. */
  skipRefusal: string | null;
  /** Key of his public licence page; null where he never had a merchants' tier. */
  licenceKey: string | null;
  now: Instant;
}

const EVERY: Record<Billing, string> = { monthly: 'a month', annual: 'a year' };

/** What a payment costs and how often: "$8.00 a month". */
export function rhythmText(cents: Cents, billing: Billing): string {
  return `${priceText(cents)} ${EVERY[billing]}`;
}

/** Where somebody stands, in a sentence that says what happens next. */
export function membershipStatusText(member: MembershipSummary): string {
  const { state, nextChargeAt, failedSince, coveredUntil } = member;
  const leaves = coveredUntil === null ? ' when what you paid has run out' : ` on ${dayText(coveredUntil)}`;
  const on = nextChargeAt === null ? '' : ` on ${dayText(nextChargeAt)}`;
  if (member.isGiven && memberIsIn(state)) return 'Your months are a gift of the artist. Nothing is charged.';
  const texts: Record<MemberState, () => string> = {
    trialing: () => `You are on trial. The first payment is due${on}.`,
    active: () =>
      `You are a member. The next payment, ${priceText(member.nextCents ?? member.priceCents)}, is due${on}.`,
    past_due: () =>
      `Your last payment failed. Pay${failedSince === null ? ' soon' : ` by ${dayText(failedSince + GRACE_MS)}`}, then nothing is lost.`,
    cancelling: () => `You leave${leaves}, and are not charged again.`,
    lapsed: () => 'Your membership lapsed because a payment failed. What you received is yours.',
    left: () => 'You have left. What you received is yours.',
    banned: () => 'The artist has ended your membership. What you received is yours.',
  };
  return texts[state]();
}
