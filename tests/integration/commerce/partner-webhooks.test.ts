import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WEBHOOK_EVENT_NAMES } from '../../../src/domain/account/webhook.ts';
import { makeWebhook, sendDeliveries } from '../../../src/server/account/webhooks.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { WEBHOOK_MESSAGES } from '../../../src/server/http/api/webhook-messages.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let buyer: { id: string; email: string };
let mira = '';
let tobias = '';
/** What each store was sent, in its order. */
const heard = new Map<string, string[]>();

beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  commerce.standIn.deliveries.mode = 'drop';
  buyer = await commerce.person('noor');
  mira = await commerce.store('mira');
  tobias = await commerce.store('tobias');
  for (const storeId of [mira, tobias])
    await makeWebhook(
      commerce.pb,
      { storeId, url: `https://${storeId}.example/hook`, events: WEBHOOK_EVENT_NAMES },
      commerce.now(),
    );
});
beforeEach(async () => {
  await send();
  heard.clear();
});
afterEach(() => expect(commerce.errors).toEqual([]));
afterAll(() => commerce.close());

/** Sends what is due, twice: nothing may come twice. */
async function send(): Promise<void> {
  const outgoing = {
    async post(url: string, { body }: { body: string }) {
      const store = new URL(url).host.split('.')[0] ?? '';
      heard.set(store, [...(heard.get(store) ?? []), body]);
      return { status: 200, text: '' };
    },
  };
  for (const _ of [1, 2])
    await sendDeliveries({ pb: commerce.pb, outgoing, now: commerce.now, onError: commerce.onError });
}

/** The messages to a store about an event, each as the description of the API says. */
function messages(store: string, event: 'sale' | 'refund') {
  const schema = WEBHOOK_MESSAGES.find((message) => message.event === event)?.body ?? expect.fail();
  const all = (heard.get(store) ?? []).map((body) => JSON.parse(body) as { event: string; data: Data });
  return all
    .filter((message) => message.event === event)
    .map((message) => {
      expect(schema.safeParse(message).error?.issues).toBeUndefined();
      return message.data;
    });
}
interface Data {
  orderId: string | null;
  amountCents: number;
  productName: string;
  lines: { productId: string; amountCents: number }[];
  partnerLines: { saleId: string; productId: string; yoursCents: number }[];
}

async function shared(priceCents: number, percent: number, state = 'agreed'): Promise<string> {
  const product = await commerce.product(mira, priceCents);
  await commerce.pb
    .collection('product_partners')
    .create({ product, owner: mira, store: tobias, percent, state });
  return product;
}

async function bought(productIds: string[], shownCents: number): Promise<string> {
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  for (const _ of [1, 2]) await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  for (const _ of [1, 2]) await settle(commerce, outcome.orderId);
  return outcome.orderId;
}
const refund = (orderId: string, amountCents: number | null = null, lineId: string | null = null) =>
  refundOrder(commerce, { by: 'operator' }, { orderId, lineId, amountCents, reason: '' });

it('a partner hears of a sale once, with their part and nothing of what else was bought', async () => {
  const product = await shared(1000, 30);
  const alone = await commerce.product(mira, 500);
  const order = await bought([product, alone], 1500);
  await send();
  const [told, ...more] = messages(tobias, 'sale');
  expect(more).toEqual([]);
  const part = await commerce.pb.collection('seller_income').getFirstListItem(`store = '${tobias}'`);
  expect(told).toEqual({
    orderId: null,
    currency: 'usd',
    paidAt: expect.any(String),
    lines: [],
    partnerLines: [
      {
        ...{ saleId: part.id, productId: product, productName: expect.any(String) },
        ...{ partPercent: 30, yoursCents: 270 },
      },
    ],
  });
  const text = heard.get(tobias)?.join() ?? '';
  for (const secret of [order, alone, buyer.id, buyer.email, 'noor']) expect(text).not.toContain(secret);
  expect(messages(mira, 'sale')).toMatchObject([{ orderId: order, partnerLines: [] }]);
  expect(messages(mira, 'sale')[0]?.lines).toMatchObject([{ partnerCents: 270 }, { partnerCents: 0 }]);
});

it('what a partner is told of refunds adds up to all of their part', async () => {
  const product = await shared(999, 33);
  const order = await bought([product], 999);
  const line = await commerce.pb.collection('order_lines').getFirstListItem(`order = '${order}'`);
  for (const cents of [1, 100, null]) {
    expect(await refund(order, cents, line.id)).toBeNull();
    await settle(commerce, order);
  }
  await send();
  const told = messages(tobias, 'refund');
  expect(told.map(({ lines, amountCents, orderId }) => [lines, amountCents, orderId])).toEqual(
    Array(3).fill([[], 0, null]),
  );
  const cents = told.map(({ partnerLines }) => partnerLines[0]?.yoursCents);
  const [sold] = messages(tobias, 'sale');
  expect(cents.reduce<number>((sum, part) => sum + (part ?? 0), 0)).toBe(sold?.partnerLines[0]?.yoursCents);
  expect(told.at(-1)?.partnerLines[0]).toMatchObject({
    saleId: sold?.partnerLines[0]?.saleId,
    productId: product,
  });
  const back = messages(mira, 'refund');
  expect(back.map(({ orderId, partnerLines }) => [orderId, partnerLines])).toEqual(
    Array(3).fill([order, []]),
  );
  expect(back.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(1189);
});

it('when a whole order is given back, each store hears of its part, once', async () => {
  const product = await shared(1000, 30);
  const own = await commerce.product(tobias, 500);
  const free = await commerce.product(mira, 0, { free: true });
  const order = await bought([product, own, free], 1500);
  expect(await refund(order)).toBeNull();
  await send();
  expect(messages(tobias, 'sale')).toMatchObject([
    { orderId: order, lines: [{ productId: own }], partnerLines: [{ productId: product, yoursCents: 270 }] },
  ]);
  expect(messages(tobias, 'refund')).toMatchObject([
    {
      ...{ orderId: order, productName: '', amountCents: 595 },
      lines: [{ productId: own, amountCents: 595 }],
      partnerLines: [{ productId: product, yoursCents: 270 }],
    },
  ]);
  expect(messages(mira, 'refund')).toMatchObject([
    { amountCents: 1190, lines: [{ productId: product, amountCents: 1190 }], partnerLines: [] },
  ]);
});

it('a partner who was only asked, or has no part, hears nothing', async () => {
  const order = await bought([await shared(1000, 30, 'asked'), await shared(1000, 0)], 2000);
  await refund(order);
  await send();
  expect(heard.get(tobias)).toBeUndefined();
  expect(messages(mira, 'sale')).toHaveLength(1);
  expect(messages(mira, 'refund')).toHaveLength(1);
});
