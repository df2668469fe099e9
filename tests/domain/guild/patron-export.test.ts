import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patronColumns, patronMonths, patronRows } from '../../../src/domain/guild/patron-export.ts';
import { TENURE_MOST } from '../../../src/domain/guild/tenure-import.ts';
import { readCsv } from '../../../src/domain/kernel/csv.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const sample = readFileSync(new URL('../../samples/patreon-members.csv', import.meta.url), 'utf8');

it('reads the list that Patreon exports: months from dates, and tiers', () => {
  const table = readCsv(sample, { rows: 100, cellsARow: 100 });
  if ('refusal' in table) throw new Error(table.refusal);
  const columns = patronColumns(table.rows[0]?.cells ?? []);
  if (!columns) throw new Error('the list was not recognised');
  expect(patronRows(table.rows, columns, NOW)).toEqual([
    // November 2024 to November 2026.
    { line: 2, email: 'wren.tallow@guildhall.test', months: '25', tier: 'Adventurer' },
    // Paid a year in March 2026; March to November have passed or begun.
    { line: 3, email: 'osk@guildhall.test', months: '9', tier: 'Dragon Lord' },
    // The charge of November failed: August to October.
    { line: 4, email: 'mab@guildhall.test', months: '3', tier: 'Adventurer' },
    { line: 5, email: 'ivo@guildhall.test', months: '6', tier: '' },
    // Never charged.
    { line: 6, email: 'nell@guildhall.test', months: '0', tier: 'Free' },
  ]);
});

it('takes no other table for Patreon’s', () => {
  expect(patronColumns(['Email', 'Months'])).toBeNull();
  expect(patronColumns(['Name', 'Email', 'Patron Status'])).toBeNull();
});

it('counts months between 0 and the limit, never fewer after a later charge', () => {
  const at = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2035-01-01') });
  fc.assert(
    fc.property(at, at, at, fc.boolean(), fc.boolean(), (since, charge, later, lastChargePaid, isYearly) => {
      const months = (lastCharge: number) =>
        patronMonths({ since, lastCharge, lastChargePaid, isYearly }, NOW);
      const first = months(charge);
      expect(Number.isInteger(first) && first >= 0 && first <= TENURE_MOST).toBe(true);
      if (later > charge && later <= NOW) expect(months(later)).toBeGreaterThanOrEqual(first);
    }),
  );
});
