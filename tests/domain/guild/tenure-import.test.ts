import { expect, it } from 'vitest';
import {
  membersCsv,
  tenureColumns,
  tenurePlan,
  tenureRows,
} from '../../../src/domain/guild/tenure-import.ts';

const MEMBERS = [
  { id: 'a', email: 'ada@guildhall.test', tenureMonths: 0 },
  { id: 'b', email: 'Bo@guildhall.test', tenureMonths: 5 },
];
const row = (line: number, email: string, months: string, tier = '') => ({ line, email, months, tier });

it('plans an import: changes, who is expected to join, and problems by row', () => {
  const plan = tenurePlan(
    [
      row(2, 'ADA@guildhall.test', '14'),
      row(3, 'bo@guildhall.test', '5'),
      row(4, 'ada@guildhall.test', '3'),
      row(5, 'Who@guildhall.test', '3', 'Adventurer'),
      row(6, '', '3'),
      row(7, 'who@guildhall.test', '9'),
      row(8, 'free@guildhall.test', '0'),
      row(9, 'no address', '2'),
    ],
    MEMBERS,
  );
  expect(plan.changes).toEqual([
    { memberId: 'a', email: 'ada@guildhall.test', before: 0, after: 14, tier: '' },
  ]);
  expect(plan.expected).toEqual([{ email: 'who@guildhall.test', months: 3, tier: 'Adventurer' }]);
  // A member with this number already, and a stranger without a month.
  expect(plan.same).toBe(2);
  expect(plan.problems.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'repeated'],
    [6, 'no-address'],
    [7, 'repeated'],
    [9, 'no-address'],
  ]);
});

it.each(['', '-1', '1.5', '601', 'many', '1e2'])('refuses %s as a number of months', (months) => {
  expect(tenurePlan([row(2, 'ada@guildhall.test', months)], MEMBERS).problems).toEqual([
    { line: 2, email: 'ada@guildhall.test', reason: 'no-number' },
  ]);
});

it('finds the columns of other sites’ files by their titles', () => {
  expect(tenureColumns(['Name', 'Email Address', 'Lifetime months'])).toEqual({
    email: 1,
    months: 2,
    tier: null,
  });
  expect(tenureColumns(['E-mail', 'Tier', 'Tenure'])).toEqual({ email: 0, months: 2, tier: 1 });
  expect(tenureColumns(['Name', 'Email'])).toBeNull();
  // Read as months before: an amount of 124.50 was refused row by row, one of 120 became 120 months.
  expect(tenureColumns(['Email', 'Lifetime Amount', 'Last Payment Date'])).toBeNull();
  const rows = [
    { line: 1, cells: ['Email', 'Months'] },
    { line: 2, cells: [' ada@guildhall.test ', '3'] },
    { line: 3, cells: ['short'] },
  ];
  expect(tenureRows(rows, { email: 0, months: 1, tier: null })).toEqual([
    row(2, 'ada@guildhall.test', '3'),
    row(3, 'short', ''),
  ]);
});

it('escapes formulas in the CSV of members', () => {
  const csv = membersCsv(
    [
      {
        tierId: 't',
        state: 'active',
        billing: 'annual',
        since: 0,
        joinedAt: 0,
        streak: 2,
        months: 3,
        tenureMonths: 4,
        username: 'ada',
        email: 'ada@guildhall.test',
        note: '=HYPERLINK("x")',
        priceCents: 800,
      },
    ],
    () => 'Sapling',
  );
  expect(csv.split('\r\n')[1]).toBe(
    'ada@guildhall.test,ada,Sapling,Member,Yearly,8.00,1970-01-01,1970-01-01,2,3,4,"\'=HYPERLINK(""x"")"',
  );
});
