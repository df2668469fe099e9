import { expect } from 'vitest';
import { type StoredOrder, storedOrder } from '../../../src/data/commerce/orders.ts';
import { ledgerOfOrder } from '../../../src/data/commerce/settlements.ts';
import type { Country } from '../../../src/dev/payments/tax.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import type { TestCommerce } from './commerce.ts';

let made = 0;

/** A cart of two artists, $9.99 and $5.01, paid. */
export async function bought(
  shop: TestCommerce,
  more: { gift?: { email: string; message: string }; country?: Country } = {},
): Promise<StoredOrder & { stores: string[]; lineOf(product: number): string }> {
  const stores = [await shop.store(`taxed${++made}`), await shop.store(`taxed${++made}`)] as const;
  const products = [await shop.product(stores[0], 999), await shop.product(stores[1], 501)];
  const buyer = await shop.person(`taxpayer${made}`);
  const cart = { productIds: products, codes: [], gift: more.gift ?? null, shownCents: 1500 };
  const outcome = await checkOut(shop, buyer, cart);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(shop.pay(outcome.url, 'pays', more.country)).toBeNull();
  await shop.standIn.deliveries.settled();
  const stored = await storedOrder(shop.pb, outcome.orderId);
  if (!stored) throw new Error('no order');
  const lineOf = (product: number) =>
    stored.lines.find(({ productId }) => productId === products[product])?.id ?? '';
  return { ...stored, stores: [...stores], lineOf };
}

/** The sum of an account in the ledger of an order, in cents. */
export async function ledgerSum({ pb }: TestCommerce, orderId: string, account: string): Promise<number> {
  const rows = await ledgerOfOrder(pb, orderId);
  return rows.reduce((sum, row) => (row.account === account ? sum + row.amountCents : sum), 0);
}

/** The charge of a cart at the provider. */
export const chargeOfCart = ({ standIn }: TestCommerce, orderId: string) =>
  standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId);
