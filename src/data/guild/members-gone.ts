import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Memberships whose account was deleted, however that was done. Nobody is charged for them. */

const m = tables.guildMembers.as('m');

const CHARGED = { memberId: m.id, guildId: m.guild, subscriptionId: m.subscriptionId };
const CHARGED_ROW = shape(CHARGED);

/** A membership that is charged through the payment provider. */
export type ChargedMember = RowOf<typeof CHARGED>;

/** What a person is charged for at guilds. */
export async function chargedMemberships(pb: PocketBase, userId: string): Promise<ChargedMember[]> {
  const [members] = await ask(
    pb,
    select(
      CHARGED_ROW,
      sql`SELECT ${CHARGED_ROW} FROM guild_members m
        WHERE m.[[user]] = {:userId} AND m.[[user]] <> '' AND m.subscriptionId <> ''`,
      { userId },
    ),
  );
  return members;
}

/** Memberships that are charged although nobody is behind them any more, such as after a deletion in the dashboard. */
export async function chargedWithoutPerson(pb: PocketBase, limit: number): Promise<ChargedMember[]> {
  const [members] = await ask(
    pb,
    select(
      CHARGED_ROW,
      sql`SELECT ${CHARGED_ROW} FROM guild_members m INDEXED BY guild_members_gone
        WHERE m.[[user]] = '' AND m.subscriptionId <> '' AND m.id > '' ORDER BY m.id LIMIT {:limit}`,
      { limit },
    ),
  );
  return members;
}

/** The membership row of a subscription whose person is gone; null where it never had one. */
export async function memberWithoutPerson(
  pb: PocketBase,
  subscriptionId: string,
): Promise<Pick<ChargedMember, 'memberId' | 'guildId'> | null> {
  return first(
    pb,
    select(
      CHARGED_ROW,
      sql`SELECT ${CHARGED_ROW} FROM guild_members m WHERE m.[[user]] = '' AND m.id = COALESCE(
          (SELECT n.id FROM guild_members n WHERE n.subscriptionId = {:subscriptionId} AND n.subscriptionId <> ''),
          (SELECT b.member FROM guild_payments b WHERE b.subscriptionId = {:subscriptionId} LIMIT 1))`,
      { subscriptionId },
    ),
  );
}

/** Records that a subscription has ended at the provider: nobody is charged for this membership any more. */
export async function recordMembershipEnd(pb: PocketBase, memberId: string, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_members SET state = CASE state WHEN 'banned' THEN 'banned' ELSE 'left' END, subscriptionId = '',
        subscriptionItemId = '', stripePriceId = '', nextChargeAt = '', nextTier = '', updated = {:now} WHERE id = {:memberId}`,
      { memberId, now: dateOf(now) },
    )
    .run();
}
