import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isOfStore,
  leftOfStore,
  netOfStore,
  partnerNet,
  partnerPart,
  sellerParts,
} from '../../../src/domain/commerce/partner-part.ts';

const line = (netCents: number, percent: number) => ({
  storeId: 'mira',
  netCents,
  paidCents: netCents,
  refundedCents: 0,
  partner: { storeId: 'tobias', percent, netCents: partnerNet(netCents, percent) },
});

it('gives the odd cent to the store that sells', () => {
  const sold = line(899, 50);
  expect([netOfStore(sold, 'mira'), netOfStore(sold, 'tobias'), netOfStore(sold, 'noor')]).toEqual([
    450, 449, 0,
  ]);
  expect(sellerParts({ ...sold, partner: null }, 899)).toEqual([
    { storeId: 'mira', cents: 899, isPartner: false },
  ]);
});

it('pays nobody for a part that is less than a cent, or of nothing', () => {
  for (const sold of [line(1, 90), line(0, 90), line(900, 0)]) {
    expect(sellerParts(sold, sold.netCents)).toHaveLength(1);
    expect(isOfStore(sold, 'tobias')).toBe(false);
    expect(isOfStore(sold, 'mira')).toBe(true);
  }
});

it('is of nobody else’s: another store has no part of it, whatever was given back', () => {
  const sold = line(900, 40);
  for (const one of [sold, { ...sold, partner: null }, { storeId: 'mira', netCents: 900 }]) {
    expect(isOfStore(one, 'noor')).toBe(false);
    expect(netOfStore(one, 'noor')).toBe(0);
  }
  expect(leftOfStore({ ...sold, refundedCents: 300 }, 'noor')).toBe(0);
});

it('leaves nothing, and not less than nothing, of a line of which more was given back than was paid', () => {
  const refunded = { ...line(900, 40), paidCents: 1000, refundedCents: 1200 };
  expect([leftOfStore(refunded, 'mira'), leftOfStore(refunded, 'tobias')]).toEqual([0, 0]);
});

it('leaves a line that was given away as it is: it earned nothing, and nothing is taken back', () => {
  const free = line(0, 40);
  expect([leftOfStore(free, 'mira'), leftOfStore(free, 'tobias')]).toEqual([0, 0]);
});

it('divides whatever is given back, cent by cent, to exactly both parts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 90 }),
      fc.array(fc.nat(1_000_000), { maxLength: 12 }),
      (netCents, percent, drawn) => {
        const sold = line(netCents, percent);
        const steps = [...drawn.map((cents) => cents % (netCents + 1)), netCents].sort((a, b) => a - b);
        let before = { mira: 0, tobias: 0 };
        for (const cents of steps) {
          const now = { mira: cents - partnerPart(sold, cents), tobias: partnerPart(sold, cents) };
          expect(now.mira).toBeGreaterThanOrEqual(before.mira);
          expect(now.tobias).toBeGreaterThanOrEqual(before.tobias);
          before = now;
          const refunded = { ...sold, refundedCents: cents };
          expect(leftOfStore(refunded, 'mira') + leftOfStore(refunded, 'tobias')).toBe(netCents - cents);
        }
        expect(before).toEqual({ mira: netOfStore(sold, 'mira'), tobias: netOfStore(sold, 'tobias') });
      },
    ),
  );
});
