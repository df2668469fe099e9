import { afterAll, beforeAll, expect, it } from 'vitest';
import { companionsOf } from '../../../src/data/assets/product-companions.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { TOGETHER_BUYERS_MIN } from '../../../src/domain/catalogue/likeness.ts';
import { reckonCompanions } from '../../../src/server/assets/product-companions.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const DAY = 86_400_000;
let now = Date.UTC(2026, 10, 21, 12);
let world: TestWorld;
let store = '';

beforeAll(async () => {
  world = await openTestWorld();
  const seller = await world.person('seller');
  store = await world.store('a-store', { owner: seller.id, name: 'Store' });
});
afterAll(() => world.close());

/** So many people own both products. */
const bought = (products: readonly string[], people: number, source = 'purchase', group = 'p') =>
  products
    .reduce(
      (steps, product) =>
        steps.exec(
          sql`INSERT INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt, created, updated)
            SELECT 'e' || lower(hex(randomblob(7))), printf('%s%014d', {:group}, value), {:product}, {:source}, 'x', '["personal"]',
              {:text}, {:at}, {:at}, {:at}
            FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < {:people}) SELECT value FROM n)`,
          { group, product, source, people, text: 'a'.repeat(64), at: '2026-11-21 10:00:00.000Z' },
        ),
      transaction(world.pb),
    )
    .run();
const reckoned = async (product: string) => {
  now += 2 * DAY;
  await reckonCompanions(world.pb, now);
  return companionsOf(world.pb, product);
};

it('what was bought together is shown from twenty buyers on, in both directions', async () => {
  const [one = '', other = '', rare = ''] = await Promise.all([1, 2, 3].map(() => world.product(store)));
  await bought([one, other], TOGETHER_BUYERS_MIN - 1, 'purchase', 'a');
  await bought([rare], 1, 'purchase', 'a');
  expect((await reckoned(one)).together).toEqual([]);
  await bought([one, other], 1, 'purchase', 'b');
  expect((await reckoned(one)).together).toEqual([other]);
  expect((await companionsOf(world.pb, other)).together).toEqual([one]);
  expect((await companionsOf(world.pb, rare)).together).toEqual([]);
});

it('what was given, claimed or refunded was not bought', async () => {
  const [one = '', other = ''] = await Promise.all([1, 2].map(() => world.product(store)));
  await bought([one, other], TOGETHER_BUYERS_MIN, 'free', 'c');
  expect((await reckoned(one)).together).toEqual([]);
  await bought([one, other], TOGETHER_BUYERS_MIN, 'purchase', 'd');
  expect((await reckoned(one)).together).toEqual([other]);
  await transaction(world.pb)
    .exec(
      sql`UPDATE entitlements SET revokedAt = '2026-11-21 11:00:00.000Z'
        WHERE product = {:one} AND [[user]] = 'd00000000000001' AND source = 'purchase'`,
      { one },
    )
    .run();
  expect((await reckoned(one)).together).toEqual([]);
});

it('lists are reckoned again after a day, and nothing is due before', async () => {
  await world.product(store);
  now += 2 * DAY;
  expect(await reckonCompanions(world.pb, now)).toBeGreaterThan(0);
  expect(await reckonCompanions(world.pb, now + DAY / 2)).toBe(0);
  expect(await reckonCompanions(world.pb, now + DAY + 1)).toBeGreaterThan(0);
});
