import type PocketBase from 'pocketbase';
import { guildIsVisible } from '../../domain/guild/guild.ts';
import { ask, select } from '../kernel/query.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { isMember } from './guild-members.ts';

const g = tables.guilds.as('g');
const m = tables.guildMembers.as('m');

const ACTIVE = {
  guildId: g.id,
  guildName: g.name,
  storeId: g.store,
  tierId: m.tier,
  /** Discount in the guild's store, in whole percent. A closed guild gives none; a closing one does while it has members. */
  percent: from({ state: g.state, percent: g.memberDiscountPercent }, ({ state, percent }) =>
    guildIsVisible(state) ? percent : 0,
  ),
};
const ACTIVE_ROW = shape(ACTIVE);
const EVER = shape({ id: m.id });

/** A user's current membership, as the shop's pages need it. */
export type ActiveMembership = RowOf<typeof ACTIVE>;

/** A user's current memberships. */
export async function activeMemberships(pb: PocketBase, userId: string): Promise<ActiveMembership[]> {
  const [rows] = await ask(
    pb,
    select(
      ACTIVE_ROW,
      sql`SELECT ${ACTIVE_ROW} FROM guild_members m JOIN guilds g ON g.id = m.guild
        WHERE m.[[user]] = {:userId} AND m.[[user]] <> '' AND ${isMember(m)} ORDER BY m.id`,
      { userId },
    ),
  );
  return rows;
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
  const [rows] = await ask(
    pb,
    select(
      EVER,
      sql`SELECT ${EVER} FROM guild_members m WHERE m.[[user]] = {:userId} AND m.[[user]] <> '' LIMIT 1`,
      { userId },
    ),
  );
  return rows.length > 0;
}
