import type PocketBase from 'pocketbase';
import { type GuildState, guildIsVisible } from '../../domain/guild/guild.ts';
import { type MemberState, memberIsIn } from '../../domain/guild/member.ts';
import type { GuildMembersRecord, GuildsRecord } from '../kernel/records.ts';

/** A user's current membership, as the shop's pages need it. */
export interface ActiveMembership {
  guildId: string;
  guildName: string;
  storeId: string;
  tierId: string;
  /** Discount in the guild's store, in whole percent. */
  percent: number;
}

/** A user's current memberships. */
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
        percent: hasDiscount(guild) ? guild.memberDiscountPercent : 0,
      },
    ];
  });
}

/** A closed guild gives no discount; a closing guild does as long as it has members. */
function hasDiscount({ state }: GuildsRecord): boolean {
  return state !== '' && guildIsVisible(state satisfies GuildState);
}

/** A user's member discounts: whole percent by store id. */
export async function memberDiscountsOf(pb: PocketBase, userId: string): Promise<Map<string, number>> {
  const memberships = await activeMemberships(pb, userId);
  return new Map(
    memberships.filter(({ percent }) => percent > 0).map(({ storeId, percent }) => [storeId, percent]),
  );
}

/** Whether the user is or ever was a member of any guild. */
export async function wasMember(pb: PocketBase, userId: string): Promise<boolean> {
  const { items } = await pb.collection('guild_members').getList(1, 1, {
    filter: pb.filter("user = {:userId} && user != ''", { userId }),
    fields: 'id',
    skipTotal: true,
  });
  return items.length > 0;
}
