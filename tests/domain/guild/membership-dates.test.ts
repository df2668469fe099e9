import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOnTrial,
  membershipEnd,
  monthsThatCome,
  skippedMonth,
  willReceive,
} from '../../../src/domain/guild/membership-dates.ts';
import type { PeriodKind } from '../../../src/domain/guild/membership-period.ts';
import {
  emptyMonthText,
  endText,
  type MembershipSummary,
  membershipStatusText,
} from '../../../src/domain/guild/membership-view.ts';
import { instantMonthsLater, type Month, monthAfter } from '../../../src/domain/kernel/month.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
/** The member pays on the 10th. */
const tenth = (monthsAhead: number) => instantMonthsLater(Date.UTC(2026, 10, 10), monthsAhead);
const period = (monthsAhead: number, kind: PeriodKind) => ({
  month: monthAfter('2026-11', monthsAhead),
  kind,
  from: tenth(monthsAhead),
  until: tenth(monthsAhead + 1),
});
const release = (month: Month, publishAt: number | null = null) => ({ month, publishAt });
const active = { state: 'active' as const, nextChargeAt: tenth(2) };
/** November is paid, December will be skipped. */
const skipping = [period(0, 'paid'), period(1, 'skipped')];

const summary: MembershipSummary = {
  ...{ state: 'active', billing: 'monthly', priceCents: 800, since: tenth(0), joinedAt: tenth(0), streak: 1 },
  ...{
    nextChargeAt: tenth(2),
    failedSince: null,
    months: 1,
    isGiven: false,
    isTrial: false,
    nextTierName: null,
    nextCents: null,
  },
  ...{ endsAt: membershipEnd(skipping, NOW), skips: skippedMonth(skipping, NOW) },
};

describe('a skipped month', () => {
  it('says that nothing is paid for it', () => {
    expect(emptyMonthText({ kind: 'skipped', isAhead: true })).toMatch(/^You pay nothing for this month/);
    expect(emptyMonthText({ kind: 'skipped', isAhead: false })).toMatch(/^You paid nothing for this month/);
    expect(emptyMonthText({ kind: 'paid', isAhead: true })).toBe('Paid, not released yet.');
    expect(emptyMonthText({ kind: 'gift', isAhead: true })).toBe('Not released yet.');
  });

  it('has its release promised to nobody', () => {
    const promised = ['2026-11', '2026-12', '2027-01'].filter((month) =>
      willReceive('one_per_payment', active, skipping, release(month)),
    );
    expect(promised).toEqual(['2026-11', '2027-01']);
  });

  it('is named where the next payment is', () => {
    expect(membershipStatusText(summary)).toBe(
      'You are a member. You skip December 2026 and pay nothing for it. The next payment, $8.00, is due on 10 January 2027.',
    );
  });

  it('leaves the date of the end the same in question and answer', () => {
    const asked = endText(summary);
    // Left: nothing more is charged, and the skip that has not begun never comes.
    const left = monthsThatCome({ state: 'cancelling' }, skipping, NOW);
    const answered = endText({ endsAt: membershipEnd(left, NOW) });
    expect(asked).toBe('on 10 December 2026');
    expect(answered).toBe(asked);
    expect(left.map(({ month }) => month)).toEqual(['2026-11']);
  });

  it('that runs ends the membership with it, not with a month in the past', () => {
    const later = tenth(1) + 1;
    expect(membershipEnd(skipping, later)).toBe(tenth(2));
    expect(monthsThatCome({ state: 'cancelling' }, skipping, later)).toHaveLength(2);
  });
});

describe('a trial', () => {
  const trial = { kind: 'trial' as const, month: '2026-11', from: NOW - 1, until: NOW + 6 * 86_400_000 };

  it('runs until its last day, also when it was cancelled, and is over with the first payment', () => {
    expect(isOnTrial({ state: 'cancelling' }, [trial], NOW)).toBe(true);
    expect(isOnTrial({ state: 'trialing' }, [], NOW)).toBe(true);
    expect(isOnTrial({ state: 'cancelling' }, [trial], trial.until)).toBe(false);
    expect(isOnTrial({ state: 'cancelling' }, [trial, period(0, 'paid')], NOW)).toBe(false);
    expect(isOnTrial({ state: 'active' }, [trial], NOW)).toBe(false);
    expect(membershipEnd([trial], NOW)).toBe(trial.until);
  });

  it('promises the releases of the month that is paid first, and no earlier ones', () => {
    const member = { state: 'trialing' as const, nextChargeAt: Date.parse('2026-12-03T12:00:00Z') };
    const promised = (month: string) =>
      willReceive('one_per_payment', member, [trial], { month, publishAt: NOW });
    expect(['2026-10', '2026-11', '2026-12', '2027-01'].map(promised)).toEqual([false, false, true, true]);
  });
});

describe('a release to come', () => {
  it('is not promised beyond the end of a membership that was left', () => {
    const leaving = { state: 'cancelling' as const, nextChargeAt: null };
    expect(willReceive('one_per_payment', leaving, skipping, release('2026-11'))).toBe(true);
    expect(willReceive('one_per_payment', leaving, skipping, release('2027-01'))).toBe(false);
  });

  it('of another month is received where a paid month includes all that is published in it', () => {
    const paid = [period(0, 'paid')];
    const leaving = { state: 'cancelling' as const, nextChargeAt: null };
    const back = release('2026-03', NOW + 86_400_000);
    expect(willReceive('all_while_active', leaving, paid, back)).toBe(true);
    expect(willReceive('one_per_payment', leaving, paid, back)).toBe(false);
  });

  it('is promised to nobody who has left', () => {
    for (const state of ['left', 'lapsed', 'banned'] as const)
      expect(
        willReceive('all_while_active', { state, nextChargeAt: null }, skipping, release('2026-11')),
      ).toBe(false);
  });
});

describe('the end of a membership', () => {
  const kinds = fc.array(fc.constantFrom<PeriodKind>('paid', 'gift', 'trial', 'skipped', 'refunded'), {
    minLength: 1,
    maxLength: 14,
  });

  it('is the same before and after leaving, whatever was paid, given or skipped', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 0, max: 13 }), (months, at) => {
        const periods = months.map((kind, ahead) => period(ahead, kind));
        const now = tenth(at) + 1;
        const left = monthsThatCome({ state: 'cancelling' }, periods, now);
        expect(membershipEnd(left, now)).toBe(membershipEnd(periods, now));
      }),
    );
  });

  it('comes no earlier than the end of any paid or given month', () => {
    fc.assert(
      fc.property(kinds, (months) => {
        const periods = months.map((kind, ahead) => period(ahead, kind));
        for (const { kind, until } of periods)
          if (kind === 'paid' || kind === 'gift')
            expect(membershipEnd(periods, tenth(0) + 1) ?? 0).toBeGreaterThanOrEqual(until);
      }),
    );
  });
});
