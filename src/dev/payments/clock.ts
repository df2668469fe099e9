import type { Row } from './book.ts';
import { type Desk, nowSeconds } from './desk.ts';

/**
 * The stand-in's clock. Banks and subscriptions go by it, and it can be put ahead; so do payment pages, where the site
 * follows it. Links and signatures go by everybody's. Times in seconds.
 */

export const DAY_S = 86_400;
const CLOCK = 'clock_bank';

export function clockOf({ book }: Desk): Row {
  return book.find('clocks', CLOCK) ?? book.add('clocks', 'clock', { ahead: 0, ran: nowSeconds() }, CLOCK);
}

/** What time it is at the bank. */
export function bankNow(desk: Desk): number {
  return bankTime(desk, nowSeconds());
}

/** A moment of everybody's clock by the bank's. */
export function bankTime(desk: Desk, seconds: number): number {
  return seconds + Number(clockOf(desk)['ahead']);
}

/** What time it is for the site, by which payment pages open and close. */
export function siteNow(desk: Desk): number {
  return desk.siteFollows ? bankNow(desk) : nowSeconds();
}

/** Puts the clock a day ahead; what falls due by that is for others to do. */
export function putAhead(desk: Desk): void {
  const clock = clockOf(desk);
  desk.book.change(clock, { ahead: Number(clock['ahead']) + DAY_S });
  desk.moved(Number(clock['ahead']));
}
