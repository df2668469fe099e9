import type PocketBase from 'pocketbase';
import { type GuildState, guildIsVisible } from '../../domain/guild/guild.ts';
import { type MemberState, memberIsIn } from '../../domain/guild/member.ts';
import type { GuildMembersRecord, GuildsRecord } from '../kernel/records.ts';

/** Where somebody is in a guild now, as far as the shop's pages need it. */
export interface ActiveMembership {
  guildId: string;
  guildName: string;
  storeId: string;
  tierId: string;
  /** Whole percent that he pays less in the guild's store. */
  percent: number;
}

/** Every guild somebody is in now. */
export async function activeMemberships(pb: PocketBase, userId: string): Promise<ActiveMembership[]> {
  type Row = GuildMembersRecord & { expand?: { guild?: GuildsRecord } };
  const records = await pb.collection('guild_members').getFullList<Row>({
    filter: pb.filter("user = {:userId} && user != ''", { userId }),
    expand: 'guild',
  });
  return records.flatMap(({ tier, state, expand }) => {
    const guild = expand?.guild;
    if (!guild || state === '' || !memberIsIn(state satisfies MemberState)) return [];
    return [
      {
        guildId: guild.id,
        guildName: guild.name,
        storeId: guild.store,
        tierId: tier,
        percent: takesOff(guild) ? guild.memberDiscountPercent : 0,
      },
    ];
  });
}

/** A guild that was closed takes nothing off; one that closes does as long as it has members. */
function takesOff({ state }: GuildsRecord): boolean {
  return state !== '' && guildIsVisible(state satisfies GuildState);
}

/** What the guilds somebody is in take off in their stores: whole percent by store. */
export async function memberDiscountsOf(pb: PocketBase, userId: string): Promise<Map<string, number>> {
  const standings = await activeMemberships(pb, userId);
  return new Map(
    standings.filter(({ percent }) => percent > 0).map(({ storeId, percent }) => [storeId, percent]),
  );
}

/** Whether somebody is or ever was in a guild. */
export async function wasMember(pb: PocketBase, userId: string): Promise<boolean> {
  const { items } = await pb.collection('guild_members').getList(1, 1, {
    filter: pb.filter("user = {:userId} && user != ''", { userId }),
    fields: 'id',
    skipTotal: true,
  });
  return items.length > 0;
}
