import { expect } from 'vitest';
import { planOfStore } from '../../../src/data/payments/seller-plans.ts';
import { switchOffer, switchPlan } from '../../../src/server/payments/plan-changes.ts';
import { startPlan } from '../../../src/server/payments/seller-plans.ts';
import type { TestCommerce } from './commerce.ts';

const PRICES = { monthly: 1500, annual: 15_000 };
let made = 0;

/** What a seller pays for Pro by the month, and then to change to a year at once: the total and the tax in it, in cents. */
export async function paidForPlan(shop: TestCommerce) {
  const name = `taxed-planner${++made}`;
  const store = { id: await shop.store(name), name, email: `seller-${name}@guildhall.test` };
  const begun = await startPlan(shop, store, store.email, 'monthly', PRICES);
  if (begun.kind !== 'pay') throw new Error(begun.refusal);
  expect(shop.pay(begun.url)).toBeNull();
  await shop.standIn.deliveries.settled();
  const offer = await switchOffer(shop, store.id, 'annual', PRICES);
  if (typeof offer === 'string') throw new Error(offer);
  expect(await switchPlan(shop, store.id, 'annual', PRICES, offer)).toBeNull();
  const customer = (await planOfStore(shop.pb, store.id))?.customerId;
  const invoices = shop.standIn.simulator.book.all('invoices').filter((row) => row['customer'] === customer);
  const paid = (isFirst: boolean) => {
    const invoice = invoices.find((row) => (row['billing_reason'] === 'subscription_create') === isFirst);
    const total = Number(invoice?.['total']);
    return [total, total - Number(invoice?.['total_excluding_tax'])] as const;
  };
  return { offered: offer.chargeCents, month: paid(true), year: paid(false) };
}
