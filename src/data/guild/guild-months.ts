import type PocketBase from 'pocketbase';
import type { GuildMonth } from '../../domain/guild/guild-figures.ts';
import type { Month } from '../../domain/kernel/month.ts';
import type { GuildMonthsRecord } from '../kernel/records.ts';

/** A guild's monthly figures since a month, earliest first; months without members have no row. */
export async function monthsOfGuild(pb: PocketBase, guildId: string, from: Month): Promise<GuildMonth[]> {
  const records = await pb.collection('guild_months').getFullList<GuildMonthsRecord>({
    filter: pb.filter('guild = {:guildId} && month >= {:from}', { guildId, from }),
    sort: 'month',
  });
  return records.map(({ month, members, joined, went, paidCents }) => ({
    month,
    members,
    joined,
    went,
    paidCents,
  }));
}
