import type { Sale } from '../../../src/domain/commerce/sale.ts';
import type { SaleSums } from '../../../src/domain/commerce/sales-figures.ts';
import type { Instant } from '../../../src/domain/kernel/instant.ts';
import { sumOfIncome } from '../../../src/domain/payments/income.ts';

const DAY_MS = 86_400_000;

/** What the database adds up over these sales, newest first: all products and coupons, in no order. */
export function sumsOf(sales: readonly Sale[]): SaleSums {
  const days = new Map<Instant, SaleSums['days'][number]>();
  const products = new Map<string, SaleSums['products'][number]>();
  const coupons = new Map<string, SaleSums['coupons'][number]>();
  const members = { count: 0, discountCents: 0, yoursCents: 0 };
  const add = <S extends { count: number; discountCents?: number; yoursCents: number }>(
    sum: S,
    sale: Sale,
  ): S => {
    sum.count += 1;
    sum.yoursCents += sale.yoursCents;
    if (sum.discountCents !== undefined) sum.discountCents += sale.discountCents;
    return sum;
  };
  for (const sale of sales) {
    const day = Math.floor(sale.soldAt / DAY_MS) * DAY_MS;
    days.set(day, add(days.get(day) ?? { day, count: 0, yoursCents: 0 }, sale));
    const key = sale.productId ?? sale.productName;
    products.set(key, add(products.get(key) ?? { name: sale.productName, count: 0, yoursCents: 0 }, sale));
    if (sale.memberPercent !== null) add(members, sale);
    const code = sale.couponCode;
    if (code === null) continue;
    const none = { code, count: 0, discountCents: 0, yoursCents: 0 };
    coupons.set(code, add(coupons.get(code) ?? none, sale));
  }
  return {
    totals: {
      ...sumOfIncome(sales),
      count: sales.length,
      listCents: sales.reduce((sum, { listCents }) => sum + listCents, 0),
      discountCents: sales.reduce((sum, { discountCents }) => sum + discountCents, 0),
    },
    days: [...days.values()].sort((a, b) => a.day - b.day),
    products: [...products.values()],
    coupons: [...coupons.values()],
    members: members.count === 0 ? null : members,
  };
}
