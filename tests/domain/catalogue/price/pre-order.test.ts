import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deliverRefusal,
  moveRefusal,
  offerRefusal,
  PRE_ORDER_DAYS,
  preOrderText,
  promiseEndsAt,
  promiseRefusal,
} from '../../../../src/domain/catalogue/price/pre-order.ts';
import { cancelRefusal, isAwaited } from '../../../../src/domain/commerce/order.ts';
import { withdrawalRefusal } from '../../../../src/domain/commerce/withdrawal.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 23, 14);
const day = (days: number) => Date.UTC(2026, 10, 23) + days * DAY_MS;
const draft = { free: false, publishedAt: null };
const open = { state: 'open' as const, promisedDay: day(10), movedFrom: null };

describe('a promised day', () => {
  it('is shown as a day', () => {
    expect(preOrderText(Date.UTC(2027, 2, 12))).toBe('Pre-order: arrives by 12 March 2027');
  });

  it('lies from tomorrow on, as long ahead as payments can be refunded after it', () => {
    expect(promiseRefusal(day(0), null, NOW)).toBe('past');
    expect(promiseRefusal(day(1), null, NOW)).toBeNull();
    expect(promiseRefusal(day(PRE_ORDER_DAYS), null, NOW)).toBeNull();
    expect(promiseRefusal(day(PRE_ORDER_DAYS + 1), null, NOW)).toBe('too-far');
    expect(promiseRefusal(day(5) + 1, null, NOW)).toBe('no-day');
    expect(promiseRefusal(Number.NaN, null, NOW)).toBe('no-day');
  });

  it('can always be refunded within 180 days of the first sale, also where it was moved', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 400 }), fc.nat(200), (ahead, age) => {
        const publishedAt = NOW - age * DAY_MS;
        if (promiseRefusal(day(ahead), publishedAt, NOW) !== null) return;
        expect(promiseEndsAt(day(ahead)) - publishedAt).toBeLessThan(180 * DAY_MS);
      }),
    );
  });

  it('is offered for models that have a price and were never published', () => {
    expect(offerRefusal(draft, day(5), NOW)).toBeNull();
    expect(offerRefusal({ ...draft, free: true }, day(5), NOW)).toBe('free');
    expect(offerRefusal({ ...draft, publishedAt: NOW - 1 }, day(5), NOW)).toBe('published');
  });

  it('is moved once, later, while it is not over', () => {
    const product = { publishedAt: day(-1) };
    expect(moveRefusal(open, product, day(20), NOW)).toBeNull();
    expect(moveRefusal(open, product, day(9), NOW)).toBe('earlier');
    expect(moveRefusal({ ...open, movedFrom: day(3) }, product, day(20), NOW)).toBe('moved');
    expect(moveRefusal(open, product, day(20), promiseEndsAt(open.promisedDay))).toBe('over');
  });

  it('is kept until it is over everywhere on earth', () => {
    expect(deliverRefusal(open, 1, promiseEndsAt(open.promisedDay) - 1)).toBeNull();
    expect(deliverRefusal(open, 1, promiseEndsAt(open.promisedDay))).toBe('over');
    expect(deliverRefusal(open, 0, NOW)).toBe('no-files');
    expect(deliverRefusal({ ...open, state: 'lapsed' }, 1, NOW)).toBe('over');
  });
});

describe('a pre-ordered line', () => {
  const line = { paidCents: 1000, refundedCents: 0, preOrder: open };

  it('is awaited until it is delivered or refunded', () => {
    expect(isAwaited(line)).toBe(true);
    expect(isAwaited({ ...line, preOrder: { ...open, state: 'lapsed' } })).toBe(true);
    expect(isAwaited({ ...line, preOrder: { ...open, state: 'delivered' } })).toBe(false);
    expect(isAwaited({ ...line, refundedCents: 1000 })).toBe(false);
    expect(isAwaited({ ...line, preOrder: null })).toBe(false);
  });

  it('is cancelled while it is awaited, whatever was waived and however long ago', () => {
    expect(cancelRefusal({ state: 'paid' }, line)).toBeNull();
    expect(cancelRefusal({ state: 'disputed' }, line)).toBe('disputed');
    expect(cancelRefusal({ state: 'pending' }, line)).toBe('nothing-left');
    const contract = { paidAt: NOW - 100 * DAY_MS, country: 'US', isWaived: true };
    expect(withdrawalRefusal(contract, { downloaded: false, leftCents: 1, awaited: true }, NOW)).toBeNull();
    expect(withdrawalRefusal(contract, { downloaded: false, leftCents: 1 }, NOW)).toBe('no-right');
  });
});
