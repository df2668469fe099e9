import { describe, expect, it } from 'vitest';
import type { Order, OrderLine } from '../../../src/domain/commerce/order.ts';
import { partnerSaleNotice, saleNotice } from '../../../src/server/commerce/seller-mails.ts';

const line = (storeId: string, more: Partial<OrderLine> = {}) =>
  ({
    ...{ storeId, productName: `A model of ${storeId}`, paidCents: 1000, includedTaxCents: 0, netCents: 900 },
    ...more,
  }) as OrderLine;
const partner = { storeId: 'deep', percent: 40, netCents: 360 };
const order = {
  ...{ id: 'k3x9m2p7q1w5e8r', email: 'wren@guildhall.test', placedAt: Date.UTC(2026, 10, 21), taxCents: 0 },
  lines: [line('ash', { partner }), line('deep'), line('ash', { paidCents: 0, productName: 'A free model' })],
} as unknown as Order;

describe('a seller is told of a sale', () => {
  it('of their own models alone, at their sales, and not who bought them', () => {
    const notice = saleNotice(order, { storeId: 'ash', userId: 'u-ash' });
    expect(notice).toMatchObject({
      ...{ to: ['u-ash'], kind: 'sale-made', path: '/account/sales', key: `sale-made:${order.id}:ash` },
      ...{ title: 'You sold A model of ash for $10.00' },
    });
    expect(JSON.stringify(notice)).not.toMatch(/wren|A model of deep|A free model/);
  });

  it('that they have a part of, at their sales, with their part', () => {
    const notice = partnerSaleNotice(order, { storeId: 'deep', userId: 'u-deep' });
    expect(notice).toMatchObject({
      ...{ to: ['u-deep'], kind: 'sale-made', path: '/account/sales', key: `partner-sale:${order.id}:deep` },
      ...{ title: 'A model of ash was sold: $3.60 is yours' },
    });
    expect(JSON.stringify(notice)).not.toMatch(/wren|A model of deep/);
  });
});
