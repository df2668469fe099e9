import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  beginTransfer,
  endTransfer,
  failTransfer,
  transfersOf,
} from '../../../src/data/commerce/seller-transfers.ts';
import { sharesOfOrder } from '../../../src/data/commerce/shares.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

/** Two sites that settle one order at the same moment, and one that is killed at it: what the other does in between. */

const MINUTE_MS = 60_000;
let commerce: TestCommerce;
let store = '';
let people = 0;

beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  store = await commerce.store('ash');
});
afterEach(async () => {
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});
afterAll(() => commerce.close());

/** A paid order of $10.00 at whose transfer the site was killed. @param when before or after the provider made it */
async function cutOff(when: 'before' | 'after'): Promise<string> {
  const buyer = await commerce.person(`buyer-${++people}`);
  const productIds = [await commerce.product(store, 1000)];
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: 1000 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  const transfer: typeof commerce.payments.transfer = async (wish) => {
    if (when === 'after') await commerce.payments.transfer(wish);
    throw new PaymentsUnavailable('the site was killed', true);
  };
  const killed = { ...commerce, payments: { ...commerce.payments, transfer } };
  await fulfil(killed, outcome.url.split('/').at(-1) ?? '');
  await settle(killed, outcome.orderId);
  return outcome.orderId;
}

const share = async (orderId: string) => {
  const [only] = await sharesOfOrder(commerce.pb, orderId);
  return only ?? expect.fail('no share');
};
const stands = async (orderId: string) => {
  const { shareCents, sentCents, state } = await share(orderId);
  return [shareCents, sentCents, state];
};
const transfersAtProvider = (orderId: string) =>
  commerce.standIn.simulator.book.all('transfers').filter((row) => row['transfer_group'] === orderId);
const atSeller = (orderId: string) =>
  transfersAtProvider(orderId).reduce(
    (sum, row) => sum + Number(row['amount']) - Number(row['amount_reversed']),
    0,
  );
const FIRST = { turn: 0, kind: 'transfer', amountCents: 900 } as const;
/** The other site, which resumed the transfer, hears that the provider has made it. */
const otherEnds = async (orderId: string) =>
  endTransfer(
    commerce.pb,
    await share(orderId),
    FIRST,
    transfersAtProvider(orderId)[0]?.id ?? '',
    commerce.now(),
  );

/** Settles an order; once its shares are read, and before their movements are, something else happens. */
async function settleWhile(orderId: string, other: () => Promise<unknown>): Promise<void> {
  const { pb } = commerce;
  const { send } = pb;
  pb.send = async <T>(...[path, options]: Parameters<typeof send>): Promise<T> => {
    if (path.includes('seller_transfers')) {
      pb.send = send;
      await other();
    }
    return send.call(pb, path, options) as Promise<T>;
  };
  try {
    await settle(commerce, orderId);
  } finally {
    pb.send = send;
  }
}
/** What the minutes after it bring. */
async function minutesPass(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    commerce.later(10 * MINUTE_MS);
    await reconcile(commerce);
  }
}
function refundAtProvider(orderId: string): void {
  const { book } = commerce.standIn.simulator;
  const [row] = transfersAtProvider(orderId);
  const charge = row?.['source_transaction'];
  commerce.standIn.simulator.refund({ charge: String(charge ?? book.all('charges').at(-1)?.id) });
}

describe('a settlement', () => {
  it('takes refunded money back from a seller whose transfer ends while it looks', async () => {
    const order = await cutOff('after');
    refundAtProvider(order);
    await settleWhile(order, () => otherEnds(order));
    expect(await stands(order)).toEqual([0, 900, 'owed']);
    const { settledAt } = await commerce.pb.collection('orders').getOne<{ settledAt: string }>(order);
    expect(settledAt, 'something is left').toBe('');
    await minutesPass();
    expect(await stands(order)).toEqual([0, 0, 'returned']);
    expect(atSeller(order)).toBe(0);
  });

  it('does not send a share that another site has sent while it looked', async () => {
    const order = await cutOff('after');
    await settleWhile(order, () => otherEnds(order));
    await minutesPass();
    expect(await stands(order)).toEqual([900, 900, 'sent']);
    expect(await transfersOf(commerce.pb, order, store)).toMatchObject([FIRST]);
  });

  it('makes no debt of a reversal that is refused here and made there', async () => {
    const order = await cutOff('after');
    await otherEnds(order);
    refundAtProvider(order);
    const reverse: typeof commerce.payments.reverse = async (wish) => {
      await endTransfer(
        commerce.pb,
        await share(order),
        { turn: 1, kind: 'reversal', amountCents: 900 },
        (await commerce.payments.reverse(wish)).id,
        commerce.now(),
      );
      throw new PaymentsUnavailable('reversed already', false);
    };
    await settle({ ...commerce, payments: { ...commerce.payments, reverse } }, order);
    await minutesPass();
    expect(await stands(order)).toEqual([0, 0, 'returned']);
  });

  it('begins nothing with a share that is not as it was seen', async () => {
    const order = await cutOff('before');
    const seen = await share(order);
    await failTransfer(commerce.pb, seen, FIRST, commerce.now());
    expect(await beginTransfer(commerce.pb, { ...seen, sentCents: 900 }, { ...FIRST, turn: 1, of: '' })).toBe(
      false,
    );
    expect(await beginTransfer(commerce.pb, { ...seen, shareCents: 0 }, { ...FIRST, turn: 1, of: '' })).toBe(
      false,
    );
    await minutesPass();
    expect(await stands(order)).toEqual([900, 900, 'sent']);
  });
});
