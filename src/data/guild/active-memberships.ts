import type PocketBase from 'pocketbase';
import { type GuildState, guildIsVisible } from '../../domain/guild/guild.ts';
import { type MemberState, memberIsIn } from '../../domain/guild/member.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

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
  const [rows] = await ask(
    pb,
    query<{
      tier: string;
      state: MemberState | '';
      guild: string;
      name: string;
      store: string;
      guildState: GuildState | '';
      percent: number;
    }>(
      sql`SELECT m.tier AS tier, m.state AS state, g.id AS guild, g.name AS name, g.store AS store,
          g.state AS guildState, g.memberDiscountPercent AS percent
        FROM guild_members m JOIN guilds g ON g.id = m.guild
        WHERE m.[[user]] = {:userId} AND m.[[user]] <> '' ORDER BY m.id`,
      { userId },
      ['tier', 'state', 'guild', 'name', 'store', 'guildState', 'percent'],
    ),
  );
  return rows.flatMap(({ tier, state, guild, name, store, guildState, percent }) =>
    state === '' || !memberIsIn(state)
      ? []
      : [
          {
            guildId: guild,
            guildName: name,
            storeId: store,
            tierId: tier,
            // A closed guild gives no discount; a closing guild does as long as it has members.
            percent: guildState !== '' && guildIsVisible(guildState) ? percent : 0,
          },
        ],
  );
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
