import type { Row } from './book.ts';
import { nowSeconds, type StandInContext } from './context.ts';

/**
 * The stand-in's clock. Banks and subscriptions go by it, and it can be put ahead; so do payment pages, where the site
 * follows it. Links and signatures go by everybody's. Times in seconds.
 */

export const DAY_S = 86_400;
const CLOCK = 'clock_bank';

export function clockOf({ book }: StandInContext): Row {
  return book.find('clocks', CLOCK) ?? book.add('clocks', 'clock', { ahead: 0, ran: nowSeconds() }, CLOCK);
}

/** What time it is at the bank. */
export function bankNow(context: StandInContext): number {
  return bankTime(context, nowSeconds());
}

/** A moment of everybody's clock by the bank's. */
export function bankTime(context: StandInContext, seconds: number): number {
  return seconds + Number(clockOf(context)['ahead']);
}

/** What time it is for the site, by which payment pages open and close. */
export function siteNow(context: StandInContext): number {
  return context.siteUsesClock ? bankNow(context) : nowSeconds();
}

/** Puts the clock a day ahead; what falls due by that is for others to do. */
export function advanceClock(context: StandInContext): void {
  const clock = clockOf(context);
  context.book.change(clock, { ahead: Number(clock['ahead']) + DAY_S });
  context.clockChanged(Number(clock['ahead']));
}
