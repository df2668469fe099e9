import type { Instant } from '../kernel/instant.ts';
import { type Month, monthOf } from '../kernel/month.ts';
import type { GrantRule } from './guild.ts';
import { type Member, memberIsIn } from './member.ts';
import { type MembershipPeriod, periodGives } from './membership-period.ts';
import type { Release } from './release.ts';

/** The dates that a member reads: the same in question, answer and page. */

type Period = Pick<MembershipPeriod, 'month' | 'kind' | 'from' | 'until'>;

/**
 * When a membership ends if it is left now, or was left: with the last month that is paid or given, or with the month that
 * runs, skipped or on trial. A skipped month that has not begun does not count, although the next payment comes after it.
 * Null if there is no such month.
 */
export function membershipEnd(periods: readonly Period[], now: Instant): Instant | null {
  const ends = periods
    .filter(({ kind, from }) => periodGives(kind) || (kind !== 'refunded' && from <= now))
    .map(({ until }) => until);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Whether a member is on a free trial now, also a cancelled one: no month was paid or given since it began. */
export function isOnTrial(
  { state }: Pick<Member, 'state'>,
  periods: readonly Period[],
  now: Instant,
): boolean {
  if (state === 'trialing') return true;
  return (
    state === 'cancelling' &&
    periods.some(({ kind, from, until }) => kind === 'trial' && from <= now && now < until) &&
    !periods.some(({ kind, until }) => periodGives(kind) && until > now)
  );
}

/** The month that a member skips, running or still to come; null for none. */
export function skippedMonth(periods: readonly Period[], now: Instant): Month | null {
  return periods.find(({ kind, until }) => kind === 'skipped' && until > now)?.month ?? null;
}

/** The months a member has or had: a skip that begins after the end of a left membership never comes. */
export function monthsThatCome<P extends Period>(
  member: Pick<Member, 'state'>,
  periods: readonly P[],
  now: Instant,
): P[] {
  const end = membershipEnd(periods, now);
  const stays = memberIsIn(member.state) && member.state !== 'cancelling';
  return periods.filter(({ kind, from }) => stays || kind !== 'skipped' || end === null || from < end);
}

/**
 * Whether a member will receive a release that is not out yet, as things are: its month is paid or given, or will be paid
 * because the membership goes on and the month is not skipped.
 */
export function willReceive(
  rule: GrantRule,
  member: Pick<Member, 'state' | 'nextChargeAt'>,
  periods: readonly Period[],
  { month, publishAt }: Pick<Release, 'month' | 'publishAt'>,
): boolean {
  if (!memberIsIn(member.state)) return false;
  const within = ({ from, until }: Period) => publishAt !== null && from <= publishAt && publishAt < until;
  const counts = (period: Period) =>
    period.month === month || (rule === 'all_while_active' && within(period));
  if (periods.some((period) => periodGives(period.kind) && counts(period))) return true;
  const { state, nextChargeAt } = member;
  if (nextChargeAt === null || state === 'cancelling') return false;
  if (rule === 'all_while_active' && publishAt !== null && publishAt >= nextChargeAt) return true;
  const isSkipped = periods.some((period) => period.kind === 'skipped' && period.month === month);
  return !isSkipped && month >= monthOf(nextChargeAt);
}
