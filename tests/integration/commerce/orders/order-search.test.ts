import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderNumber } from '../../../../src/domain/commerce/order.ts';
import { LINES_SEARCHED, ordersFound } from '../../../../src/server/commerce/orders/order-search.ts';
import { type GuildBackend, openGuildBackend } from '../../../data/guild/guild-backend.ts';

let backend: GuildBackend;
let buyer = '';
let other = '';
const orders: string[] = [];

beforeAll(async () => {
  backend = await openGuildBackend();
  const guild = await backend.guild();
  [buyer, other] = [await member(guild), await member(guild)];
  const treant = await product(guild.storeId, {
    tags: ['tree', 'moss'],
    archetype: 'treant',
    genre: ['fantasy'],
  });
  const chest = await product(guild.storeId, { tags: ['chest', 'treasure'], scale: '32' });
  orders.push(await order(buyer, 'paid', 1, [[treant, 'Mossback Elder']]));
  orders.push(
    await order(buyer, 'paid', 2, [
      [chest, 'Spilled Hoard'],
      ['', 'A product that is gone'],
    ]),
  );
  orders.push(await order(buyer, 'pending', 3, [[chest, 'Spilled Hoard']]));
  orders.push(await order(other, 'paid', 4, [[treant, 'Mossback Elder']]));
}, 60_000);
afterAll(() => backend.close());

async function member(guild: Awaited<ReturnType<GuildBackend['guild']>>): Promise<string> {
  const { id } = await backend.member(guild);
  return (await backend.pb.collection('guild_members').getOne<{ user: string }>(id)).user;
}

async function product(storeId: string, fields: Record<string, unknown>): Promise<string> {
  const id = await backend.product(storeId);
  await backend.pb.collection('products').update(id, fields);
  return id;
}

async function order(
  buyerId: string,
  state: string,
  day: number,
  lines: [string, string][],
): Promise<string> {
  const placedAt = `2026-11-0${day} 12:00:00.000Z`;
  const amounts = { currency: 'usd', totalCents: 1000, feeCents: 59 };
  const times = { placedAt, paidAt: state === 'paid' ? placedAt : '', expiresAt: placedAt };
  const { id } = await backend.pb.collection('orders').create({
    ...{ buyer: buyerId, email: 'buyer@guildhall.test', state, fingerprint: 'f', checkoutKey: `k${day}` },
    ...amounts,
    ...times,
  });
  for (const [position, [product, productName]] of lines.entries())
    await backend.pb.collection('order_lines').create({
      ...{ order: id, position, product, productName, storeName: 'Ashgrove', licences: ['personal'] },
      ...{
        listCents: 1000,
        paidCents: 1000,
        commissionPercent: 7,
        commissionCents: 70,
        feeCents: 59,
        netCents: 871,
      },
    });
  return id;
}

/** The places of the orders that somebody finds, newest first. */
const found = async (text: string, who = buyer) => {
  const { orders: page, total } = await ordersFound(backend.pb, who, { text, page: 1, perPage: 20 });
  expect(total).toBe(page.length);
  return page.map(({ id }) => orders.indexOf(id));
};

it.each([
  ['nothing', '', [1, 0]],
  ['no word', '!!!', [1, 0]],
  ['a tag that the name lacks', 'tree', [0]],
  ['a synonym of a tag', 'coffers', [1]],
  ['what buyers tick', '32mm treasure', [1]],
  ['a typing mistake', 'mosback', [0]],
  ['the store', 'ashgrove', [1, 0]],
  ['the name of a product that is gone', 'gone', [1]],
  ['a word that is left out', 'ashgrove -tree', [1]],
  ['words that no order has together', 'tree treasure', []],
])('orders are found by %s', async (_, text, places) => {
  expect(await found(text)).toEqual(places);
});

it('an order is found by its number, and only by its buyer', async () => {
  const number = orderNumber({ id: orders[0] ?? '', placedAt: Date.UTC(2026, 10, 1) });
  expect(await found(number)).toEqual([0]);
  expect(await found(number, other)).toEqual([]);
  expect(await found('tree', other)).toEqual([3]);
});

it('pages of what was found follow each other', async () => {
  const page = async (page: number) =>
    (await ordersFound(backend.pb, buyer, { text: 'ashgrove', page, perPage: 1 })).orders.map(({ id }) => id);
  expect([await page(1), await page(2), await page(3)]).toEqual([[orders[1]], [orders[0]], []]);
  expect(LINES_SEARCHED).toBeGreaterThan(500);
});
