import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../../src/domain/commerce/order.ts';
import { saleStateText, shareOfSale } from '../../../src/domain/commerce/sale.ts';

describe('the state of one sale', () => {
  it.each<[string, OrderState, number, number]>([
    ['Paid', 'paid', 500, 0],
    ['Refunded', 'refunded', 500, 500],
    ['Refunded', 'partly_refunded', 500, 500],
    ['Partly refunded', 'partly_refunded', 500, 100],
    ['Paid', 'partly_refunded', 500, 0],
    ['Paid', 'partly_refunded', 0, 0],
    ['Disputed', 'disputed', 500, 500],
    ['Waiting for payment', 'pending', 500, 0],
  ])('is %s in an order that is %s, with %i cents paid and %i refunded', (text, orderState, paid, back) => {
    expect(saleStateText({ orderState, paidCents: paid, refundedCents: back })).toBe(text);
  });
});

describe('where the share of a sale is', () => {
  it('is refunded with its line, though the rest of the order was sent', () => {
    expect(shareOfSale({ share: 'sent', paidCents: 500, refundedCents: 500 })).toBe('returned');
    expect(shareOfSale({ share: 'sent', paidCents: 500, refundedCents: 499 })).toBe('sent');
    expect(shareOfSale({ share: 'sent', paidCents: 0, refundedCents: 0 })).toBe('sent');
    expect(shareOfSale({ share: null, paidCents: 500, refundedCents: 500 })).toBeNull();
    expect(shareOfSale({ share: 'debt', paidCents: 500, refundedCents: 500 })).toBe('debt');
  });
});
