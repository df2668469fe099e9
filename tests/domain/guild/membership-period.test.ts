import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trialEnd } from '../../../src/domain/guild/free-trial.ts';
import { loyaltyRewardRefusals, monthsReached } from '../../../src/domain/guild/loyalty.ts';
import {
  claimsOf,
  type MembershipPeriod,
  monthsBetween,
  monthsOfPayment,
  type PaidMonths,
} from '../../../src/domain/guild/membership-period.ts';
import { instantMonthsLater, monthAfter } from '../../../src/domain/kernel/month.ts';
import { aPeriod, NOW, withoutPayment } from './a-guild.ts';

const at = (text: string) => Date.parse(`${text}T10:00:00Z`);

function paid(from: string, months = 1, changes: Partial<PaidMonths> = {}): PaidMonths {
  const begin = at(from);
  return {
    id: `in-${from}`,
    kind: 'paid',
    tierId: 'low',
    paidCents: 800,
    from: begin,
    until: instantMonthsLater(begin, months),
    joinedAt: begin,
    ...changes,
  };
}
const months = (payment: PaidMonths, before: readonly MembershipPeriod[] = []) =>
  monthsOfPayment('member', payment, before).map(({ month }) => month);
/** The periods of several payments, booked in this order. */
function all(payments: readonly PaidMonths[]): MembershipPeriod[] {
  const periods: MembershipPeriod[] = [];
  for (const payment of payments)
    periods.push(
      ...monthsOfPayment('member', payment, periods).map((period) => ({
        ...period,
        id: `${period.paymentId}/${period.part}`,
      })),
    );
  return periods;
}

describe('months between', () => {
  it.each([
    ['2026-01-31', '2026-02-28', 1],
    ['2026-02-28', '2026-03-31', 1],
    ['2026-01-15', '2026-02-15', 1],
    ['2026-01-15', '2026-01-16', 1],
    ['2026-01-15', '2027-01-15', 12],
    ['2024-02-29', '2025-02-28', 12],
    ['2024-02-29', '2025-03-01', 12],
    ['2026-01-01', '2026-07-01', 6],
    ['2026-01-15', '2029-01-15', 12],
  ])('%s and %s: %i', (from, until, count) => expect(monthsBetween(at(from), at(until))).toBe(count));
});

describe('a payment', () => {
  it('covers the month it begins in', () => expect(months(paid('2026-11-20'))).toEqual(['2026-11']));

  it('for a year covers twelve, each from its own day', () => {
    const year = monthsOfPayment('member', paid('2026-01-31', 12, { paidCents: 9001 }), []);
    expect(year.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, later) => monthAfter('2026-01', later)),
    );
    expect(year[1]).toMatchObject({ from: at('2026-02-28'), until: at('2026-03-31'), part: 1 });
    expect(year.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(9001);
    for (const [place, { until }] of year.entries())
      if (place < 11) expect(until).toBe(year[place + 1]?.from);
  });

  it('of the 31st follows short months without leaving one out', () => {
    const begins = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'];
    expect(all(begins.map((from) => paid(from))).map(({ month }) => month)).toEqual(
      begins.map((from) => from.slice(0, 7)),
    );
  });

  it('booked twice covers its months once', () => {
    const first = all([paid('2026-11-20')]);
    expect(months(paid('2026-11-20'), first)).toEqual([]);
  });

  it('for a covered month moves to the next free one, which begins later', () => {
    const before = all([paid('2026-11-20'), paid('2026-12-20')]);
    const [next] = monthsOfPayment('member', paid('2026-11-25', 1, { id: 'again' }), before);
    expect(next).toMatchObject({ month: '2027-01', from: at('2027-01-25') });
  });

  it('replaces a refunded, skipped or trial month', () => {
    for (const kind of ['refunded', 'skipped', 'trial'] as const)
      expect(months(paid('2026-11-20'), [aPeriod('2026-11', { kind })])).toEqual(['2026-11']);
  });

  it('a skip or trial of a covered month adds nothing', () => {
    const before = all([paid('2026-11-20')]);
    for (const kind of ['skipped', 'trial'] as const)
      expect(months(paid('2026-11-21', 1, { id: kind, kind }), before)).toEqual([]);
  });

  it('on trial is a single month from the first day to the last, whatever its length', () => {
    const trial = (days: number) =>
      paid('2026-01-31', 1, { id: 'trial', kind: 'trial', until: at('2026-01-31') + days * 86_400_000 });
    for (const days of [7, 14, 30])
      expect(monthsOfPayment('member', trial(days), [])).toMatchObject([
        { month: '2026-01', from: at('2026-01-31'), until: at('2026-01-31') + days * 86_400_000 },
      ]);
  });

  it('after a gift of the same month moves to the next one', () => {
    const gift = paid('2026-11-10', 1, { id: 'gift', kind: 'gift', paidCents: 0 });
    expect(months(paid('2026-11-20'), all([gift]))).toEqual(['2026-12']);
  });
});

const payment = fc
  .record({
    month: fc.integer({ min: 0, max: 14 }),
    day: fc.integer({ min: 1, max: 31 }),
    length: fc.constantFrom(1, 1, 1, 12),
    gift: fc.boolean(),
    paidCents: fc.integer({ min: 0, max: 20_000 }),
  })
  .map(({ month, day, length, gift, paidCents }) => {
    const from = instantMonthsLater(at('2026-01-31'), month, day);
    return {
      kind: gift ? ('gift' as const) : ('paid' as const),
      tierId: 'low',
      paidCents,
      from,
      until: instantMonthsLater(from, length, day),
      joinedAt: from,
      length,
    };
  });
