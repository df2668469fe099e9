import type { Instant } from '../kernel/instant.ts';
import type { CaseState } from './case.ts';
import type { PostingKind } from './posting-limits.ts';

/** Strikes: how many claims against a person were upheld recently, and what that stops. */

/** How long an upheld case counts, in months. */
export const STRIKE_MONTHS = 12;
/** With this many strikes a person can no longer publish or post in public. */
export const MAX_STRIKES = 3;
/** With this many dismissed reports and none upheld, a person may report only a third as often. */
export const DOUBTED_FROM = 5;

export interface DecidedCase {
  state: CaseState;
  /** When it was decided; null until then. */
  decidedAt: Instant | null;
}

/** How many cases count against a person: those upheld in the last twelve months and not under appeal. */
export function strikesOf(cases: readonly DecidedCase[], now: Instant): number {
  const from = new Date(now);
  from.setUTCMonth(from.getUTCMonth() - STRIKE_MONTHS);
  return cases.filter(
    ({ state, decidedAt }) => state === 'upheld' && decidedAt !== null && decidedAt > from.getTime(),
  ).length;
}

/** Why a person with this many strikes may not publish or post in public, or null. */
export function strikeRefusal(strikes: number): string | null {
  if (strikes < MAX_STRIKES) return null;
  return `${strikes} claims against you were upheld within a year, so you can’t publish or post anything new here. You can object under Reports in your account.`;
}

/** The products of a release, and the tiers that receive them. */
export interface ReleaseReach {
  productIds: readonly string[];
  tierIds: readonly string[];
}

/**
 * Why a person with this many strikes may not change a release in this way, or null. A draft may be edited freely. An
 * announced or published release may get a new description, but no further products or tiers.
 */
export function strikeReleaseRefusal(
  strikes: number,
  before: ReleaseReach & { state: string },
  after: ReleaseReach,
): string | null {
  const extendsReach =
    after.productIds.some((id) => !before.productIds.includes(id)) ||
    after.tierIds.some((id) => !before.tierIds.includes(id));
  return before.state === 'draft' || !extendsReach ? null : strikeRefusal(strikes);
}

/** The kinds of posts that strikes stop. Existing purchases and sales can still be settled in messages. */
export const STOPPED_POSTING: ReadonlySet<PostingKind> = new Set([
  'conversation',
  'question',
  'answer',
  'review',
  'post',
]);

/** Whether all of a person's decided reports were dismissed so far. */
export function isUnreliableReporter(reports: readonly CaseState[]): boolean {
  return (
    reports.filter((state) => state === 'dismissed').length >= DOUBTED_FROM && !reports.includes('upheld')
  );
}
