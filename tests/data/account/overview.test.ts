import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestOwned, sellerStart, tasksOf } from '../../../src/data/account/overview.ts';
import { accountOfStore } from '../../../src/data/payments/business-accounts.ts';
import { GRACE_MS } from '../../../src/domain/guild/member.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

/** The data of the account overview, and that it never includes data of others. */

const NOW = Date.UTC(2026, 10, 21, 12);
const iso = (at: number) => new Date(at).toISOString();
const DAY_MS = 86_400_000;

let world: TestWorld;
let people: Record<'seller' | 'buyer' | 'stranger', string>;
let stores: Record<'seller' | 'stranger', { id: string; productCount: number }>;
let product = '';

beforeAll(async () => {
  world = await openTestWorld();
  const person = async (name: string) => (await world.person(name)).id;
  people = {
    seller: await person('seller'),
    buyer: await person('buyer'),
    stranger: await person('stranger'),
  };
  const store = async (owner: string, slug: string) => ({
    id: await world.store(slug, { owner }),
    productCount: 1,
  });
  stores = {
    seller: await store(people.seller, 'ashgrove'),
    stranger: await store(people.stranger, 'elsewhere'),
  };
  product = await world.row('products', {
    store: stores.seller.id,
    name: 'Moor Golem',
    slug: 'moor-golem',
    state: 'published',
    licences: ['personal'],
  });
});
afterAll(() => world.close());

const waiting = async (
  userId: string,
  store: { id: string; productCount: number; sellerStatus?: null } | null,
) => {
  const account = store && ((await accountOfStore(world.pb, store.id))?.account ?? null);
  const tasks = await tasksOf(
    world.pb,
    userId,
    store && {
      ...{ state: 'open' as const, sellerStatus: { kind: 'private' as const } },
      ...store,
      account,
    },
    NOW,
  );
  return tasks.filter(({ count }) => count > 0);
};

