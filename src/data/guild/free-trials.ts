import type PocketBase from 'pocketbase';
import { ask, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

const m = tables.guildMembers.as('m');
const MEMBER = shape({ id: m.id });

/** Who may no longer have a free trial. */

/**
 * Whether a user had months in a guild of their own: paid, on trial or skipped, also refunded ones, or imported ones. Months
 * that were given to them do not count.
 */
export async function wasMemberOf(
  pb: PocketBase,
  { userId, guildId }: { userId: string; guildId: string },
): Promise<boolean> {
  const [rows] = await ask(
    pb,
    select(
      MEMBER,
      sql`SELECT ${MEMBER} FROM guild_members m WHERE m.guild = {:guildId} AND m.[[user]] = {:userId} AND m.[[user]] <> ''
        AND (m.subscriptionId <> '' OR m.tenureMonths > 0 OR EXISTS (SELECT 1 FROM membership_periods p
          WHERE p.member = m.id AND substr(p.payment, 1, 4) <> 'gift'))`,
      { guildId, userId },
    ),
  );
  return rows.length > 0;
}
