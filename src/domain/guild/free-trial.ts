import type { Instant } from '../kernel/instant.ts';
import type { Tier } from './tier.ts';

/**
 * A free trial of a tier: whoever was never a member of the guild pays nothing for its first days. It opens what the tier
 * opens while it runs; models come with the first paid month.
 */

/** What a seller may choose, in days; 0 is no trial. */
export const TRIAL_DAYS: readonly number[] = [0, 7, 14, 30];

const DAY_MS = 86_400_000;

/**
 * The days that somebody who joins now pays nothing for; 0 for none. Once for each person and guild.
 * @param wasMember whether they had a month here that was paid, on trial or skipped, whatever became of it. Months that were
 *   only given to them do not count.
 */
export function trialDaysFor(tier: Pick<Tier, 'trialDays'>, wasMember: boolean): number {
  return wasMember ? 0 : tier.trialDays;
}

/** When a trial that begins now ends: the moment of the first charge. */
export function trialEnd(from: Instant, days: number): Instant {
  return from + days * DAY_MS;
}

/** The longest trial that counts as a short one, in days: half a day more than the shortest, for clocks that differ. */
export const SHORT_TRIAL_DAYS = 7.5;
/** How long before the first charge somebody on trial is reminded, in ms. */
export const TRIAL_REMINDED_BEFORE_MS = { short: 2 * DAY_MS, long: 3 * DAY_MS } as const;

/** When somebody on trial is reminded of the first charge: two days before it in a week's trial, else three. */
export function trialReminderAt(trial: { from: Instant; until: Instant }): Instant {
  const isShort = trial.until - trial.from <= SHORT_TRIAL_DAYS * DAY_MS;
  return trial.until - TRIAL_REMINDED_BEFORE_MS[isShort ? 'short' : 'long'];
}
