import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { figuresOfWeeks, storesOfWeek } from '../../../src/data/commerce/sale-week-figures.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { auditFigures } from '../../../src/dev/drill/audit-figures.ts';
import type { AnnouncedWeek } from '../../../src/domain/catalogue/price/sale-week.ts';
import { joinWeek, takeTurns } from '../../../src/server/catalogue/sale-weeks.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { settingRefusals } from '../../../src/server/site/setting-refusals.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

/** The payment provider has its own clock and opens pages for a day at most, so these weeks have four hours. */
const HOUR_MS = 3_600_000;
const LONG_MS = 4 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
let commerce: TestCommerce;
let week: AnnouncedWeek;
let next: AnnouncedWeek;
let made = 0;

beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  const from = commerce.now() + 2 * HOUR_MS;
  const to = from + LONG_MS;
  week = { name: 'Bog Week', slug: 'bog-week', text: '', from, to, leastPercent: 20 };
  next = { ...week, name: 'Fen Week', slug: 'fen-week', from: to, to: to + LONG_MS };
});
afterEach(async () => {
  expect(commerce.errors).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  await auditFigures(commerce.pb);
});
afterAll(() => commerce.close());

/** Runs with the clock of the context this much later. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  commerce.later(ms);
  try {
    return await work();
  } finally {
    commerce.later(-ms);
  }
}
const RUNNING = 3 * HOUR_MS;

/** Orders as somebody new; answers how to pay, and the order. */
async function order(productIds: string[], shownCents: number) {
  made += 1;
  const buyer = await commerce.person(`buyer${made}`);
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  return outcome;
}
async function pay({ url, orderId }: { url: string; orderId: string }): Promise<string> {
  expect(commerce.pay(url)).toBeNull();
  await fulfil(commerce, url.split('/').at(-1) ?? '');
  await settle(commerce, orderId);
  return orderId;
}
const buy = async (productIds: string[], shownCents: number) => pay(await order(productIds, shownCents));
const join = (store: string, of = week, percent = 20) =>
  joinWeek(commerce.pb, store, of, { percent, productIds: null }, commerce.now());
const figures = async (store: string | null, of = week) => {
  const [found] = await figuresOfWeeks(commerce.pb, [of], store);
  return [found?.sales, found?.paidCents, found?.refundedCents, found?.yoursCents];
};

it('each sale of what takes part in a sale week counts once, by store and in all', async () => {
  const [ash, deep, own] = [
    await commerce.store('ash'),
    await commerce.store('deep'),
    await commerce.store('own'),
  ];
  const golem = await commerce.product(ash, 1000);
  const wall = await commerce.product(deep, 500);
  const apart = await commerce.product(own, 700);
  await join(ash);
  await join(deep);
  const late = await commerce.product(ash, 300);
  await buy([golem, wall], 1500);
  await later(RUNNING, async () => {
    await buy([golem, wall, apart, late], 800 + 400 + 700 + 300);
    const refunded = await buy([golem], 800);
    expect(
      await refundOrder(
        commerce,
        { by: 'operator' },
        { orderId: refunded, lineId: null, amountCents: 200, reason: '' },
      ),
    ).toBeNull();
    await settle(commerce, refunded);
  });
  await later(LONG_MS + RUNNING, () => buy([golem], 1000));

  expect(await figures(ash)).toEqual([2, 1600, 200, 720 + 540]);
  expect(await figures(deep)).toEqual([1, 400, 0, 360]);
  expect(await figures(own)).toEqual([0, 0, 0, 0]);
  expect(await figures(null)).toEqual([3, 2000, 200, 720 + 540 + 360]);
  expect(await figures(null, next)).toEqual([0, 0, 0, 0]);
  const { stores, total } = await storesOfWeek(commerce.pb, week, 10);
  expect([stores.map(({ id, yoursCents }) => [id, yoursCents]), total]).toEqual([
    [
      [ash, 1260],
      [deep, 360],
    ],
    2,
  ]);
  expect((await storesOfWeek(commerce.pb, week, 1)).stores.map(({ id }) => id)).toEqual([ash]);
});

it('a model of two artists counts for both, and once in all', async () => {
  const [mira, tobias] = [await commerce.store('mira'), await commerce.store('tobias')];
  const golem = await commerce.product(mira, 1000);
  await commerce.pb
    .collection('product_partners')
    .create({ product: golem, owner: mira, store: tobias, percent: 30, state: 'agreed' });
  await join(mira);
  const before = await figures(null);
  await later(RUNNING, () => buy([golem], 800));
  expect([await figures(mira), await figures(tobias)]).toEqual([
    [1, 560, 0, 504],
    [1, 240, 0, 216],
  ]);
  const after = await figures(null);
  expect(after.map((value, at) => (value ?? 0) - (before[at] ?? 0))).toEqual([1, 800, 0, 720]);
});

it('an order of a week counts for it although it is paid when the week is over, and the next week has its own', async () => {
  const store = await commerce.store('turns');
  const golem = await commerce.product(store, 1000);
  await join(store);
  await join(store, next, 40);
  const open = await later(LONG_MS + HOUR_MS + HOUR_MS / 2, () => order([golem], 800));
  await later(LONG_MS + 2 * HOUR_MS + HOUR_MS / 4, async () => {
    await takeTurns(commerce.pb, commerce.now());
    await pay(open);
    await buy([golem], 600);
  });
  expect([await figures(store), await figures(store, next)]).toEqual([
    [1, 800, 0, 720],
    [1, 600, 0, 540],
  ]);
});

it('two weeks of one name less than a month apart do not share their figures: the later one is not announced under it', async () => {
  const store = await commerce.store('namesake');
  const golem = await commerce.product(store, 1000);
  await join(store);
  await later(RUNNING, () => buy([golem], 800));
  const again = { ...week, from: week.from + 9 * DAY_MS, to: week.to + 9 * DAY_MS };
  const foreign = async (announced: AnnouncedWeek, known: AnnouncedWeek[] = []) => {
    const site = { get: () => ({ weeks: known }) as never };
    const weeks = [announced, next];
    return Object.keys(await settingRefusals({ pb: commerce.pb, site, commerce }, 'sale-week', { weeks }));
  };
  expect(await foreign(again)).toEqual(['weeks.0.name']);
  // The same week on other days keeps its figures, and so does one that is announced again as it was.
  expect(await foreign(again, [week])).toEqual([]);
  expect(await foreign(week)).toEqual([]);
  expect(await foreign({ ...week, from: week.from + 60 * DAY_MS, to: week.to + 60 * DAY_MS })).toEqual([]);
  // One that is known from later days would count it now.
  const far = { ...week, from: week.from + 40 * DAY_MS, to: week.to + 40 * DAY_MS };
  expect(await foreign(again, [far])).toEqual(['weeks.0.name']);
});
