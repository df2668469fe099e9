import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { type Month, monthAfter, monthOf } from '../kernel/month.ts';
import { saleShares } from '../payments/commission.ts';

/** What a guild came to, month by month. */

/** One month as it was counted. */
export interface GuildMonth {
  month: Month;
  /** Members whose month it was, and those of them who came with it. */
  members: number;
  joined: number;
  /** Those of them who have no month after it, paid, given or skipped. */
  went: number;
  /** What members paid for it; a year's payment counts in each of its months. */
  paidCents: Cents;
}

/** A month on a chart: what was paid taken apart, and who left after the month before it. */
export interface GuildMonthFigures extends GuildMonth {
  yoursCents: Cents;
  /** Members of the month before who had no month any more; null where that cannot be said yet. */
  left: number | null;
  /** The same of a hundred members, to one decimal; null also where there were none. */
  churnPercent: number | null;
}

/** Months a chart goes back. */
export const GUILD_MONTHS_SHOWN = 12;

/**
 * The last twelve months up to the present one, the earliest first; months before the guild's first are left out. Who
 * left is only known once a month is over: members pay on any day of it.
 * @param percent what the hall keeps of a payment.
 */
export function guildMonthFigures(
  counted: readonly GuildMonth[],
  percent: number,
  now: Instant,
): GuildMonthFigures[] {
  const present = monthOf(now);
  const by = new Map(counted.map((one) => [one.month, one]));
  const earliest = counted.map(({ month }) => month).sort()[0] ?? present;
  const figures: GuildMonthFigures[] = [];
  for (let back = GUILD_MONTHS_SHOWN - 1; back >= 0; back -= 1) {
    const month = monthAfter(present, -back);
    if (month < earliest && back > 0) continue;
    const here = by.get(month) ?? { month, members: 0, joined: 0, went: 0, paidCents: 0 };
    const before = by.get(monthAfter(month, -1));
    const isOver = month < present;
    const left = isOver && before ? before.went : null;
    figures.push({
      ...here,
      yoursCents: saleShares(here.paidCents, percent).sellerCents,
      left,
      churnPercent:
        left === null || !before || before.members === 0
          ? null
          : Math.round((left * 1000) / before.members) / 10,
    });
  }
  return figures;
}
