import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GUILD_HOLDS,
  type HeldPayment,
  holdReturn,
  shownReleaseAt,
  stakesText,
} from '../../../src/domain/guild/guild-hold.ts';
import { DAY, NOW } from './a-guild.ts';

const TERMS = { returnAfterDays: 14 };
const HELD_AT = NOW;
/** A month of 30 days, of which 10 are over when the hold begins. */
const MONTH: HeldPayment = {
  paidCents: 900,
  refundedCents: 0,
  paidAt: NOW - 10 * DAY,
  from: NOW - 10 * DAY,
  until: NOW + 20 * DAY,
  begunUntil: NOW + 20 * DAY,
  returnedUntil: null,
};

it('a release that waits for the end of a hold has no day on a page; one that is out keeps it', () => {
  const scheduled = { publishAt: NOW + DAY, publishedAt: null };
  const held = { heldAt: HELD_AT };
  expect(shownReleaseAt({ heldAt: null }, scheduled)).toBe(NOW + DAY);
  expect(shownReleaseAt(held, scheduled)).toBeNull();
  expect(shownReleaseAt(held, { publishAt: NOW - DAY, publishedAt: NOW })).toBe(NOW);
});

describe('what a hold gives back', () => {
  it('is nothing before the hold has lasted as long as the marketplace sets', () => {
    expect(holdReturn(MONTH, HELD_AT, TERMS, NOW + 14 * DAY - 1)).toBeNull();
    expect(holdReturn(MONTH, HELD_AT, TERMS, NOW + 14 * DAY)).toEqual({ cents: 600, until: MONTH.until });
    expect(holdReturn(MONTH, HELD_AT, { returnAfterDays: 0 }, NOW)).toEqual({
      cents: 600,
      until: MONTH.until,
    });
  });

  it('is given once, and never more than what is left of the payment', () => {
    expect(holdReturn({ ...MONTH, returnedUntil: MONTH.until }, HELD_AT, TERMS, NOW + 15 * DAY)).toBeNull();
    expect(holdReturn({ ...MONTH, refundedCents: 500 }, HELD_AT, TERMS, NOW + 15 * DAY)?.cents).toBe(400);
    expect(holdReturn({ ...MONTH, refundedCents: 900 }, HELD_AT, TERMS, NOW + 15 * DAY)).toBeNull();
  });

  it('is the whole payment, at once, where somebody was charged during the hold', () => {
    const charged = { ...MONTH, paidAt: NOW, from: NOW, until: NOW + 30 * DAY, begunUntil: NOW + 30 * DAY };
    expect(holdReturn(charged, HELD_AT, TERMS, NOW)).toEqual({ cents: 900, until: charged.until });
    expect(holdReturn({ ...charged, returnedUntil: charged.until }, HELD_AT, TERMS, NOW)).toBeNull();
    // The provider's times are whole seconds.
    const second = NOW - (NOW % 1000);
    expect(holdReturn({ ...charged, paidAt: second }, second + 999, TERMS, NOW)?.cents).toBe(900);
    expect(holdReturn({ ...charged, paidAt: second - 1 }, second + 999, TERMS, NOW)).toBeNull();
  });

  it('of a year comes month by month', () => {
    const year = { ...MONTH, paidCents: 12_000, from: NOW - 30 * DAY, until: NOW + 330 * DAY };
    const first = holdReturn({ ...year, begunUntil: NOW + 30 * DAY }, HELD_AT, TERMS, NOW + 14 * DAY);
    expect(first).toEqual({ cents: 1000, until: NOW + 30 * DAY });
    const second = {
      ...year,
      begunUntil: NOW + 60 * DAY,
      returnedUntil: NOW + 30 * DAY,
      refundedCents: 1000,
    };
    expect(holdReturn(second, HELD_AT, TERMS, NOW + 31 * DAY)).toEqual({
      cents: 1000,
      until: NOW + 60 * DAY,
    });
  });

  it('in any steps and holds is never more than was paid', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 100_000 }),
        fc.array(
          fc.record({ held: fc.integer({ min: -40, max: 400 }), begun: fc.integer({ min: 1, max: 12 }) }),
        ),
        (paidCents, steps) => {
          let payment = { ...MONTH, paidCents, from: NOW - 10 * DAY, until: NOW + 350 * DAY };
          for (const { held, begun } of steps) {
            const heldAt = NOW + held * DAY;
            const step = { ...payment, begunUntil: NOW - 10 * DAY + begun * 30 * DAY };
            const back = holdReturn(step, heldAt, { returnAfterDays: 0 }, NOW + 400 * DAY);
            if (!back) continue;
            expect(back.cents).toBeGreaterThan(0);
            expect(Number.isInteger(back.cents)).toBe(true);
            payment = {
              ...payment,
              refundedCents: payment.refundedCents + back.cents,
              returnedUntil: back.until,
            };
          }
          expect(payment.refundedCents).toBeLessThanOrEqual(paidCents);
        },
      ),
    ));
});

it('a dialog names the members and the last paid month', () => {
  expect(stakesText({ members: 0, lastMonthEnds: NOW + DAY }, NOW)).toBeNull();
  expect(stakesText({ members: 1, lastMonthEnds: null }, NOW)).toBe('The guild has one member.');
  expect(stakesText({ members: 1200, lastMonthEnds: NOW + DAY }, NOW)).toMatch(
    /^The guild has 1,200 members; the last paid month ends on .+\.$/,
  );
});

it('the days before unused time is paid back are whole, from 0 to 90', () => {
  expect(GUILD_HOLDS.check({ returnAfterDays: 0 })).toEqual({ value: { returnAfterDays: 0 } });
  for (const returnAfterDays of [-1, 91, 1.5, Number.NaN, '14'])
    expect(GUILD_HOLDS.check({ returnAfterDays })).toHaveProperty('problems');
});
