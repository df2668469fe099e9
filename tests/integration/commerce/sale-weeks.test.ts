import { afterAll, beforeAll, expect, it } from 'vitest';
import { productsOfWeek } from '../../../src/data/catalogue/product-cards.ts';
import { productById } from '../../../src/data/catalogue/products.ts';
import { NO_ENTRY, weekEntry } from '../../../src/data/catalogue/sale-weeks.ts';
import type { AnnouncedWeek } from '../../../src/domain/catalogue/price/sale-week.ts';
import { tellOfWeek } from '../../../src/server/catalogue/sale-week-news.ts';
import { joinWeek, leave, takeTurns } from '../../../src/server/catalogue/sale-weeks.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
let commerce: TestCommerce;
let week: AnnouncedWeek;
let buyer: { id: string; email: string };

beforeAll(async () => {
  commerce = await openTestCommerce();
  buyer = await commerce.person('mira');
  const from = commerce.now() + DAY_MS;
  const dates = { from, to: from + 7 * DAY_MS };
  week = { name: 'Winter Week', slug: 'winter-week', text: '', ...dates, leastPercent: 20 };
});
afterAll(() => commerce.close());

const saleOf = async (id: string) => (await productById(commerce.pb, id))?.sale ?? null;
const join = (store: string, percent: number, productIds: string[] | null = null) =>
  joinWeek(commerce.pb, store, week, { percent, productIds }, commerce.now());
const inWeek = async (store: string) => {
  const { productIds, percent } = await weekEntry(commerce.pb, store, week);
  return [productIds.toSorted(), percent];
};
/** What a checkout would charge now, in cents. */
const charged = async (id: string) => {
  const wish = { productIds: [id], codes: [], gift: null, shownCents: -1 };
  const outcome = await checkOut(commerce, buyer, wish);
  return outcome.kind === 'changed' ? outcome.quote.totalCents : expect.fail(outcome.kind);
};

it('a store joins with what can be reduced, and buyers pay less exactly while the week runs', async () => {
  const store = await commerce.store('ash');
  const golem = await commerce.product(store, 1000);
  const troll = await commerce.product(store, 599);
  const gift = await commerce.product(store, 0, { free: true });
  const cheap = await commerce.product(store, 50);
  const draft = await commerce.product(store, 700, { state: 'draft' });
  const own = await commerce.product(store, 800);
  const ownSale = { percent: 10, from: commerce.now(), to: commerce.now() + 3 * DAY_MS };
  const dates = { saleFrom: new Date(ownSale.from), saleTo: new Date(ownSale.to) };
  await commerce.pb.collection('products').update(own, { salePercent: 10, ...dates });

  // Two windows at once: each product joins once.
  const [outcome] = await Promise.all([join(store, 25), join(store, 25)]);
  expect(outcome).toMatchObject({ joined: 2, leftOut: 3 });
  expect(outcome?.named.map(({ refusal }) => refusal).toSorted()).toEqual(['cheapest', 'free', 'own-sale']);
  expect(await inWeek(store)).toEqual([[golem, troll].toSorted(), 25]);
  expect(await saleOf(own)).toEqual(ownSale);
  expect([await saleOf(gift), await saleOf(cheap), await saleOf(draft)]).toEqual([null, null, null]);

  expect(await charged(golem)).toBe(1000);
  commerce.later(DAY_MS - MINUTE_MS);
  expect(await charged(golem)).toBe(1000);
  commerce.later(MINUTE_MS);
  expect([await charged(golem), await charged(troll)]).toEqual([750, 449]);
  const { cards } = await productsOfWeek(commerce.pb, week.slug, { page: 1, perPage: 24 });
  expect(cards.map(({ id }) => id).toSorted()).toEqual([golem, troll].toSorted());
  expect(await productsOfWeek(commerce.pb, week.slug, { page: 1, perPage: 1 })).toMatchObject({ more: true });
  commerce.later(7 * DAY_MS);
  expect(await charged(golem)).toBe(1000);
  commerce.later(-8 * DAY_MS);
});

it('a store changes what it offers or leaves, and a sale that its seller changed by hand stays', async () => {
  const store = await commerce.store('deep');
  const [golem, troll, toad] = [
    await commerce.product(store, 1000),
    await commerce.product(store, 900),
    await commerce.product(store, 800),
  ];
  await join(store, 25);
  expect(await join(store, 40, [golem, troll])).toMatchObject({ joined: 2, leftOut: 0 });
  expect(await inWeek(store)).toEqual([[golem, troll].toSorted(), 40]);
  expect(await saleOf(toad)).toBeNull();
  expect(await saleOf(golem)).toEqual({ percent: 40, from: week.from, to: week.to });

  await commerce.pb.collection('products').update(troll, { salePercent: 60 });
  expect(await inWeek(store)).toEqual([[golem], 40]);
  await leave(commerce.pb, store, week, commerce.now());
  expect(await inWeek(store)).toEqual([[], null]);
  expect(await saleOf(golem)).toBeNull();
  expect(await saleOf(troll)).toMatchObject({ percent: 60 });
});

