import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountOfStore } from '../../../src/data/payments/business-accounts.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import type { BusinessDetails } from '../../../src/domain/payments/business-account.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import {
  openBusinessAccount,
  providerPage,
  syncBusinessAccount,
} from '../../../src/server/payments/business-accounts.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let buyer: { id: string; email: string };
let made = 0;

beforeEach(async () => {
  commerce = await openTestCommerce();
  buyer = await commerce.person('mira');
});
afterEach(() => commerce.close());
afterEach(async () => {
  commerce.standIn.fault = 'none';
  commerce.standIn.deliveries.mode = 'send';
  await commerce.standIn.deliveries.idle();
  commerce.errors.length = 0;
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

const DETAILS: BusinessDetails = {
  kind: 'individual',
  legalName: 'Ash Grove',
  country: 'DE',
  vatId: 'DE123456789',
};

/** A store without a business account. */
async function newStore() {
  const name = `shop${++made}`;
  return { id: await commerce.store(name, { payable: false }), name, email: `seller-${name}@guildhall.test` };
}
type NewStore = Awaited<ReturnType<typeof newStore>>;

const open = (store: NewStore, more: Partial<BusinessDetails> = {}) =>
  openBusinessAccount(commerce, store, store.email, { ...DETAILS, ...more });
const stored = async (store: NewStore) => {
  const found = await accountOfStore(commerce.pb, store.id);
  if (!found) throw new Error('there is no account');
  return found;
};
const stateOf = async (store: NewStore) => (await stored(store)).account.state;

/** Completes the provider's page with an outcome. Answers the address the seller returns to. */
async function visit(store: NewStore, outcome: string): Promise<string> {
  const page = await providerPage(commerce, store.id, crypto.randomUUID());
  const answer = await fetch(page ?? '', {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  await commerce.standIn.deliveries.idle();
  return answer.headers.get('location') ?? '';
}
const mailsTo = async (email: string) =>
  (
    await commerce.pb
      .collection('mails')
      .getFullList({ filter: commerce.pb.filter('to = {:email}', { email }), sort: '@rowid' })
  ).map((mail) => mail['subject']);

async function sell(store: NewStore, priceCents: number) {
  const productIds = [await commerce.product(store.id, priceCents)];
  return checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: priceCents });
}

describe('a business account', () => {
  it('is opened once, lists what is missing, and is active once it is complete', async () => {
    const store = await newStore();
    expect(await accountOfStore(commerce.pb, store.id)).toBeNull();
    expect(await open(store)).toBeNull();
    const first = await stored(store);
    expect(first.account).toMatchObject({ ...DETAILS, state: 'pending', dueAt: null });
    expect(first.account.requirements.map(({ subject }) => subject)).toEqual(['person', 'bank', 'terms']);
    expect(await open(store)).toBeNull();
    expect((await stored(store)).stripeAccountId).toBe(first.stripeAccountId);

    const back = await visit(store, 'finish');
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:4321\/account\/business-account\?back=/);
    expect((await stored(store)).account).toMatchObject({ state: 'active', requirements: [] });
    expect(await mailsTo(store.email)).toEqual(['Your business account is ready']);
    expect(await providerPage(commerce, store.id, 'x')).toContain('/express/');
    expect(commerce.errors).toEqual([]);
  });

  it('requires another photo, is pending during the review, and may be rejected', async () => {
    const store = await newStore();
    await open(store, { kind: 'company' });
    await visit(store, 'more');
    expect((await stored(store)).account).toMatchObject({
      state: 'pending',
      requirements: [{ subject: 'document', from: 'seller', due: 'now', refused: true }],
    });
    await visit(store, 'wait');
    expect((await stored(store)).account).toMatchObject({
      state: 'pending',
      requirements: [{ subject: 'document', from: 'provider' }],
    });
    await visit(store, 'reject');
    expect(await stateOf(store)).toBe('rejected');
    expect(await mailsTo(store.email)).toEqual(['Your business account was refused']);
    expect(await open(store, { country: 'FR', vatId: '' })).toBe('details-locked');
  });

  it('opens a new account at the provider for another country, as long as it was never active', async () => {
    const store = await newStore();
    await open(store);
    const first = await stored(store);
    await open(store, { country: 'FR', vatId: '' });
    const second = await stored(store);
    expect(second.stripeAccountId).not.toBe(first.stripeAccountId);
    expect(second.account).toMatchObject({ country: 'FR', state: 'pending' });
    // Events of the first account are ignored.
    expect(await syncBusinessAccount(commerce, first.stripeAccountId)).toBeNull();
    await visit(store, 'finish');
    expect(await open(store, { country: 'DE' })).toBe('details-locked');
    expect(await open(store, { country: 'FR', vatId: 'FR 12345678901' })).toBeNull();
    expect((await stored(store)).account).toMatchObject({ vatId: 'FR 12345678901', state: 'active' });
  });

  it('is found again after a lost answer; ten concurrent openings give one account', async () => {
    const store = await newStore();
    const accounts = () =>
      commerce.standIn.simulator.book
        .all('accounts')
        .filter((row) => (row['metadata'] as Record<string, string> | undefined)?.['store'] === store.id);
    commerce.standIn.faults.set('lost', 2);
    await expect(open(store)).rejects.toThrow(PaymentsUnavailable);
    expect((await stored(store)).account.state).toBe('none');
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(store)));
    expect(answers).toContain(null);
    expect(accounts()).toHaveLength(1);
    expect((await stored(store)).stripeAccountId).toBe(accounts()[0]?.id);
  });

  it('is synced by the reconciler where every webhook was lost, and by the return page at once', async () => {
    commerce.standIn.deliveries.mode = 'drop';
    const [quiet, back] = [await newStore(), await newStore()];
    await open(quiet);
    await open(back);
    await visit(quiet, 'finish');
    await visit(back, 'finish');
    expect([await stateOf(quiet), await stateOf(back)]).toEqual(['pending', 'pending']);
    expect(await syncBusinessAccount(commerce, (await stored(back)).stripeAccountId)).toBe('active');
    expect(await stateOf(quiet)).toBe('pending');
    commerce.later(16 * 60_000);
    await reconcile(commerce);
    expect(await stateOf(quiet)).toBe('active');
  });

  it('reaches the same state for events in any order and number', async () => {
    commerce.standIn.deliveries.mode = 'hold';
    const store = await newStore();
    await open(store);
    for (const outcome of ['more', 'wait', 'finish']) await visit(store, outcome);
    commerce.standIn.simulator.setTransfers((await stored(store)).stripeAccountId, 'restricted');
    commerce.standIn.simulator.setTransfers((await stored(store)).stripeAccountId, 'active');
    await commerce.standIn.deliveries.release({ reversed: true, copies: 2 });
    expect(await stateOf(store)).toBe('active');
    expect(commerce.errors).toEqual([]);
  });
});

