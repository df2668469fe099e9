import { expect, it } from 'vitest';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { CHECKOUT_WITHIN_MS, withinCheckoutTime } from '../../../src/server/payments/checkout-deadline.ts';

it('a checkout that waits for anything answers within eight seconds that nothing was charged', async () => {
  expect(CHECKOUT_WITHIN_MS).toBeLessThan(8_000);
  const late: unknown[] = [];
  const work = Promise.withResolvers<string>();
  const answer = withinCheckoutTime(work.promise, (reason) => late.push(reason), 1);
  await expect(answer).rejects.toBeInstanceOf(PaymentsUnavailable);
  await expect(answer).rejects.toMatchObject({ temporary: true });
  // What comes later is told to nobody but the log.
  work.reject(new Error('the name was found at last'));
  await expect(work.promise).rejects.toThrow();
  expect(late).toEqual([new Error('the name was found at last')]);
});

it('what is ready in time is passed on, failures as well', async () => {
  const late: unknown[] = [];
  const hear = (reason: unknown) => late.push(reason);
  expect(await withinCheckoutTime(Promise.resolve('page'), hear)).toBe('page');
  await expect(withinCheckoutTime(Promise.reject(new Error('gone')), hear)).rejects.toThrow('gone');
  expect(late).toEqual([]);
});
