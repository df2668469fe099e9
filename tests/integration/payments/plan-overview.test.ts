import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentBusinessAccount } from '../../../src/server/payments/business-accounts.ts';
import { planInvoices, planView } from '../../../src/server/payments/plan-overview.ts';
import { startPlan } from '../../../src/server/payments/seller-plans.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

const settings = {
  planPrices: { monthly: 1500, annual: 15_000 },
  planStorage: { free: 50, pro: 250 },
};

/** Runs code while the payment provider cannot be reached. */
async function unreachable<T>(work: () => Promise<T>): Promise<T> {
  commerce.standIn.fault = 'error';
  try {
    return await work();
  } finally {
    commerce.standIn.fault = 'none';
  }
}

describe('a seller’s plan', () => {
  it('is shown with the limits of the free plan where there is none', async () => {
    const store = await commerce.store('free-planner');
    expect(await planView(commerce, settings, store, true)).toMatchObject({
      ...{ plan: { state: 'none' }, percents: { free: expect.any(Number), pro: expect.any(Number) } },
      ...{ prices: settings.planPrices, storage: settings.planStorage, limitBytes: 50, usedBytes: 0 },
      stale: false,
    });
    expect(await planInvoices(commerce, store)).toEqual([]);
  });

  it('is shown as last known where the provider cannot be reached', async () => {
    const store = { id: await commerce.store('stale-planner'), name: 'stale-planner' };
    await startPlan(commerce, store, 'seller-stale-planner@guildhall.test', 'monthly', settings.planPrices);
    commerce.errors.length = 0;
    const view = await unreachable(() => planView(commerce, settings, store.id, true));
    expect(view).toMatchObject({ plan: { state: 'none' }, stale: true });
    expect(commerce.errors).toHaveLength(1);
    expect(await planView(commerce, settings, store.id, true)).toMatchObject({ stale: false });
  });
});

describe('a business account', () => {
  it('is shown as last known where the provider cannot be reached, without a request if none is needed', async () => {
    const store = await commerce.store('staleshop');
    commerce.errors.length = 0;
    expect(await unreachable(() => currentBusinessAccount(commerce, store, true))).toMatchObject({
      ...{ account: { state: 'active' }, stale: true },
    });
    expect(commerce.errors).toHaveLength(1);
    expect(await unreachable(() => currentBusinessAccount(commerce, store, false))).toMatchObject({
      ...{ account: { state: 'active' }, stale: false },
    });
    const none = await commerce.store('no-account', { payable: false });
    expect(await unreachable(() => currentBusinessAccount(commerce, none, true))).toEqual({
      ...{ account: null, stale: false },
    });
  });
});