const payments = fc
  .array(payment, { maxLength: 12 })
  .map((list) => list.map((one, place) => ({ ...one, id: `in-${place}` })));

describe('any sequence of payments', () => {
  it('covers each month once, to the cent, and the same months in any order', () => {
    fc.assert(
      fc.property(
        payments.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, other]) => {
          const periods = all([...list, ...list]);
          const covered = periods.map(({ month }) => month);
          expect(new Set(covered).size).toBe(covered.length);
          expect(covered.length).toBe(list.reduce((sum, { length }) => sum + length, 0));
          for (const one of list)
            expect(
              periods
                .filter(({ paymentId }) => paymentId === one.id)
                .reduce((sum, { paidCents }) => sum + paidCents, 0),
            ).toBe(one.paidCents);
          expect(
            all(other)
              .map(({ month }) => month)
              .toSorted(),
          ).toEqual(covered.toSorted());
          for (const { month, from } of periods) expect(new Date(from).toISOString().slice(0, 7)).toBe(month);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a trial and the payments after it', () => {
  it('follow each other, and the payments cover the same months, to the cent, as without it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.constantFrom(7, 14, 30),
        fc.integer({ min: 0, max: 14 }),
        (day, days, paidMonths) => {
          const begin = at('2026-01-01') + day * 86_400_000;
          const end = trialEnd(begin, days);
          const anchor = new Date(end).getUTCDate();
          const trial = { ...paid('2026-01-01'), id: 'trial', kind: 'trial' as const, paidCents: 0 };
          const payments = Array.from({ length: paidMonths }, (_, nth) => ({
            ...paid('2026-01-01', 1, { id: `in-${nth}` }),
            from: instantMonthsLater(end, nth, anchor),
            until: instantMonthsLater(end, nth + 1, anchor),
          }));
          const periods = all([{ ...trial, from: begin, until: end }, ...payments]);
          expect(periods).toHaveLength(1 + paidMonths);
          expect(periods[0]).toMatchObject({ kind: 'trial', from: begin, until: end });
          expect(periods.slice(1).map(({ from }) => from)).toEqual(payments.map(({ from }) => from));
          expect(periods.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(800 * paidMonths);
          expect(periods.slice(1).map(({ month }) => month)).toEqual(all(payments).map(({ month }) => month));
        },
      ),
    );
  });
});

describe('the payments for a month', () => {
  const upgrade = { tierId: 'high', paymentId: 'up', paidCents: 350, refunded: false };
  it('are its own payment, then its upgrade', () => {
    const period = aPeriod('2026-11', { upgrade: upgrade });
    expect(claimsOf(period)).toEqual([
      { paymentId: 'in-2026-11', tierId: 'low' },
      { paymentId: 'up', tierId: 'high' },
    ]);
    const [lowered] = withoutPayment([period], 'up');
    expect(lowered && claimsOf(lowered)).toEqual([{ paymentId: 'in-2026-11', tierId: 'low' }]);
    const [upgraded] = withoutPayment([period], 'in-2026-11');
    expect(upgraded && claimsOf(upgraded)).toEqual([{ paymentId: 'up', tierId: 'high' }]);
  });
  it.each(['skipped', 'trial', 'refunded'] as const)('are none for a %s month', (kind) =>
    expect(claimsOf(aPeriod('2026-11', { kind }))).toEqual([]),
  );
});

describe('loyalty', () => {
  const of = (text: string) =>
    [...text].flatMap((letter, place) => {
      const kind = ({ P: 'paid', G: 'gift', S: 'skipped', R: 'refunded', T: 'trial' } as const)[letter];
      return kind ? [aPeriod(monthAfter('2025-01', place), { kind })] : [];
    });
  it.each([
    ['P', 1, 1],
    ['PPP', 3, 3],
    ['PP.P', 1, 3],
    ['PPSP', 3, 3],
    ['PPSSP', 3, 3],
    ['PPRP', 1, 3],
    ['PPTP', 1, 3],
    ['PGP', 3, 3],
    ['SSP', 1, 1],
    ['PS.P', 1, 2],
    ['RP', 1, 1],
  ])('%s ends with a streak of %i and a total of %i', (text, streak, total) =>
    expect(monthsReached(of(text), NOW).at(-1)).toMatchObject({ streak, total }),
  );

  it('does not count months that have not begun', () => {
    const period = aPeriod('2026-12');
    expect(monthsReached([period], period.from - 1)).toEqual([]);
    expect(monthsReached([period], period.from)).toHaveLength(1);
  });

  it.each([
    [{}, []],
    [{ name: '' }, ['name']],
    [{ months: 0 }, ['months']],
    [{ months: 121 }, ['months']],
    [{ months: 1.5 }, ['months']],
    [{ productIds: Array<string>(51).fill('a') }, ['productIds']],
  ])('a reward with %j: %j', (changes, fields) =>
    expect(
      Object.keys(loyaltyRewardRefusals({ name: 'Thanks', months: 6, productIds: [], ...changes })),
    ).toEqual(fields),
  );
});
