import type { Instant } from '../kernel/instant.ts';
import { type Month, monthAfter, monthOf } from '../kernel/month.ts';
import { type Income, NO_INCOME } from '../payments/income.ts';

/** A guild's members and income by month. */

/** One month as counted by the database. */
export interface GuildMonth {
  month: Month;
  /** Members who had this month, and how many of them joined with it. */
  members: number;
  joined: number;
  /** How many of them have no month after it: paid, given or skipped. */
  went: number;
}

/** A month on a chart: its members, what they paid in it, and the churn since the month before. */
export interface GuildMonthFigures extends GuildMonth, Income {
  /** Members of the month before who have no further month; null while that is not known yet. */
  left: number | null;
  /** The same in percent, to one decimal; null also when there were no members. */
  churnPercent: number | null;
}

/** Months on a chart. */
export const GUILD_MONTHS_SHOWN = 12;

/**
 * The last twelve months up to the current one, earliest first, without months before the guild's first. Churn is only
 * known once a month is over, because members pay on any day of it.
 * @param income what members paid in each month, as on the sales page: a year's payment counts in the month it is paid.
 */
export function guildMonthFigures(
  counted: readonly GuildMonth[],
  income: ReadonlyMap<Month, Income>,
  now: Instant,
): GuildMonthFigures[] {
  const present = monthOf(now);
  const byMonth = new Map(counted.map((figures) => [figures.month, figures]));
  const earliest = [...counted.map(({ month }) => month), ...income.keys()].sort()[0] ?? present;
  const figures: GuildMonthFigures[] = [];
  for (let back = GUILD_MONTHS_SHOWN - 1; back >= 0; back -= 1) {
    const month = monthAfter(present, -back);
    if (month < earliest && back > 0) continue;
    const here = byMonth.get(month) ?? { month, members: 0, joined: 0, went: 0 };
    const before = byMonth.get(monthAfter(month, -1));
    const isOver = month < present;
    const left = isOver && before ? before.went : null;
    figures.push({
      ...here,
      ...(income.get(month) ?? NO_INCOME),
      left,
      churnPercent:
        left === null || !before || before.members === 0
          ? null
          : Math.round((left * 1000) / before.members) / 10,
    });
  }
  return figures;
}
