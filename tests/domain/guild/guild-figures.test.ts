import { expect, it } from 'vitest';
import { type GuildMonth, guildMonthFigures } from '../../../src/domain/guild/guild-figures.ts';
import { incomeOf } from '../../../src/domain/payments/income.ts';

const NONE = new Map();
const NOW = Date.parse('2026-11-21T12:00:00Z');
const month = (name: string, changes: Partial<GuildMonth> = {}): GuildMonth => ({
  month: name,
  members: 10,
  joined: 0,
  went: 0,
  ...changes,
});

it('begins with the first month of the guild and ends with the current one', () => {
  const figures = guildMonthFigures([month('2026-09'), month('2026-11'), month('2027-01')], NONE, NOW);
  expect(figures.map(({ month: name, members }) => [name, members])).toEqual([
    ['2026-09', 10],
    ['2026-10', 0],
    ['2026-11', 10],
  ]);
  expect(guildMonthFigures([], NONE, NOW)).toMatchObject([{ month: '2026-11', members: 0, yoursCents: 0 }]);
  expect(guildMonthFigures([month('2024-01')], NONE, NOW)).toHaveLength(12);
});

it('says what was paid in each month, and counts churn once the month is over', () => {
  const counted = [
    month('2026-09', { members: 8, went: 1 }),
    month('2026-10', { went: 3 }),
    month('2026-11'),
  ];
  const paid = incomeOf({ paidCents: 8000, netCents: 7200, refundedCents: 0, isDisputed: false });
  const [first, second, present] = guildMonthFigures(counted, new Map([['2026-09', paid]]), NOW);
  expect(first).toMatchObject({ left: null, churnPercent: null, yoursCents: 7200 });
  expect(second).toMatchObject({ left: 1, churnPercent: 12.5 });
  expect(present).toMatchObject({ left: null, churnPercent: null });
});