it('sellers are told of a week once, also where two processes tell them, and buyers are not', async () => {
  const told = async () =>
    (await commerce.pb.collection('notifications').getFullList({ filter: "kind = 'sale-week'" })).map(
      ({ user }) => user as string,
    );
  await Promise.all([tellOfWeek(commerce, week), tellOfWeek(commerce, week)]);
  const owners = (await commerce.pb.collection('stores').getFullList()).map(({ owner }) => owner as string);
  expect((await told()).toSorted()).toEqual(owners.toSorted());
  expect(owners).not.toContain(buyer.id);
  expect(await tellOfWeek(commerce, week)).toBe(0);
  // Another week, under the same name a year later, is told again.
  const next = { ...week, from: week.from + 365 * DAY_MS, to: week.to + 365 * DAY_MS };
  expect(await tellOfWeek(commerce, next)).toBe(owners.length);
});

it('a store cannot join with the models of another', async () => {
  const [own, other] = [await commerce.store('fen'), await commerce.store('moor')];
  const foreign = await commerce.product(other, 1000);
  await join(other, 30);
  expect(await join(own, 50, [foreign])).toEqual({ joined: 0, leftOut: 0, named: [] });
  await leave(commerce.pb, own, week, commerce.now());
  expect(await inWeek(other)).toEqual([[foreign], 30]);
});

it('a store can join several weeks: its models go from one to the next, whichever it joined first', async () => {
  const store = await commerce.store('two');
  const golem = await commerce.product(store, 1000);
  const at = (name: string, days: number): AnnouncedWeek => ({
    ...{ ...week, name, slug: name },
    ...{ from: week.from + days * DAY_MS, to: week.from + (days + 7) * DAY_MS },
  });
  const [first, second, third] = [at('first', 0), at('second', 7), at('third', 14)];
  const turns = () => takeTurns(commerce.pb, commerce.now());
  const joins = (of: AnnouncedWeek, percent: number) =>
    joinWeek(commerce.pb, store, of, { percent, productIds: null }, commerce.now());
  expect(await joins(second, 30)).toMatchObject({ joined: 1, leftOut: 0 });
  expect(await joins(first, 20)).toMatchObject({ joined: 1, leftOut: 0 });
  expect(await joins(third, 40)).toMatchObject({ joined: 1, leftOut: 0 });
  await turns();
  expect(await saleOf(golem)).toEqual({ percent: 20, from: first.from, to: first.to });
  for (const [of, percent] of [
    [first, 20],
    [second, 30],
    [third, 40],
  ] as const)
    expect(await weekEntry(commerce.pb, store, of)).toEqual({ count: 1, productIds: [golem], percent });

  commerce.later(8 * DAY_MS);
  await Promise.all([turns(), turns()]);
  expect([await charged(golem), await saleOf(golem)]).toEqual([
    700,
    { percent: 30, from: second.from, to: second.to },
  ]);
  // Who leaves the week that runs is in the next one at once; a sale that was ended by hand does not come back.
  await leave(commerce.pb, store, second, commerce.now());
  await turns();
  expect(await saleOf(golem)).toEqual({ percent: 40, from: third.from, to: third.to });
  await commerce.pb.collection('products').update(golem, { salePercent: 0, saleFrom: '', saleTo: '' });
  await turns();
  expect(await saleOf(golem)).toBeNull();
  commerce.later(-8 * DAY_MS);
});

it('what becomes free while it waits for a week is not in it', async () => {
  const store = await commerce.store('waits');
  const golem = await commerce.product(store, 1000);
  const next = { ...week, slug: 'next', from: week.to, to: week.to + DAY_MS };
  await join(store, 25);
  await joinWeek(commerce.pb, store, next, { percent: 50, productIds: null }, commerce.now());
  await commerce.pb.collection('products').update(golem, { openPrice: true });
  commerce.later(8 * DAY_MS + MINUTE_MS);
  await takeTurns(commerce.pb, commerce.now());
  expect(await weekEntry(commerce.pb, store, next)).toEqual(NO_ENTRY);
  expect(await saleOf(golem)).toEqual({ percent: 25, from: week.from, to: week.to });
  commerce.later(-8 * DAY_MS - MINUTE_MS);
});

it('a week that an operator moved can be joined again with what had joined before', async () => {
  const store = await commerce.store('moved');
  const golem = await commerce.product(store, 1000);
  await join(store, 25);
  const moved = { ...week, from: week.from + 2 * DAY_MS, to: week.to + 2 * DAY_MS };
  expect(
    await joinWeek(commerce.pb, store, moved, { percent: 30, productIds: null }, commerce.now()),
  ).toEqual({
    ...{ joined: 1, leftOut: 0, named: [] },
  });
  expect(await saleOf(golem)).toEqual({ percent: 30, from: moved.from, to: moved.to });
});
