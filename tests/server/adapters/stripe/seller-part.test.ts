import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { atMostOnce } from '../../../../src/server/adapters/stripe/idempotency.ts';
import { membershipParts } from '../../../../src/server/adapters/stripe/seller-part.ts';

type Access = Parameters<typeof membershipParts>[0];
type Line = 'good' | 'late' | 'error';

const brokenLine = () => new Stripe.errors.StripeConnectionError({ message: 'cut', type: 'api_error' });
const ownError = () =>
  new Stripe.errors.StripeAPIError({ message: 'sorry', type: 'api_error', statusCode: 500 } as never);

/** A provider with one payment of 1000 cents, all of it with the seller, which stores answers under their keys. */
function aProvider() {
  const lines: Line[] = [];
  const late: (() => void)[] = [];
  const stored = new Map<string, 'done' | 'error'>();
  const transfer = {
    id: 'tr_1',
    amount: 1000,
    amount_reversed: 0,
    destination: 'acct_1',
    reversals: { data: [] },
  };
  const keys: string[] = [];
  const reverse = (amount: number, key: string) => {
    if (stored.get(key) === 'error') throw ownError();
    if (!stored.has(key)) transfer.amount_reversed += amount;
    stored.set(key, 'done');
  };
  const stripe = {
    paymentIntents: {
      retrieve: async () => ({
        latest_charge: { id: 'ch_1', amount: 1000, currency: 'usd', transfer, application_fee: null },
      }),
    },
    transfers: {
      list: async () => [transfer],
      createReversal: async (_id: string, { amount }: { amount: number }, { idempotencyKey: key = '' }) => {
        keys.push(key);
        const line = lines.shift() ?? 'good';
        if (line === 'late') {
          late.push(() => reverse(amount, key));
          throw brokenLine();
        }
        if (line === 'error' && !stored.has(key)) stored.set(key, 'error');
        reverse(amount, key);
      },
    },
  };
  const access = { stripe, allPages: async (list: unknown) => list, refusalOf: () => null };
  const { setSellerPart } = membershipParts(access as unknown as Access);
  return { lines, late, keys, transfer, setSellerPart };
}

it('a reversal that arrives late runs once, whenever it is tried again', async () => {
  const { lines, late, transfer, setSellerPart } = aProvider();
  lines.push('late');
  await expect(setSellerPart('pi_1', 900, '0')).rejects.toThrow('cut');
  // Whenever it is tried again.
  expect(await setSellerPart('pi_1', 900, '0')).toMatchObject({ cents: 900 });
  for (const run of late) run();
  expect(transfer.amount_reversed).toBe(100);
});

it('after an error that the provider stores a reversal runs once, under one further key', async () => {
  const { lines, late, keys, transfer, setSellerPart } = aProvider();
  lines.push('error', 'late');
  await expect(setSellerPart('pi_1', 900, '0')).rejects.toThrow('cut');
  expect(await setSellerPart('pi_1', 900, '0')).toMatchObject({ cents: 900 });
  for (const run of late) run();
  expect(transfer.amount_reversed).toBe(100);
  expect(new Set(keys).size).toBe(2);
});

it('a provider that answers nothing but errors is not asked for ever', async () => {
  const { lines, keys, setSellerPart } = aProvider();
  lines.push('error', 'error', 'error', 'error');
  await expect(setSellerPart('pi_1', 900, '0')).rejects.toThrow('sorry');
  expect(keys).toHaveLength(3);
});

it('after a refusal a part is asked for under another key', async () => {
  const [first, second] = [aProvider(), aProvider()];
  await first.setSellerPart('pi_1', 900, '0');
  await second.setSellerPart('pi_1', 900, '1');
  expect(first.keys).not.toEqual(second.keys);
});

it('a movement that arrives late after an error of the provider runs once', async () => {
  const stored = new Map<string, 'done' | 'error'>();
  let moved = 0;
  const late: (() => void)[] = [];
  const lines: Line[] = ['error', 'late'];
  const move = (key: string) => {
    if (stored.get(key) === 'error') throw ownError();
    if (!stored.has(key)) moved += 1;
    stored.set(key, 'done');
    return 'moved';
  };
  const attempt = (isResumed: boolean) =>
    atMostOnce({
      key: 'k',
      isResumed,
      made: async () => (moved > 0 ? 'moved' : null),
      async run(key) {
        const line = lines.shift() ?? 'good';
        if (line === 'error' && !stored.has(key)) stored.set(key, 'error');
        if (line !== 'late') return move(key);
        late.push(() => move(key));
        throw brokenLine();
      },
    });
  await expect(attempt(false)).rejects.toThrow('cut');
  expect(await attempt(true)).toBe('moved');
  for (const run of late) run();
  expect(moved).toBe(1);
});
