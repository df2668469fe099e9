import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../../src/dev/drill/audit.ts';
import { type ProviderEvent, webhookEventOf } from '../../../src/server/adapters/stripe/webhook-event.ts';
import { receiveEvent } from '../../../src/server/app/payment-events.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { crowdOf, triedOrders } from '../../orders.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let store = '';
let buyer: { id: string; email: string };
beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  store = await commerce.store('ash');
  buyer = await commerce.person('mira');
});
afterAll(() => commerce.close());

/** Always new products: a buyer cannot buy the same one twice. */
async function paidOrder(): Promise<string> {
  const outcome = await checkOut(commerce, buyer, {
    productIds: [await commerce.product(store, 1000), await commerce.product(store, 500)],
    codes: [],
    gift: null,
    shownCents: 1500,
  });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  return outcome.orderId;
}

/** The events of the provider about this order, in the order it happened. */
function eventsOf(orderId: string): ProviderEvent[] {
  const { book } = commerce.standIn.simulator;
  const payment = book.all('payments').find((row) => row['transfer_group'] === orderId);
  return book
    .all('events')
    .reverse()
    .flatMap((event): ProviderEvent[] => {
      const { object } = event['data'] as { object: Record<string, unknown> };
      const isSession = object['object'] === 'checkout.session';
      const mine = isSession
        ? object['client_reference_id'] === orderId
        : object['payment_intent'] === payment?.id || object['id'] === payment?.id;
      if (!mine) return [];
      return [webhookEventOf(event as unknown as Parameters<typeof webhookEventOf>[0])];
    });
}

const chargeOf = (orderId: string) =>
  commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId)?.id ?? '';
const refund = (orderId: string, amount: number) =>
  commerce.standIn.simulator.refund({ charge: chargeOf(orderId), amount: String(amount) });

/** What an order and everything that hangs on it looks like in the end, without ids and times. */
async function endOf(orderId: string) {
  const { pb } = commerce;
  const order = await pb.collection('orders').getOne(orderId);
  const lines = await pb
    .collection('order_lines')
    .getFullList({ filter: pb.filter('order = {:orderId}', { orderId }), sort: 'position' });
  const grants = await Promise.all(
    lines.map(({ id }) =>
      pb.collection('entitlements').getFirstListItem(pb.filter('sourceId = {:id}', { id })),
    ),
  );
  const [share] = await pb
    .collection('seller_shares')
    .getFullList({ filter: pb.filter('order = {:orderId}', { orderId }) });
  return {
    state: order['state'],
    refunded: order['refundedCents'],
    lines: lines.map((line) => line['refundedCents']),
    access: grants.map((grant) => grant['revocation']),
    share: [share?.['shareCents'], share?.['sentCents'], share?.['state']],
  };
}

const WON = {
  state: 'partly_refunded',
  refunded: 300,
  lines: [200, 100],
  access: ['', ''],
  share: [1080, 1080, 'sent'],
};
const LOST = {
  state: 'refunded',
  refunded: 1500,
  lines: [1000, 500],
  access: ['dispute', 'dispute'],
  share: [0, 0, 'returned'],
};
const KINDS = [
  'checkout.session.completed',
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
];

describe('news of a payment', () => {
  it.each([
    ['won', WON],
    ['lost', LOST],
  ] as const)(
    'in each order, some of it doubled, comes to the same end, the dispute %s',
    { timeout: 240_000 },
    async (outcome, end) => {
      for (const [turn, kinds] of triedOrders(KINDS).entries()) {
        const orderId = await paidOrder();
        refund(orderId, 300);
        const dispute = commerce.standIn.simulator.dispute(chargeOf(orderId));
        commerce.standIn.simulator.closeDispute(dispute.id, outcome);
        const events = eventsOf(orderId);
        for (const kind of [...kinds, kinds[turn % kinds.length]]) {
          const event = events.find(({ type }) => type === kind);
          if (!event) throw new Error(`no ${kind} among ${events.map(({ type }) => type)}`);
          await receiveEvent(commerce, event);
        }
        expect(await endOf(orderId), kinds.join(' ')).toEqual(end);
      }
      expect(commerce.errors).toEqual([]);
      await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
    },
  );

  it('late, early and doubled while things happen comes to the same end', { timeout: 120_000 }, async () => {
    const steps = [
      (id: string) => void refund(id, 100),
      (id: string) => void refund(id, 200),
      (id: string) => void commerce.standIn.simulator.dispute(chargeOf(id)),
      (id: string) => {
        const open = commerce.standIn.simulator.book
          .all('disputes')
          .find((row) => row['charge'] === chargeOf(id));
        commerce.standIn.simulator.closeDispute(open?.id ?? '', 'won');
      },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 30, maxLength: 30 }), async (picks) => {
        const orderId = await paidOrder();
        let at = 0;
        const hearSome = async () => {
          for (let count = (picks[at++] ?? 0) % 3; count > 0; count--) {
            const events = eventsOf(orderId);
            const event = events[(picks[at++] ?? 0) % events.length];
            if (event) await receiveEvent(commerce, event);
          }
        };
        await hearSome();
        for (const step of steps) {
          step(orderId);
          await hearSome();
        }
        for (const event of eventsOf(orderId).reverse()) await receiveEvent(commerce, event);
        expect(await endOf(orderId)).toEqual(WON);
      }),
      { numRuns: crowdOf(40) },
    );
    expect(commerce.errors).toEqual([]);
    await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  });

  it('of a refund that failed gives access and share back', async () => {
    const orderId = await paidOrder();
    const made = refund(orderId, 1500);
    for (const event of eventsOf(orderId)) await receiveEvent(commerce, event);
    expect(await endOf(orderId)).toMatchObject({
      state: 'refunded',
      access: ['refund', 'refund'],
      share: [0, 0, 'returned'],
    });
    commerce.standIn.simulator.failRefund(made.id);
    for (const event of eventsOf(orderId)) await receiveEvent(commerce, event);
    expect(await endOf(orderId)).toMatchObject({
      state: 'paid',
      access: ['', ''],
      share: [1350, 1350, 'sent'],
    });
    await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  });

  it('three days late, last first and twice changes nothing that the reconciler made good', async () => {
    const { simulator, deliveries } = commerce.standIn;
    deliveries.mode = 'hold';
    const orderId = await paidOrder();
    simulator.closeDispute(simulator.dispute(chargeOf(orderId)).id, 'won');
    commerce.later(3 * 86_400_000);
    await reconcile(commerce);
    const end = await endOf(orderId);
    expect(end).toMatchObject({ state: 'paid', access: ['', ''], share: [1350, 1350, 'sent'] });
    await deliveries.release({ reversed: true, copies: 2 });
    expect(await endOf(orderId)).toEqual(end);
    expect(commerce.errors).toEqual([]);
    await audit({ pb: commerce.pb, simulator });
    commerce.later(-3 * 86_400_000);
  });
});
