import { expect, it } from 'vitest';
import {
  BOOK_YEARS_LEAST,
  bookYears,
  RETENTION,
  retentionEnd,
  retentionSentences,
  retentionText,
} from '../../../src/domain/site/retention.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

it('days count back from now, years of accounts from the beginning of a calendar year', () => {
  expect(retentionEnd({ days: 180 }, NOW, 'DE')).toBe(NOW - 180 * 86_400_000);
  expect(retentionEnd('books', NOW, 'DE')).toBe(Date.UTC(2016, 0, 1));
  expect(retentionEnd('books', NOW, 'GB')).toBe(Date.UTC(2020, 0, 1));
});

it('where no country is known, accounts are kept the longest, and nowhere less than the database allows', () => {
  expect([bookYears(''), bookYears('XX'), bookYears('AT')]).toEqual([10, 10, 7]);
  for (const country of ['DE', 'FR', 'GB', 'US', 'ES', 'JP'])
    expect(bookYears(country)).toBeGreaterThanOrEqual(BOOK_YEARS_LEAST);
});

it('each time is written in words', () => {
  expect(retentionText({ days: 180 }, 'DE')).toBe('180 days');
  expect(retentionText({ days: 365 }, 'DE')).toBe('a year');
  expect(retentionText({ days: 1095 }, 'DE')).toBe('3 years');
  expect(retentionText('books', 'GB')).toBe('6 years, to the end of the year');
});

it('the sentences about a collection are those of its rules', () => {
  expect(retentionSentences(['orders'], 'DE')).toEqual([
    'Your address on an order, once you have deleted the account: 180 days after the order.',
    expect.stringMatching(/^Card digits, .*: 10 years, to the end of the year after the order\.$/),
  ]);
  expect(retentionSentences(['wishes'], 'DE')).toEqual([]);
});

it('every rule says why', () => {
  for (const rule of Object.values(RETENTION)) expect(rule.why).not.toBe('');
});
