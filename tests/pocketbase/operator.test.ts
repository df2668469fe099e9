import PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { sql } from '../../src/data/kernel/sql.ts';
import { transaction } from '../../src/data/kernel/transaction.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
/** A superuser at the dashboard, not a client of the site. */
let operator: PocketBase;
let store: string;
let shelf: string;
let made = 0;

beforeAll(async () => {
  backend = await openTestBackend();
  operator = new PocketBase(backend.url);
  operator.autoCancellation(false);
  await operator.collection('_superusers').authWithPassword(backend.service.email, backend.service.password);
});
afterAll(() => backend.close());

beforeEach(async () => {
  const name = `seller-${++made}`;
  const password = 'a password of the tests';
  const { id: owner } = await backend.pb
    .collection('users')
    .create({ email: `${name}@guildhall.test`, username: name, password, passwordConfirm: password });
  store = (
    await backend.pb
      .collection('stores')
      .create({ owner, slug: name, name: 'Mira', state: 'open', productCount: 1 })
  ).id;
  shelf = (
    await backend.pb
      .collection('shelves')
      .create({ store, slug: 'dragons', name: 'Dragons', productCount: 1 })
  ).id;
});

const product = async (state: string) =>
  (
    await backend.pb
      .collection('products')
      .create({ store, slug: 'wyrm', name: 'Wyrm', state, priceCents: 500, shelves: [shelf] })
  ).id;

const row = (collection: string, id: string) => backend.pb.collection(collection).getOne(id);

/** Log entries of a record, oldest first: field, before, after, who. */
async function told(record: string): Promise<string[]> {
  const rows = await backend.pb
    .collection('audit_log')
    .getFullList({ filter: backend.pb.filter('record = {:record}', { record }), sort: '@rowid' });
  return rows.map(({ field, before, after, who }) => `${field}: ${before} > ${after}, ${who}`);
}

describe('the audit log', () => {
  it('names the seller for a price, and the operator for a change at the dashboard', async () => {
    const id = await product('published');
    await backend.pb.collection('products').update(id, { priceCents: 700 });
    await operator.collection('products').update(id, { priceCents: 300, name: 'Other' });
    await transaction(backend.pb)
      .exec(sql`UPDATE products SET salePercent = 20 WHERE id = {:id}`, { id })
      .run();
    expect(await told(id)).toEqual([
      'priceCents: 500 > 700, seller',
      'priceCents: 700 > 300, operator',
      'salePercent: 0 > 20, seller',
    ]);
  });

  it('does not contain refused changes, and names no operator afterwards', async () => {
    const id = await product('published');
    await expect(operator.collection('products').update(id, { priceCents: 300, slug: '' })).rejects.toThrow();
    await backend.pb.collection('products').update(id, { priceCents: 400 });
    expect(await told(id)).toEqual(['priceCents: 500 > 400, seller']);
  });

  it('contains roles, rates, refunds and payouts', async () => {
    const { owner } = await row('stores', store);
    await operator.collection('users').update(owner, { suspended: true });
    expect(await told(owner)).toEqual(['suspended: 0 > 1, operator']);

    const account = await backend.pb
      .collection('business_accounts')
      .create({ store, state: 'active', plan: 'free' });
    await operator.collection('business_accounts').update(account.id, { commissionPercent: '0' });
    expect((await told(account.id)).sort()).toEqual([
      'commissionPercent:  > 0, operator',
      'plan:  > free, system',
      'state:  > active, system',
    ]);

    const now = new Date().toISOString();
    const order = await backend.pb.collection('orders').create({
      buyer: owner,
      state: 'paid',
      currency: 'usd',
      fingerprint: 'a',
      checkoutKey: `a-${made}`,
      placedAt: now,
      expiresAt: now,
    });
    const refund = await backend.pb
      .collection('refunds')
      .create({ order: order.id, amountCents: 500, by: 'seller', state: 'sending', refundKey: `r-${made}` });
    expect((await told(refund.id)).sort()).toEqual([
      'amountCents:  > 500, seller',
      'state:  > sending, seller',
    ]);
    const payout = await backend.pb
      .collection('seller_transfers')
      .create({ order: order.id, store, kind: 'transfer', amountCents: 450, state: 'done' });
    expect((await told(payout.id)).sort()).toEqual(['amountCents:  > 450, system', 'state:  > done, system']);
  });

  it('is append-only', async () => {
    const id = await product('published');
    await backend.pb.collection('products').update(id, { priceCents: 700 });
    const [entry] = await backend.pb.collection('audit_log').getFullList({ filter: `record = "${id}"` });
    const log = operator.collection('audit_log');
    await expect(log.update(entry?.id ?? '', { after: '1' })).rejects.toThrow();
    await expect(log.delete(entry?.id ?? '')).rejects.toThrow();
    expect(await told(id)).toHaveLength(1);
  });

  it.each(['101', '-1', '2.5', 'ten'])('refuses a rate of "%s"', async (commissionPercent) => {
    const accounts = operator.collection('business_accounts');
    await expect(accounts.create({ store, state: 'active', commissionPercent })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('a suspension', () => {
  const counts = async () => [
    (await row('stores', store))['productCount'],
    (await row('shelves', shelf))['productCount'],
  ];

  it('removes a published product from the counts, and lifting it restores them', async () => {
    const id = await product('published');
    await operator.collection('products').update(id, { state: 'suspended', suspendedWhy: 'A claim.' });
    expect(await row('products', id)).toMatchObject({ state: 'suspended', suspendedFrom: 'published' });
    expect(await counts()).toEqual([0, 0]);
    // Saving again counts nothing twice.
    await operator.collection('products').update(id, { state: 'suspended', suspendedWhy: 'A better text.' });
    expect(await counts()).toEqual([0, 0]);
    await operator.collection('products').update(id, { state: 'published' });
    expect(await row('products', id)).toMatchObject({
      state: 'published',
      suspendedFrom: '',
      suspendedWhy: '',
    });
    expect(await counts()).toEqual([1, 1]);
    expect(await told(id)).toEqual([
      'state: published > suspended, operator',
      'state: suspended > published, operator',
    ]);
  });

  it('of a draft never publishes it', async () => {
    const id = await product('draft');
    await operator.collection('products').update(id, { state: 'suspended' });
    await operator.collection('products').update(id, { state: 'published' });
    expect(await row('products', id)).toMatchObject({ state: 'draft', suspendedFrom: '' });
    expect(await counts()).toEqual([1, 1]);
    expect((await told(id)).at(-1)).toBe('state: published > draft, operator');
  });

  it('of a store on vacation returns to vacation', async () => {
    await backend.pb.collection('stores').update(store, { state: 'vacation' });
    await operator.collection('stores').update(store, { state: 'suspended' });
    expect(await row('stores', store)).toMatchObject({ state: 'suspended', suspendedFrom: 'vacation' });
    await operator.collection('stores').update(store, { state: 'open' });
    expect(await row('stores', store)).toMatchObject({ state: 'vacation', suspendedFrom: '' });
  });
});

it('the site signs in again when its token is no longer valid', async () => {
  const client = serviceClient({ url: backend.url, ...backend.service });
  const filter = client.filter('email = {:email}', backend.service);
  const { id } = await client.collection('_superusers').getFirstListItem(filter);
  // Like each start of the database: setting the same password again invalidates all tokens.
  const { password } = backend.service;
  await client.collection('_superusers').update(id, { password, passwordConfirm: password });
  await client
    .collection('cases')
    .getList(1, 1)
    .catch(() => undefined);
  expect((await client.collection('cases').getList(1, 1)).totalItems).toBe(0);
});
