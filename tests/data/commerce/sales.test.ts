import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saleChoices, salesAfter, salesOfStore } from '../../../src/data/commerce/sales.ts';
import { ANY_SALE, type SaleFilter } from '../../../src/domain/commerce/sales-figures.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

let commerce: TestCommerce;
let store = '';
let other = '';
let products: string[] = [];
const DAY = 86_400_000;

beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  const buyer = await commerce.person('mira');
  store = await commerce.store('ash');
  other = await commerce.store('deep');
  await commerce.coupon(store, 'WELCOME', { percent: 10 });
  products = [
    await commerce.product(store, 1000),
    await commerce.product(store, 500),
    await commerce.product(store, 700),
  ];
  const buy = async (productIds: string[], shownCents: number, codes: string[] = []) => {
    const outcome = await checkOut(commerce, buyer, { productIds, codes, gift: null, shownCents });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    commerce.pay(outcome.url);
    await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
    return outcome.orderId;
  };
  const [a = '', b = '', c = ''] = products;
  const first = await buy([a], 900, ['WELCOME']);
  const second = await buy([b, await commerce.product(other, 900)], 1400);
  const third = await buy([c], 700);
  await refundOrder(
    commerce,
    { by: 'operator' },
    { orderId: second, lineId: null, amountCents: null, reason: '' },
  );
  const charge = commerce.standIn.simulator.book
    .all('charges')
    .find((row) => row['transfer_group'] === third);
  commerce.standIn.simulator.dispute(charge?.id ?? '');
  await settle(commerce, third);
  // The first was sold ten days ago.
  const paidAt = new Date(Date.now() - 10 * DAY).toISOString().replace('T', ' ');
  await commerce.pb.collection('orders').update(first, { paidAt });
  await buy([await commerce.product(other, 800)], 800);
});
afterAll(() => commerce.close());

const names = async (filter: Partial<SaleFilter>) =>
  (await salesOfStore(commerce.pb, store, { ...ANY_SALE, ...filter }, { page: 1, perPage: 30 })).sales.map(
    ({ productId }) => products.indexOf(productId ?? ''),
  );

describe('sales of a store', () => {
  it.each([
    ['all of them, the newest first', {}, [2, 1, 0]],
    ['sold and not refunded', { state: 'kept' }, [0]],
    ['refunded', { state: 'given-back' }, [1]],
    ['what is disputed', { state: 'disputed' }, [2]],
    ['a coupon’s', { couponCode: 'WELCOME' }, [0]],
    ['of an unused coupon', { couponCode: "' || 1=1" }, []],
    ['a buyer’s, by a part of the name', { buyer: 'mir' }, [2, 1, 0]],
    ['a buyer’s who bought nothing', { buyer: 'm_ra' }, []],
    ['since yesterday', { from: Date.now() - DAY }, [2, 1]],
    ['before yesterday', { to: Date.now() - DAY }, [0]],
  ] as const)('%s', async (_name, filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  it('of one product, and of no other store', async () => {
    expect(await names({ productId: products[1] ?? '' })).toEqual([1]);
    const foreign = await commerce.product(other, 900);
    expect(await names({ productId: foreign })).toEqual([]);
  });

  it('part by part say the same', async () => {
    const parts = [];
    const { sales } = await salesOfStore(commerce.pb, store, ANY_SALE, { page: 1, perPage: 30 });
    let after: Awaited<ReturnType<typeof salesAfter>>['next'] = null;
    do {
      const part: Awaited<ReturnType<typeof salesAfter>> = await salesAfter(commerce.pb, store, ANY_SALE, {
        ...{ after, limit: 2 },
      });
      parts.push(part.sales);
      after = part.next;
    } while (after !== null);
    expect(parts.map((part) => part.length)).toEqual([2, 1]);
    expect(parts.flat()).toEqual(sales.map((sale) => ({ ...sale, share: null })));
  });

  it('say what was paid, what the marketplace keeps of it, and what is the seller’s', async () => {
    const { sales } = await salesOfStore(
      commerce.pb,
      store,
      { ...ANY_SALE, state: 'kept' },
      { page: 1, perPage: 1 },
    );
    expect(sales).toMatchObject([
      {
        ...{
          listCents: 1000,
          discountCents: 100,
          couponCode: 'WELCOME',
          paidCents: 900,
          commissionPercent: 10,
        },
        ...{ commissionCents: 90, netCents: 810, refundedCents: 0, yoursCents: 810 },
      },
    ]);
  });

  it('can be narrowed to what the store has', async () => {
    expect((await saleChoices(commerce.pb, store)).codes).toEqual(['WELCOME']);
  });
});
