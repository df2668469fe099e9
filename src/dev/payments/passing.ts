import { type Rhythm, stepped } from './calendar.ts';
import { bankNow, DAY_S, putAhead } from './clock.ts';
import type { Desk } from './desk.ts';
import { runBank, weekdayOf } from './sellers/bank.ts';
import { runBilling } from './subscriptions/renewals.ts';

/** Puts the clock ahead by whole days; payouts, renewals and tries of failed payments fall due on the way, day by day. */
export function passDays(desk: Desk, days: number): void {
  for (let day = 0; day < days; day++) {
    putAhead(desk);
    runBank(desk);
    runBilling(desk);
  }
}

/** Puts the clock ahead to the next such day, by days. */
export function passTo(desk: Desk, weekday: string): void {
  do passDays(desk, 1);
  while (weekdayOf(bankNow(desk)) !== weekday);
}

/** Puts the clock ahead by one day, week, month or year of the calendar. */
export function passOne(desk: Desk, interval: Rhythm['interval']): void {
  const now = bankNow(desk);
  passDays(desk, Math.round((stepped(now, { interval, interval_count: 1 }, 1) - now) / DAY_S));
}
