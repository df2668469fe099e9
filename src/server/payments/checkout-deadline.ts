import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';

/** How long a buyer waits for their payment page at most, in ms: half a second below what is promised. */
export const CHECKOUT_WITHIN_MS = 7_500;

/**
 * Gives an answer in time, whatever the work waits for: calls of the provider, its name, other orders that are closed first.
 * The work goes on. Trying again finds the order that it made and the page that it opened.
 * @param onLateFailure hears of a failure that came after the answer
 * @throws PaymentsUnavailable when time is over; nothing was charged then, for buyers pay on that page.
 */
export function withinCheckoutTime<T>(
  work: Promise<T>,
  onLateFailure: (reason: unknown) => void,
  withinMs = CHECKOUT_WITHIN_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new PaymentsUnavailable('the payment page was not open in time', true));
    }, withinMs);
    work
      .then(resolve, (reason: unknown) => (isLate ? onLateFailure(reason) : reject(reason)))
      .finally(() => clearTimeout(timer));
  });
}
