import { dayText, type Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { readFields, type SettingGroup } from '../kernel/setting-group.ts';

/**
 * A guild is on hold while its store is not open: on vacation, closed or suspended. Nobody is charged, nobody can join and
 * releases wait. A hold that lasts longer than the marketplace sets gives members back what they paid for the time of the hold.
 */

export interface GuildHoldTerms {
  /** Days of a hold after which unused time is paid back, from 0. */
  returnAfterDays: number;
}

const RETURN_AFTER_MOST = 90;

export const GUILD_HOLDS: SettingGroup<GuildHoldTerms> = {
  name: 'guild-holds',
  fallback: { returnAfterDays: 14 },
  check(value) {
    const fields = readFields(value);
    const returnAfterDays = fields.wholeNumber(
      'returnAfterDays',
      GUILD_HOLDS.fallback.returnAfterDays,
      0,
      RETURN_AFTER_MOST,
      `Use a whole number of days from 0 to ${RETURN_AFTER_MOST}.`,
    );
    return fields.checked({ returnAfterDays });
  },
};

const DAY_MS = 86_400_000;

/** From when on the unused time of a hold is paid back. */
export function holdReturnsFrom(heldAt: Instant, { returnAfterDays }: GuildHoldTerms): Instant {
  return heldAt + returnAfterDays * DAY_MS;
}

/** When a release came or comes out, as a page may say it: no day for one that waits for the end of a hold. */
export function shownReleaseAt(
  guild: { heldAt: Instant | null },
  release: { publishAt: Instant | null; publishedAt: Instant | null },
): Instant | null {
  return release.publishedAt ?? (guild.heldAt === null ? release.publishAt : null);
}

/** A member's payment in a guild that is on hold. */
export interface HeldPayment {
  paidCents: Cents;
  /** What was given back of it by now. */
  refundedCents: Cents;
  paidAt: Instant;
  /** The time it pays for. */
  from: Instant;
  until: Instant;
  /** The end of its last month that has begun by now. */
  begunUntil: Instant;
  /** Up to when an earlier run or an earlier hold gave back its unused time; null for never. */
  returnedUntil: Instant | null;
}

/**
 * What is to be given back of a payment now, and up to when its unused time is given back with that; null for nothing. A
 * payment that was made during the hold is given back whole, at once. Of an earlier one the time from the beginning of the
 * hold to the end of the running month is, once the hold has lasted long enough: whole days, rounded up to a cent. A day that
 * has begun is used, so that what the payment brought is kept.
 */
export function holdReturn(
  payment: HeldPayment,
  heldAt: Instant,
  terms: GuildHoldTerms,
  now: Instant,
): { cents: Cents; until: Instant } | null {
  const left = payment.paidCents - payment.refundedCents;
  if (left <= 0 || payment.until <= payment.from) return null;
  // The provider names whole seconds.
  if (payment.paidAt >= heldAt - (heldAt % 1000))
    return payment.returnedUntil === null ? { cents: left, until: payment.until } : null;
  if (now < holdReturnsFrom(heldAt, terms)) return null;
  const usedDays = Math.max(0, Math.ceil((heldAt - payment.from) / DAY_MS));
  const from = Math.max(payment.from + usedDays * DAY_MS, payment.returnedUntil ?? 0);
  const until = Math.min(payment.begunUntil, payment.until);
  if (until <= from) return null;
  const share = (payment.paidCents * (until - from)) / (payment.until - payment.from);
  return { cents: Math.min(left, Math.ceil(share)), until };
}

/** What hangs on a guild when its store stops selling. */
export interface GuildStakes {
  /** Current members, paying or not. */
  members: number;
  /** When the last paid or given month ends; null for none. */
  lastMonthEnds: Instant | null;
}

/** A sentence that names the members and paid months of a guild; null where there are none. */
export function stakesText({ members, lastMonthEnds }: GuildStakes, now: Instant): string | null {
  if (members === 0) return null;
  const people = members === 1 ? 'one member' : `${members.toLocaleString('en-US')} members`;
  return lastMonthEnds === null || lastMonthEnds <= now
    ? `The guild has ${people}.`
    : `The guild has ${people}; the last paid month ends on ${dayText(lastMonthEnds)}.`;
}

/** A number of days in words. */
export function daysText(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}

/** What follows for members when a store stops selling for now, in a sentence or two. */
export function holdConsequence({ returnAfterDays }: GuildHoldTerms): string {
  return returnAfterDays === 0
    ? 'Members are told and not charged meanwhile, and get back what they paid for this time.'
    : `Members are told and not charged meanwhile. After ${daysText(returnAfterDays)} they get back what they paid for this time.`;
}
