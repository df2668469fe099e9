import type PocketBase from 'pocketbase';
import type { GuildMonth } from '../../domain/guild/guild-figures.ts';
import { type Month, monthStart } from '../../domain/kernel/month.ts';
import type { Income } from '../../domain/payments/income.ts';
import { ask, select } from '../kernel/query.ts';
import { from, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { incomeByMonth } from '../payments/seller-income.ts';

const m = tables.guildMonths.as('m');

const MONTH = shape({
  month: m.month,
  members: m.members,
  joined: m.joined,
  went: from({ members: m.members, stayed: m.stayed }, ({ members, stayed }) => members - stayed),
});

/** A guild's monthly figures since a month, earliest first; months without members have no row. */
export async function monthsOfGuild(pb: PocketBase, guildId: string, since: Month): Promise<GuildMonth[]> {
  const [rows] = await ask(
    pb,
    select(
      MONTH,
      sql`SELECT ${MONTH} FROM guild_months m
        WHERE m.guild = {:guildId} AND m.month >= {:since} AND m.members > 0 ORDER BY m.month`,
      { guildId, since },
    ),
  );
  return rows;
}

/** What the members of a store's guild paid in each month since a month; months without payments are left out. */
export function membershipIncomeByMonth(
  pb: PocketBase,
  storeId: string,
  from: Month,
): Promise<Map<Month, Income>> {
  const first = new Date(monthStart(from)).toISOString().slice(0, 10);
  return incomeByMonth(pb, storeId, { from: first, source: 'membership' });
}
