import { addIntervals, type Rhythm } from './calendar.ts';
import { advanceClock, bankNow, DAY_S } from './clock.ts';
import type { StandInContext } from './context.ts';
import { runBank, weekdayOf } from './sellers/bank.ts';
import { runBilling } from './subscriptions/renewals.ts';

/** Puts the clock ahead by whole days; payouts, renewals and tries of failed payments fall due on the way, day by day. */
export function advanceDays(context: StandInContext, days: number): void {
  for (let day = 0; day < days; day++) {
    advanceClock(context);
    runBank(context);
    runBilling(context);
  }
}

/** Puts the clock ahead to the next such day, by days. */
export function advanceTo(context: StandInContext, weekday: string): void {
  do advanceDays(context, 1);
  while (weekdayOf(bankNow(context)) !== weekday);
}

/** Puts the clock ahead by one day, week, month or year of the calendar. */
export function advanceBy(context: StandInContext, interval: Rhythm['interval']): void {
  const now = bankNow(context);
  advanceDays(context, Math.round((addIntervals(now, { interval, interval_count: 1 }, 1) - now) / DAY_S));
}