// A store and its buyer whose tasks grow from one test to the next.
describe('tasks', { shuffle: false }, () => {
  it('are empty for a new user', async () => {
    expect(await waiting(people.buyer, null)).toEqual([]);
  });

  it('include the business account of a seller with models who cannot be paid', async () => {
    expect(await waiting(people.seller, { ...stores.seller, productCount: 0 })).toEqual([]);
    expect(await waiting(people.seller, stores.seller)).toMatchObject([
      { kind: 'business-account', count: 1 },
    ]);
    for (const store of Object.values(stores))
      await world.row('business_accounts', { store: store.id, state: 'active', plan: 'free' });
    expect(await waiting(people.seller, stores.seller)).toEqual([]);
  });

  it('include the question whether a trader sells, where the store was open before it was asked', async () => {
    expect(await waiting(people.seller, { ...stores.seller, sellerStatus: null })).toContainEqual(
      expect.objectContaining({ kind: 'seller-status', count: 1 }),
    );
  });

  it('include requests of buyers and claims, for the right user only', async () => {
    const conversation = await world.row('conversations', {
      buyer: people.buyer,
      store: stores.seller.id,
      storeUnread: 2,
      lastNumber: 2,
      lastAt: iso(NOW),
    });
    const order = await world.row('orders', {
      buyer: people.buyer,
      state: 'paid',
      currency: 'usd',
      fingerprint: 'f',
      checkoutKey: 'k',
      placedAt: iso(NOW),
      paidAt: iso(NOW),
      expiresAt: iso(NOW),
    });
    const line = await world.row('order_lines', {
      order,
      product,
      store: stores.seller.id,
      productName: 'Golem',
    });
    const asked = { conversation, order, line, state: 'asked', amountCents: 500 };
    await world.row('refund_requests', { ...asked, answerUntil: iso(NOW + 3 * DAY_MS) });
    await world.row('questions', {
      product,
      store: stores.seller.id,
      asker: people.buyer,
      state: 'open',
      question: 'How tall?',
    });
    await world.row('cases', {
      number: 1,
      kind: 'copyright',
      state: 'open',
      what: 'product',
      subject: product,
      product,
      store: stores.seller.id,
      accused: people.seller,
      claim: 'That is mine.',
      deadline: iso(NOW + DAY_MS),
    });
    const found = await waiting(people.seller, stores.seller);
    expect(new Map(found.map(({ kind, count, until, id }) => [kind, [count, until, id]]))).toEqual(
      new Map([
        ['refund-request', [1, NOW + 3 * DAY_MS, conversation]],
        ['question', [1, null, null]],
        ['case', [1, NOW + DAY_MS, null]],
        ['message', [2, null, null]],
      ]),
    );
    expect(await waiting(people.stranger, stores.stranger)).toEqual([]);
    expect(await waiting(people.buyer, null)).toEqual([]);
  });

  it('include failed guild payments during the grace period', async () => {
    const guild = await world.row('guilds', {
      store: stores.seller.id,
      name: 'The Fen',
      state: 'live',
      grantRule: 'one_per_payment',
    });
    const tier = await world.row('guild_tiers', {
      guild,
      name: 'Reed',
      state: 'public',
      monthlyCents: 800,
      licence: 'personal',
    });
    await world.row('guild_members', {
      guild,
      tier,
      user: people.buyer,
      state: 'past_due',
      billing: 'monthly',
      failedSince: iso(NOW),
      since: iso(NOW),
      joinedAt: iso(NOW),
    });
    expect(await waiting(people.buyer, null)).toEqual([
      { kind: 'failed-payment', count: 1, until: NOW + GRACE_MS, id: guild },
    ]);
    expect(await waiting(people.stranger, stores.stranger)).toEqual([]);
  });

  it('include what a guild gave lately until it is downloaded, and pre-orders that somebody waits for', async () => {
    const reader = (await world.person('reader')).id;
    const given = async (name: string, source: string, at: number) => {
      const fields = { store: stores.seller.id, name, slug: name, state: 'unlisted', licences: ['personal'] };
      const id = await world.row('products', fields);
      await world.row('entitlements', {
        ...{
          user: reader,
          product: id,
          source,
          sourceId: name.padEnd(15, '0'),
          licences: ['personal'],
          licenceText: 'For you.',
        },
        grantedAt: iso(at),
      });
      return id;
    };
    const owl = await given('owl', 'release', NOW - DAY_MS);
    await given('bear', 'release', NOW - DAY_MS);
    await given('bought', 'purchase', NOW - DAY_MS);
    await given('old', 'release', NOW - 30 * DAY_MS);
    expect(await waiting(reader, null)).toEqual([{ kind: 'release', count: 2, until: null, id: null }]);
    await world.row('downloads', { user: reader, product: owl, part: 'all', times: 1, lastAt: iso(NOW) });
    expect(await waiting(reader, null)).toMatchObject([{ kind: 'release', count: 1 }]);
    expect(await waiting(people.stranger, stores.stranger)).toEqual([]);

    const offered = {
      product: owl,
      store: stores.stranger.id,
      state: 'open',
      promisedDay: iso(NOW + DAY_MS),
    };
    const preOrder = await world.row('pre_orders', offered);
    expect(await waiting(people.stranger, stores.stranger)).toEqual([]);
    const order = await world.row('orders', {
      ...{ buyer: reader, state: 'paid', currency: 'usd', fingerprint: 'g', checkoutKey: 'l' },
      ...{ placedAt: iso(NOW), paidAt: iso(NOW), expiresAt: iso(NOW) },
    });
    await world.row('order_lines', {
      order,
      product: owl,
      store: stores.stranger.id,
      productName: 'Owl',
      preOrder,
    });
    expect(await waiting(people.stranger, stores.stranger)).toEqual([
      { kind: 'pre-order', count: 1, until: NOW + DAY_MS, id: null },
    ]);
  });
});

describe('newest products', () => {
  it('are unique, the newest first, without revoked ones', async () => {
    const own = async (name: string, at: number, more: object = {}) => {
      const id = await world.row('products', {
        store: stores.seller.id,
        name,
        slug: name.toLowerCase(),
        state: 'unlisted',
        licences: ['personal'],
      });
      await grant(id, at, more);
      return id;
    };
    const grant = (productId: string, at: number, more: object = {}) =>
      world.row('entitlements', {
        user: people.buyer,
        product: productId,
        source: 'purchase',
        sourceId: `s${at}`.padEnd(15, '0').slice(0, 15),
        licences: ['personal'],
        licenceText: 'personal-1',
        grantedAt: iso(at),
        ...more,
      });
    const first = await own('First', NOW);
    await own('Second', NOW + 1000);
    await own('Returned', NOW + 2000, { revokedAt: iso(NOW + 3000), revocation: 'refund' });
    await grant(first, NOW + 4000, { source: 'gift' });
    await own('Third', NOW + 5000);
    const newest = async (most: number) =>
      (await newestOwned(world.pb, people.buyer, most)).map(({ name }) => name);
    expect(await newest(4)).toEqual(['Third', 'First', 'Second']);
    expect(await newest(2)).toEqual(['Third', 'First']);
    expect(await newestOwned(world.pb, people.stranger, 4)).toEqual([]);
  });
});

describe('how far a seller has come', () => {
  it('counts their own products only, in any state', async () => {
    const start = (id: string) => sellerStart(world.pb, { id, state: 'draft', logo: null, account: null });
    expect(await start(stores.seller.id)).toMatchObject({ hasLogo: false, hasProduct: true });
    expect(await start(stores.stranger.id)).toMatchObject({ hasProduct: false });
  });
});
