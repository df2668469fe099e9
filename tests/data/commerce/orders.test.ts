import { afterAll, beforeAll, expect, it } from 'vitest';
import { ordersOfBuyer } from '../../../src/data/commerce/buyer-orders.ts';
import { orderOfBuyer } from '../../../src/data/commerce/orders.ts';
import { type GuildBackend, openGuildBackend } from '../guild/guild-backend.ts';

let backend: GuildBackend;
beforeAll(async () => {
  backend = await openGuildBackend();
}, 60_000);
afterAll(() => backend.close());

it("a seller's commission and earnings do not reach the buyer", async () => {
  const guild = await backend.guild();
  const { id: memberId } = await backend.member(guild);
  const { user: buyer } = await backend.pb.collection('guild_members').getOne<{ user: string }>(memberId);
  const order = await backend.pb.collection('orders').create({
    buyer,
    email: 'buyer@guildhall.test',
    state: 'paid',
    currency: 'usd',
    totalCents: 1000,
    feeCents: 59,
    placedAt: '2026-11-01 12:00:00.000Z',
    paidAt: '2026-11-01 12:01:00.000Z',
    expiresAt: '2026-11-01 12:31:00.000Z',
    fingerprint: 'f',
    checkoutKey: 'k',
  });
  const product = await backend.product(guild.storeId);
  await backend.pb.collection('order_lines').create({
    order: order.id,
    position: 0,
    product,
    store: guild.storeId,
    storeName: 'Store',
    productName: 'Golem',
    listCents: 1000,
    paidCents: 1000,
    commissionPercent: 7,
    commissionCents: 70,
    feeCents: 59,
    netCents: 930,
    licences: ['personal'],
  });
  const { orders } = await ordersOfBuyer(backend.pb, buyer, { page: 1, perPage: 10 });
  expect(await orderOfBuyer(backend.pb, buyer, order.id, 'Us')).toEqual({ ...orders[0], soldBy: 'Us' });
  expect(orders[0]?.lines[0]).toMatchObject({ productName: 'Golem', paidCents: 1000 });
  expect(JSON.stringify(orders)).not.toMatch(/commission|netCents|feeCents/);
});

it('the orders of a page are read with their lines in one trip', async () => {
  const { pb } = backend;
  const guild = await backend.guild();
  const { id: memberId } = await backend.member(guild);
  const { user: buyer } = await pb.collection('guild_members').getOne<{ user: string }>(memberId);
  const names = [['Golem', 'Boar'], ['Wolf'], ['Archer', 'Ogre', 'Elf']];
  for (const [at, products] of names.entries()) {
    const placedAt = new Date(Date.UTC(2026, 10, 21, 12 - at)).toISOString();
    const key = `${memberId}-${at}`;
    const fields = {
      buyer,
      email: 'b@guildhall.test',
      state: 'paid',
      currency: 'usd',
      placedAt,
      expiresAt: placedAt,
    };
    const order = await pb
      .collection('orders')
      .create<{ id: string }>({ ...fields, fingerprint: key, checkoutKey: key });
    // Written last to first: the position says the order.
    for (const [position, productName] of [...products.entries()].reverse())
      await pb.collection('order_lines').create({
        ...{ order: order.id, position, productName, store: guild.storeId, storeName: 'Store' },
        licences: ['personal'],
      });
  }
  const { send } = pb;
  let trips = 0;
  pb.send = (...sent) => {
    trips += 1;
    return send.apply(pb, sent) as never;
  };
  try {
    const { orders } = await ordersOfBuyer(pb, buyer, { page: 1, perPage: 10 });
    expect(orders.map(({ lines }) => lines.map(({ productName }) => productName))).toEqual(names);
    expect(trips).toBe(1);
  } finally {
    pb.send = send;
  }
});
