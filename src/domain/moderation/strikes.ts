import type { Instant } from '../kernel/instant.ts';
import type { CaseState } from './case.ts';
import type { PostingKind } from './posting-limits.ts';

/** How a person stands in the hall: how often a claim against him was found right of late. */

/** How long an upheld case counts, in months. */
export const STRIKE_MONTHS = 12;
/** With so many, somebody publishes and writes in public no more. */
export const MAX_STRIKES = 3;
/** From so many dismissed reports on, with none upheld, somebody may report a third only. */
export const DOUBTED_FROM = 5;

export interface DecidedCase {
  state: CaseState;
  /** When it was decided; null until then. */
  decidedAt: Instant | null;
}

/** How many cases count against somebody: upheld ones of the last twelve months, not those he has objected to. */
export function strikesOf(cases: readonly DecidedCase[], now: Instant): number {
  const from = new Date(now);
  from.setUTCMonth(from.getUTCMonth() - STRIKE_MONTHS);
  return cases.filter(
    ({ state, decidedAt }) => state === 'upheld' && decidedAt !== null && decidedAt > from.getTime(),
  ).length;
}

/** Why somebody with so many strikes may not publish or write in public, or null. */
export function strikeRefusal(strikes: number): string | null {
  if (strikes < MAX_STRIKES) return null;
  return `${strikes} claims against you were found right within a year, so you can publish and write nothing new here. You can object under Reports in your account.`;
}

/** What a release gives, and to which tiers. */
export interface ReleaseReach {
  productIds: readonly string[];
  tierIds: readonly string[];
}

/**
 * Why somebody with so many strikes may not write a release so, or null. A draft may be prepared; one that is announced, or
 * out, may be described anew, but gives no model more and nobody more than was announced before.
 */
export function strikeReleaseRefusal(
  strikes: number,
  before: ReleaseReach & { state: string },
  after: ReleaseReach,
): string | null {
  const gives =
    after.productIds.some((id) => !before.productIds.includes(id)) ||
    after.tierIds.some((id) => !before.tierIds.includes(id));
  return before.state === 'draft' || !gives ? null : strikeRefusal(strikes);
}

/** The kinds of words that stop with it. Who has bought or sold here can still settle that in messages. */
export const STOPPED_POSTING: ReadonlySet<PostingKind> = new Set([
  'conversation',
  'question',
  'answer',
  'review',
]);

/** Whether somebody's reports were always dismissed until now. */
export function isUnreliableReporter(reports: readonly CaseState[]): boolean {
  return (
    reports.filter((state) => state === 'dismissed').length >= DOUBTED_FROM && !reports.includes('upheld')
  );
}
