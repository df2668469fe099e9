import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTITLEMENT_SOURCES, REVOCATIONS } from '../../../src/domain/catalogue/entitlement.ts';
import {
  cardText,
  lineRevocation,
  ORDER_STATE_TEXTS,
  ORDER_STATES,
  type OrderState,
  orderNumber,
  paidOrderState,
} from '../../../src/domain/commerce/order.ts';
import {
  REFUND_REFUSAL_TEXTS,
  type RefundRefusal,
  refundRefusal,
} from '../../../src/domain/commerce/refund.ts';
import { CHECKOUT_OPEN_MS, DISPUTE_STATES, type DisputeState } from '../../../src/domain/payments/payment.ts';

const disputes = fc.array(fc.constantFrom(...DISPUTE_STATES), { maxLength: 4 });

describe('a paid order', () => {
  it.each<[number, number, DisputeState[], OrderState]>([
    [1000, 0, [], 'paid'],
    [1000, 1, [], 'partly_refunded'],
    [1000, 999, [], 'partly_refunded'],
    [1000, 1000, [], 'refunded'],
    [0, 0, [], 'paid'],
    [1000, 0, ['open'], 'disputed'],
    [1000, 1000, ['lost'], 'refunded'],
    [1000, 400, ['lost'], 'partly_refunded'],
    [1000, 0, ['won'], 'paid'],
    [1000, 400, ['won'], 'partly_refunded'],
    [1000, 400, ['open'], 'disputed'],
    [1000, 1000, ['won'], 'refunded'],
    [1000, 0, ['won', 'open'], 'disputed'],
    [1000, 400, ['lost', 'open'], 'disputed'],
    [1000, 0, ['won', 'won'], 'paid'],
  ])('of %i cents with %i refunded and disputes %j is %s', (paidCents, refundedCents, found, state) => {
    expect(paidOrderState({ paidCents, refundedCents, disputes: found })).toBe(state);
  });

  it('is the same however its disputes are ordered, and never unpaid again', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.nat({ max: 3 }), disputes, (paidCents, refundedCents, found) => {
        const state = paidOrderState({ paidCents, refundedCents, disputes: found });
        expect(paidOrderState({ paidCents, refundedCents, disputes: found.toReversed() })).toBe(state);
        expect(['pending', 'expired']).not.toContain(state);
      }),
    );
  });

  it('is disputed exactly where a line without refunds is suspended', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), disputes, (paidCents, found) => {
        const state = paidOrderState({ paidCents, refundedCents: 0, disputes: found });
        const revocation = lineRevocation({ paidCents, refundedCents: 0 }, found);
        expect(revocation).toBe(state === 'disputed' ? 'dispute' : null);
      }),
    );
  });
});

describe('what a line granted', () => {
  it.each<[number, number, DisputeState[], 'refund' | 'dispute' | null]>([
    [1000, 0, [], null],
    [1000, 999, [], null],
    [1000, 1000, [], 'refund'],
    [0, 0, [], null],
    [1000, 0, ['open'], 'dispute'],
    [1000, 1000, ['lost'], 'dispute'],
    [1000, 999, ['lost'], null],
    [1000, 0, ['won'], null],
    [1000, 1000, ['won', 'lost'], 'dispute'],
    [0, 0, ['open'], 'dispute'],
    [1000, 500, ['open'], 'dispute'],
    [1000, 1000, ['open'], 'refund'],
    [1000, 1000, ['won'], 'refund'],
  ])('for %i cents with %i refunded and disputes %j is revoked by %s', (paid, refunded, found, word) => {
    const lostCents = found.includes('lost') ? refunded : 0;
    expect(lineRevocation({ paidCents: paid, refundedCents: refunded, lostCents }, found)).toBe(word);
    if (word !== null) expect(REVOCATIONS).toContain(word);
  });

  it('has a word for each of its sources', () => {
    for (const text of Object.values(ENTITLEMENT_SOURCES)) expect(text.length).toBeGreaterThan(0);
  });
});

describe('giving back', () => {
  it.each<[OrderState, number, number, number, RefundRefusal | null]>([
    ['paid', 1000, 0, 1, null],
    ['paid', 1000, 0, 1000, null],
    ['partly_refunded', 1000, 400, 600, null],
    ['partly_refunded', 1000, 400, 601, 'more-than-left'],
    ['paid', 1000, 0, 1001, 'more-than-left'],
    ['refunded', 1000, 1000, 1, 'more-than-left'],
    ['refunded', 1000, 1000, 0, 'more-than-left'],
    ['paid', 1000, 0, 0, 'amount-range'],
    ['paid', 1000, 0, -1, 'amount-range'],
    ['paid', 1000, 0, 0.5, 'amount-range'],
    ['paid', 1000, 0, Number.NaN, 'amount-range'],
    ['paid', 0, 0, 1, 'nothing-paid'],
    ['pending', 1000, 0, 1, 'nothing-paid'],
    ['expired', 1000, 0, 1, 'nothing-paid'],
    ['disputed', 1000, 0, 1, 'disputed'],
  ])('%s, %i paid, %i back, %d more: %s', (state, paidCents, refundedCents, amountCents, refusal) => {
    expect(refundRefusal({ state, paidCents, refundedCents, amountCents })).toBe(refusal);
    if (refusal !== null) expect(REFUND_REFUSAL_TEXTS[refusal]).toMatch(/\.$/);
  });
});

describe('an order', () => {
  it('is quoted by its year, in UTC, and the beginning of its id', () => {
    const id = 'abcd1234efgh567';
    expect(orderNumber({ id, placedAt: Date.UTC(2026, 11, 31, 23, 59) })).toBe('G-2026-ABCD1234');
    expect(orderNumber({ id, placedAt: Date.UTC(2027, 0, 1) })).toBe('G-2027-ABCD1234');
  });

  it('has a text for each state', () => {
    expect(Object.keys(ORDER_STATE_TEXTS)).toEqual([...ORDER_STATES]);
  });

  it('waits for its payment longer than the provider\u2019s shortest page and shorter than its longest', () => {
    expect(CHECKOUT_OPEN_MS).toBeGreaterThan(30 * 60_000);
    expect(CHECKOUT_OPEN_MS).toBeLessThan(24 * 60 * 60_000);
  });
});

it('a card is named as people write it', () => {
  expect(cardText({ brand: 'visa', last4: '4242' })).toBe('Visa ending in 4242');
  expect(cardText({ brand: 'amex', last4: '0005' })).toBe('American Express ending in 0005');
  expect(cardText({ brand: 'cartes_bancaires', last4: '0001' })).toBe('Cartes bancaires ending in 0001');
});
