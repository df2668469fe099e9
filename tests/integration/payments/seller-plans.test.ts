import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commissionPercents } from '../../../src/data/payments/business-accounts.ts';
import { planOfStore } from '../../../src/data/payments/seller-plans.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import { PLAN_GRACE_MS } from '../../../src/domain/payments/seller-plan.ts';
import { webhookEventOf } from '../../../src/server/adapters/stripe/webhook-event.ts';
import { receiveEvent } from '../../../src/server/app/payment-events.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import {
  payPlan,
  planPortal,
  setPlanEnding,
  switchOffer,
  switchPlan,
} from '../../../src/server/payments/plan-changes.ts';
import { planStatus, startPlan } from '../../../src/server/payments/seller-plans.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let buyer: { id: string; email: string };
let made = 0;
const PRICES = { monthly: 1500, annual: 15_000 };

beforeEach(async () => {
  commerce = await openTestCommerce();
  buyer = await commerce.person('mira');
});
afterEach(() => commerce.close());
afterEach(async () => {
  commerce.standIn.fault = 'none';
  commerce.standIn.deliveries.mode = 'send';
  await commerce.standIn.deliveries.idle();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  commerce.errors.length = 0;
});

async function newStore() {
  const slug = `planner${++made}`;
  return { id: await commerce.store(slug), name: slug, email: `seller-${slug}@guildhall.test` };
}
type NewStore = Awaited<ReturnType<typeof newStore>>;

const start = (store: NewStore, rhythm: 'monthly' | 'annual' = 'monthly') =>
  startPlan(commerce, store, store.email, rhythm, PRICES);
const stateOf = async ({ id }: NewStore) => (await planOfStore(commerce.pb, id))?.plan.state;
const percentOf = async ({ id }: NewStore) => (await commissionPercents(commerce.pb, [id])).get(id);
const heard = () => commerce.standIn.deliveries.idle();
const mails = async (store: NewStore) => {
  const list = await commerce.pb.collection('mails').getFullList({
    filter: commerce.pb.filter('to = {:to}', { to: store.email }),
    sort: 'created',
  });
  return list.map(({ subject }) => String(subject));
};

function payAt(url: string, number = '4242424242424242'): string | null {
  const card = testCard(number);
  if (!card) throw new Error('no such card');
  return commerce.standIn.simulator.pay(url.split('/').at(-1) ?? '', card);
}

/** A store on Pro, synced by webhooks. */
async function onPro(rhythm: 'monthly' | 'annual' = 'monthly', number?: string): Promise<NewStore> {
  const store = await newStore();
  const begun = await start(store, rhythm);
  if (begun.kind !== 'pay') throw new Error(begun.refusal);
  expect(payAt(begun.url, number)).toBeNull();
  await heard();
  return store;
}

async function soldLine(store: NewStore) {
  const product = await commerce.product(store.id, 1000);
  const cart = { productIds: [product], codes: [], gift: null, shownCents: 1000 };
  const outcome = await checkOut(commerce, buyer, cart);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await heard();
  const line = await commerce.pb
    .collection('order_lines')
    .getFirstListItem(commerce.pb.filter('product = {:product}', { product }));
  return { percent: line['commissionPercent'], cents: line['commissionCents'] };
}

