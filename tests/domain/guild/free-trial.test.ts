import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDueForReminder } from '../../../src/domain/account/renewal.ts';
import { TRIAL_DAYS, trialDaysFor, trialEnd, trialReminderAt } from '../../../src/domain/guild/free-trial.ts';
import { tierRefusals } from '../../../src/domain/guild/tier.ts';
import { aTier, DAY, NOW } from './a-guild.ts';

describe('a free trial', () => {
  it('is for people who were never members, and has one of the lengths on offer', () => {
    expect(trialDaysFor(aTier({ trialDays: 14 }), false)).toBe(14);
    expect(trialDaysFor(aTier({ trialDays: 14 }), true)).toBe(0);
    expect(trialDaysFor(aTier(), false)).toBe(0);
    const refused = [-7, 0, 1, 7, 8, 14, 30, 31, 7.5, Number.NaN].filter(
      (trialDays) => tierRefusals(aTier({ trialDays })).trialDays !== undefined,
    );
    expect(refused).toEqual([-7, 1, 8, 31, 7.5, Number.NaN]);
  });

  it.each([
    [7, 2],
    [14, 3],
    [30, 3],
  ])('of %i days is spoken of %i days before the charge', (days, before) => {
    const until = trialEnd(NOW, days);
    expect(until - trialReminderAt({ from: NOW, until })).toBe(before * DAY);
  });

  it('is spoken of while it runs, not before its time and not once it ends anyway', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRIAL_DAYS.slice(1)),
        fc.integer({ min: -1, max: 35 * 24 }),
        (days, hours) => {
          const [renewsAt, now] = [trialEnd(NOW, days), NOW + hours * 3_600_000];
          const trial = { isYearly: false, isEnding: false, renewsAt, trialFrom: NOW };
          const left = renewsAt - now;
          expect(isDueForReminder(trial, now)).toBe(left > 0 && left <= (days === 7 ? 2 : 3) * DAY);
          expect(isDueForReminder({ ...trial, isEnding: true }, now)).toBe(false);
        },
      ),
    );
  });
});
