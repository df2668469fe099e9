import { CLOCK, type ProviderObject } from './book.ts';
import { nowSeconds, type StandInContext } from './context.ts';

/**
 * The stand-in's clock, which can be advanced. Banks and subscriptions use it, and payment pages where the site uses it
 * too. Links and signatures use the real time. Times in seconds.
 */

export const DAY_S = 86_400;

export function clockOf({ book }: StandInContext): ProviderObject {
  return book.find('clocks', CLOCK) ?? book.add('clocks', 'clock', { ahead: 0, ran: nowSeconds() }, CLOCK);
}

/** The current time of the stand-in's clock. */
export function bankNow(context: StandInContext): number {
  return bankTime(context, nowSeconds());
}

/** A real time in the stand-in's clock. */
export function bankTime(context: StandInContext, seconds: number): number {
  return seconds + Number(clockOf(context)['ahead']);
}

/** The site's current time, by which payment pages expire. */
export function siteNow(context: StandInContext): number {
  return context.siteUsesClock ? bankNow(context) : nowSeconds();
}

/** Advances the clock by a day, or by so many seconds, without running what falls due. */
export function advanceClock(context: StandInContext, seconds = DAY_S): void {
  const clock = clockOf(context);
  context.book.change(clock, { ahead: Number(clock['ahead']) + seconds });
  context.clockChanged(Number(clock['ahead']));
}