describe('Pro', () => {
  it('starts at the hosted page: from then on the commission is five percent, and the sale line says so', async () => {
    const store = await onPro();
    expect(await stateOf(store)).toBe('active');
    expect(await soldLine(store)).toEqual({ percent: 5, cents: 50 });
  });

  it('is paid once with two windows: the first page is closed or the same', async () => {
    const store = await newStore();
    const [one, two] = await Promise.all([start(store), start(store, 'annual')]);
    const urls = [one, two].flatMap((begun) => (begun.kind === 'pay' ? [begun.url] : []));
    expect(urls.length).toBeGreaterThan(0);
    const third = await start(store);
    if (third.kind !== 'pay') throw new Error(third.refusal);
    const paid = [...urls, third.url].map((url) => payAt(url)).filter((refusal) => refusal === null);
    expect(paid).toHaveLength(1);
    await heard();
    expect(await start(store)).toEqual({ kind: 'refused', refusal: 'has-plan' });
  });

  it('that was subscribed to twice is undone once and refunded', async () => {
    const store = await onPro();
    const stored = await planOfStore(commerce.pb, store.id);
    const customerId = stored?.customerId ?? '';
    const priceId = await commerce.payments.recurringPrice({
      name: 'other',
      title: 'Pro',
      cents: 1500,
      interval: 'month',
    });
    const second = await commerce.payments.openSubscriptionPage({
      customerId,
      priceId,
      of: { kind: 'seller-plan', store: store.id },
      seller: null,
      expiresAt: null,
      successUrl: 'http://127.0.0.1:4321/a',
      cancelUrl: 'http://127.0.0.1:4321/b',
      key: `second:${store.id}`,
    });
    payAt(second.url);
    await heard();
    const all = await commerce.payments.subscriptionsOf(customerId);
    expect(all.map(({ status }) => status).sort()).toEqual(['active', 'ended']);
    expect((await planOfStore(commerce.pb, store.id))?.subscriptionId).toBe(stored?.subscriptionId);
    const charges = commerce.standIn.simulator.book
      .all('charges')
      .filter((row) => row['customer'] === customerId);
    expect(charges.map((row) => row['amount_refunded'])).toEqual([1500, 0]);
  });

  it('switches to annual for exactly what was shown, and back at the end of the year', async () => {
    const store = await onPro();
    const offer = await switchOffer(commerce, store.id, 'annual', PRICES);
    if (typeof offer === 'string') throw new Error(offer);
    expect(offer.when).toBe('now');
    const more = { ...offer, chargeCents: offer.chargeCents - 1 };
    expect(await switchPlan(commerce, store.id, 'annual', PRICES, more)).toBe('charge-changed');
    const early = { ...offer, countedAt: (offer.countedAt ?? 0) + 86_400_000 };
    expect(await switchPlan(commerce, store.id, 'annual', PRICES, early)).toBe('charge-changed');
    expect(await switchPlan(commerce, store.id, 'annual', PRICES, offer)).toBeNull();
    const customerId = (await planOfStore(commerce.pb, store.id))?.customerId ?? '';
    const [invoice] = await commerce.payments.invoicesOf(customerId);
    expect(invoice?.totalCents).toBe(offer.chargeCents);
    const back = await switchOffer(commerce, store.id, 'monthly', PRICES);
    if (typeof back === 'string') throw new Error(back);
    expect(back).toMatchObject({ when: 'at-end', chargeCents: 0, priceCents: 1500 });
    expect(await switchPlan(commerce, store.id, 'monthly', PRICES, back)).toBeNull();
    expect(await planStatus(commerce, store.id, false)).toMatchObject({
      state: 'active',
      rhythm: 'monthly',
      isWaiting: true,
      paidUntil: back.nextAt,
    });
  });

  it('changes nothing where the card is declined', async () => {
    const store = await onPro('monthly', '4000000000000341');
    const offer = await switchOffer(commerce, store.id, 'annual', PRICES);
    if (typeof offer === 'string') throw new Error(offer);
    expect(await switchPlan(commerce, store.id, 'annual', PRICES, offer)).toBe('declined');
    expect((await planStatus(commerce, store.id, true)).rhythm).toBe('monthly');
  });

  it('can be cancelled and kept, and ends with the paid period; the seller keeps selling', async () => {
    const store = await onPro();
    expect(await setPlanEnding(commerce, store.id, true)).toBeNull();
    expect(await stateOf(store)).toBe('ending');
    expect(await switchOffer(commerce, store.id, 'annual', PRICES)).toBe('ending');
    expect(await setPlanEnding(commerce, store.id, false)).toBeNull();
    expect(await setPlanEnding(commerce, store.id, true)).toBeNull();
    commerce.standIn.simulator.advanceBy('month');
    await heard();
    expect(await stateOf(store)).toBe('ended');
    expect(await mails(store)).toContain('Your Pro plan has ended');
    expect(await soldLine(store)).toEqual({ percent: 10, cents: 100 });
    const again = await start(store, 'annual');
    if (again.kind !== 'pay') throw new Error(again.refusal);
    payAt(again.url);
    await heard();
    expect([await stateOf(store), await percentOf(store)]).toEqual(['active', 5]);
  });

  it('is kept for seven days after a failed payment, then has the free rate, and returns with the payment', async () => {
    const store = await onPro('monthly', '4000000000000341');
    const { simulator } = commerce.standIn;
    simulator.advanceBy('month');
    await heard();
    expect([await stateOf(store), await percentOf(store)]).toEqual(['past-due', 5]);
    expect((await mails(store)).filter((subject) => subject === 'Your payment for Pro failed')).toHaveLength(
      1,
    );
    const { due } = await planStatus(commerce, store.id, false);
    const wait = (due?.since ?? 0) + PLAN_GRACE_MS - commerce.now();
    commerce.later(wait);
    await reconcile(commerce);
    expect(await percentOf(store)).toBe(10);
    // Payment pages use the real time.
    commerce.later(-wait);
    expect(await soldLine(store)).toEqual({ percent: 10, cents: 100 });
    expect(await payPlan(commerce, store.id)).toBe('declined');
    expect(await planPortal(commerce, store.id)).toContain('/portal/');
    const customerId = (await planOfStore(commerce.pb, store.id))?.customerId ?? '';
    simulator.saveCard(customerId, testCard('4242424242424242') ?? expect.fail('no card'));
    expect(await payPlan(commerce, store.id)).toBeNull();
    expect([await stateOf(store), await percentOf(store)]).toEqual(['active', 5]);
  });

  it('is synced by the reconciler where every webhook was lost', async () => {
    commerce.standIn.deliveries.mode = 'drop';
    const store = await onPro();
    expect(await stateOf(store)).toBe('none');
    await reconcile(commerce);
    expect([await stateOf(store), await percentOf(store)]).toEqual(['active', 5]);
  });

  it('reaches the same state for events in any order and number', async () => {
    commerce.standIn.deliveries.mode = 'drop';
    const store = await onPro('monthly', '4000000000000341');
    commerce.standIn.simulator.advanceBy('month');
    commerce.standIn.simulator.advanceDays(7);
    const stored = await planOfStore(commerce.pb, store.id);
    const { customerId } = stored ?? expect.fail('no plan');
    expect(customerId).not.toBe('');
    const { book } = commerce.standIn.simulator;
    const own = book.all('subscriptions').find((row) => row['customer'] === customerId);
    // Events of this store only.
    const events = book
      .all('events')
      .map((row) => webhookEventOf(row as unknown as Parameters<typeof webhookEventOf>[0]))
      .filter(({ subject }) => subject?.id === own?.id)
      .filter(({ type }) => /subscription\.(created|deleted)|invoice\.(paid|payment_failed)/.test(type));
    expect(events.map(({ type }) => type)).toContain('customer.subscription.created');
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...events, ...events], { minLength: 1 }), async (received) => {
        for (const [at, event] of received.entries())
          await receiveEvent(commerce, { ...event, id: `${event.id}_${made++}_${at}` });
        const now = await planOfStore(commerce.pb, store.id);
        expect([now?.plan.state, await percentOf(store)]).toEqual(['ended', 10]);
      }),
      { numRuns: 12 },
    );
    expect((await mails(store)).filter((subject) => subject === 'Your Pro plan has ended')).toHaveLength(1);
  });

  it('charges nothing and says so where the provider cannot be reached', async () => {
    const store = await newStore();
    commerce.standIn.fault = 'error';
    await expect(start(store)).rejects.toThrow();
    commerce.standIn.fault = 'none';
    expect((await start(store)).kind).toBe('pay');
  });
});
