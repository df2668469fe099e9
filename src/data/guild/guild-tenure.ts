import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import type { GuildMembersRecord, UsersRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** All members of a guild with address and imported months, except those whose account is deleted. */
export async function tenureOfGuild(
  pb: PocketBase,
  guildId: string,
): Promise<{ id: string; email: string; tenureMonths: number }[]> {
  type Row = Pick<GuildMembersRecord, 'id' | 'tenureMonths'> & {
    expand?: { user?: Pick<UsersRecord, 'email'> };
  };
  const records = await pb.collection('guild_members').getFullList<Row>({
    filter: pb.filter("guild = {:guildId} && user != ''", { guildId }),
    fields: 'id,tenureMonths,expand.user.email',
    expand: 'user',
    sort: 'id',
    batch: 1000,
  });
  return records.flatMap(({ id, tenureMonths, expand }) =>
    expand?.user ? [{ id, email: expand.user.email, tenureMonths }] : [],
  );
}

/** Stores the imported months of these members, all or none. Returns how many were stored. */
export async function writeTenure(
  pb: PocketBase,
  guildId: string,
  changes: readonly { memberId: string; after: number }[],
  at: Instant,
): Promise<number> {
  if (changes.length === 0) return 0;
  const steps = transaction(pb);
  const written = steps.count(
    sql`UPDATE guild_members SET updated = {:now},
          tenureMonths = (SELECT j.value ->> '$.after' FROM json_each({:changes}) j WHERE j.value ->> '$.memberId' = guild_members.id)
        WHERE guild = {:guild} AND id IN (SELECT value ->> '$.memberId' FROM json_each({:changes}))`,
    { guild: guildId, changes: JSON.stringify(changes), now: dateOf(at) },
  );
  await steps.run();
  return written.rows;
}
