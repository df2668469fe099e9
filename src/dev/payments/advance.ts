import { addIntervals, type Rhythm } from './calendar.ts';
import { runCapture } from './charges/charging.ts';
import { runDisputes } from './charges/disputes.ts';
import { runDebits } from './charges/paying.ts';
import { advanceClock, bankNow, DAY_S } from './clock.ts';
import type { StandInContext } from './context.ts';
import { runBank, weekdayOf } from './sellers/bank.ts';
import { runBilling } from './subscriptions/renewals.ts';

/** Advances the clock day by day, running payouts, renewals and retries of failed payments that fall due. */
export function advanceDays(context: StandInContext, days: number): void {
  for (let day = 0; day < days; day++) {
    advanceClock(context);
    runDue(context);
  }
}

/** Advances the clock hour by hour: drafts are charged after one, fees are known after one. */
export function advanceHours(context: StandInContext, hours: number): void {
  for (let hour = 0; hour < hours; hour++) {
    advanceClock(context, HOUR_S);
    runDue(context);
  }
}

const HOUR_S = 3600;

function runDue(context: StandInContext): void {
  runBank(context);
  runBilling(context);
  runDebits(context);
  runDisputes(context);
  runCapture(context);
}

/** Advances the clock to the next such weekday. */
export function advanceTo(context: StandInContext, weekday: string): void {
  do advanceDays(context, 1);
  while (weekdayOf(bankNow(context)) !== weekday);
}

/** Advances the clock by one calendar day, week, month or year, and the hour in which renewals are drafts. */
export function advanceBy(context: StandInContext, interval: Rhythm['interval']): void {
  const now = bankNow(context);
  advanceDays(context, Math.round((addIntervals(now, { interval, interval_count: 1 }, 1) - now) / DAY_S));
  advanceHours(context, 1);
}