describe('selling', () => {
  it('waits for the account, holds shares while it is restricted, and sends them once it is active', async () => {
    const store = await newStore();
    expect(await sell(store, 2000)).toMatchObject({
      kind: 'changed',
      quote: { refused: [{ reason: 'store-closed' }] },
    });
    expect(await sell(store, 0)).toMatchObject({ kind: 'done' });
    await open(store);
    await visit(store, 'finish');
    const { stripeAccountId } = await stored(store);
    commerce.standIn.simulator.setTransfers(stripeAccountId, 'restricted');
    await commerce.standIn.deliveries.idle();
    expect(await stateOf(store)).toBe('restricted');
    const order = await sell(store, 2000);
    if (order.kind !== 'pay') throw new Error(JSON.stringify(order));
    commerce.pay(order.url);
    await commerce.standIn.deliveries.idle();
    const share = () =>
      commerce.pb
        .collection('seller_shares')
        .getFirstListItem(commerce.pb.filter('order = {:order}', { order: order.orderId }));
    expect(await share()).toMatchObject({ state: 'owed', sentCents: 0 });
    commerce.standIn.simulator.setTransfers(stripeAccountId, 'active');
    await commerce.standIn.deliveries.idle();
    expect(await share()).toMatchObject({ state: 'sent', sentCents: 1800 });
    expect(await mailsTo(store.email)).toEqual([
      'Your business account is ready',
      'Your business account needs something',
      'Your business account is ready',
    ]);
  });

  it('ends where the account is rejected', async () => {
    const store = await newStore();
    await open(store);
    await visit(store, 'finish');
    commerce.standIn.simulator.setTransfers((await stored(store)).stripeAccountId, 'rejected');
    await commerce.standIn.deliveries.idle();
    expect(await sell(store, 2000)).toMatchObject({ kind: 'changed' });
  });
});
