import type PocketBase from 'pocketbase';
import type { GuildMonth } from '../../domain/guild/guild-figures.ts';
import { type Month, monthStart } from '../../domain/kernel/month.ts';
import type { Income } from '../../domain/payments/income.ts';
import type { GuildMonthsRecord } from '../kernel/records.ts';
import { incomeByMonth } from '../payments/seller-income.ts';

/** A guild's monthly figures since a month, earliest first; months without members have no row. */
export async function monthsOfGuild(pb: PocketBase, guildId: string, from: Month): Promise<GuildMonth[]> {
  const records = await pb.collection('guild_months').getFullList<GuildMonthsRecord>({
    filter: pb.filter('guild = {:guildId} && month >= {:from} && members > 0', { guildId, from }),
    sort: 'month',
  });
  return records.map(({ month, members, joined, stayed }) => ({
    month,
    members,
    joined,
    went: members - stayed,
  }));
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
