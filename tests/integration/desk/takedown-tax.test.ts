import { afterAll, beforeAll, expect, it } from 'vitest';
import { refundSum, takedownOfCase, withTakedown } from '../../../src/data/commerce/takedowns.ts';
import { deskTransaction } from '../../../src/data/identity/roles.ts';
import type { Actor } from '../../../src/data/kernel/actor.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { refundTakenDown } from '../../../src/server/commerce/takedowns.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { bought, chargeOfCart } from '../commerce/taxed-cart.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
});
afterAll(() => commerce.close());

const odile: Actor = { id: 'o'.repeat(15), name: 'odile', role: 'operator' };

it('the sum of a takedown is what buyers get and what is reported, with the tax that prices contain', async () => {
  const shop = commerce.withTaxInPrices();
  const { order, lines } = await bought(shop);
  const [line] = lines;
  const productId = line?.productId ?? '';
  expect(await refundSum(shop.pb, productId)).toEqual({
    ...{ buyers: 1, sales: 1, cents: 999, hasAddedTax: false, disputed: 0 },
  });
  const part = { orderId: order.id, lineId: line?.id ?? '', amountCents: 100, reason: '' };
  expect(await refundOrder(shop, { by: 'operator' }, part)).toBeNull();
  await shop.standIn.deliveries.idle();
  const sum = await refundSum(shop.pb, productId);
  expect(sum.cents).toBe(880);
  const { id: caseId } = await shop.pb.collection('cases').create({
    ...{ kind: 'copyright', product: productId, what: 'product', subject: productId },
    ...{ reporter: 'maker@guildhall.test', claim: 'This is my dragon.', state: 'open' },
  });
  const steps = deskTransaction(shop.pb, odile);
  withTakedown(steps, { caseId, productId, sum, by: odile }, shop.now());
  await steps.run();
  await refundTakenDown(shop);
  await shop.standIn.deliveries.idle();
  expect(await takedownOfCase(shop.pb, caseId)).toMatchObject({
    ...{ state: 'done', totalCents: 880, refundedCents: 880, failedLines: 0 },
  });
  expect(chargeOfCart(shop, order.id)?.['amount_refunded']).toBe(999);
});

it('the sum says that tax is given back on top where it was added', async () => {
  const { lines } = await bought(commerce);
  expect(await refundSum(commerce.pb, lines[0]?.productId ?? '')).toMatchObject({
    ...{ cents: 999, hasAddedTax: true },
  });
});
