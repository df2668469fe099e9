import type PocketBase from 'pocketbase';
import {
  EXPECTED_FOR_MS,
  TENURE_UNDO_WITHIN_MS,
  type TenureImport,
  type TenurePlan,
  tenureNote,
} from '../../domain/guild/tenure-import.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const m = tables.guildMembers.as('m');
const u = tables.users.as('u');
const i = tables.tenureImports.as('i');

const TENURE = shape({ id: m.id, email: u.email, tenureMonths: m.tenureMonths });
const IMPORT = shape({
  ...{ id: i.id, fileName: i.fileName, state: i.state },
  ...{ changed: i.changed, expected: i.expected, joined: i.joined, startedAt: i.startedAt },
});

/** Imports of months that people were subscribed elsewhere. */

/** All members of a guild with address and imported months, except those whose account is deleted. */
export async function tenureOfGuild(
  pb: PocketBase,
  guildId: string,
): Promise<{ id: string; email: string; tenureMonths: number }[]> {
  const [rows] = await ask(
    pb,
    select(
      TENURE,
      sql`SELECT ${TENURE} FROM guild_members m CROSS JOIN users u ON u.id = m.[[user]]
        WHERE m.guild = {:guildId} AND m.[[user]] <> '' ORDER BY m.id`,
      { guildId },
    ),
  );
  return rows;
}

/**
 * Stores what an import changes and whom it expects, all or none: months of members, a note about those without one, and
 * the people who are not members yet; a later import replaces what an earlier one expects of the same address.
 * @returns how many members changed, and how many people are expected.
 */
export async function writeTenure(
  pb: PocketBase,
  guildId: string,
  { fileName, changes, expected }: Pick<TenurePlan, 'changes' | 'expected'> & { fileName: string },
  at: Instant,
): Promise<{ changed: number; expected: number }> {
  if (changes.length === 0 && expected.length === 0) return { changed: 0, expected: 0 };
  const params = { guild: guildId, import: newRecordId(), now: dateOf(at) };
  const written = changes.map(({ memberId, before, after, tier }) => ({
    memberId,
    before,
    after,
    note: tenureNote(tier),
  }));
  const people = expected.map(({ email, months, tier }) => ({ email, months, note: tenureNote(tier) }));
  const steps = transaction(pb);
  const changed = steps.count(
    sql`UPDATE guild_members SET updated = {:now}, tenureMonths = j.value ->> '$.after',
          note = CASE WHEN note = '' THEN j.value ->> '$.note' ELSE note END
        FROM json_each({:changes}) j WHERE guild_members.id = j.value ->> '$.memberId' AND guild_members.guild = {:guild}`,
    { guild: params.guild, now: params.now, changes: JSON.stringify(written) },
  );
  steps.exec(
    sql`INSERT INTO tenure_imports (id, guild, fileName, state, changes, changed, expected, joined, startedAt, created)
      VALUES ({:import}, {:guild}, {:fileName}, 'done', {:changes}, {:changed}, {:expected}, 0, {:now}, {:now})`,
    {
      ...params,
      fileName: fileName.slice(0, 200),
      changes: JSON.stringify(written),
      changed: written.length,
      expected: people.length,
    },
  );
  const waiting = steps.count(
    sql`INSERT INTO expected_members (id, guild, inImport, email, months, note, member, expiresAt, created)
      SELECT ${NEW_ID_SQL}, {:guild}, {:import}, value ->> '$.email', value ->> '$.months', value ->> '$.note', '', {:expires}, {:now}
      FROM json_each({:people}) WHERE TRUE
      ON CONFLICT (guild, email) DO UPDATE SET inImport = {:import}, months = excluded.months, note = excluded.note,
        expiresAt = {:expires} WHERE expected_members.member = ''`,
    { ...params, people: JSON.stringify(people), expires: dateOf(at + EXPECTED_FOR_MS) },
  );
  await steps.run();
  return { changed: changed.rows, expected: waiting.rows };
}

/** The newest imports of a guild, and all that can still be undone. */
export async function tenureImportsOfGuild(
  pb: PocketBase,
  guildId: string,
  limit: number,
  now: Instant,
): Promise<TenureImport[]> {
  const [rows] = await ask(
    pb,
    select(
      IMPORT,
      sql`SELECT ${IMPORT} FROM tenure_imports i
        WHERE i.guild = {:guildId} AND (i.startedAt > {:since} OR i.id IN (SELECT n.id FROM tenure_imports n
          WHERE n.guild = {:guildId} ORDER BY n.startedAt DESC, n.id LIMIT {:limit}))
        ORDER BY i.startedAt DESC, i.id`,
      { guildId, limit, since: dateOf(now - TENURE_UNDO_WITHIN_MS) },
    ),
  );
  return rows;
}

/**
 * Takes an import back: members have the months from before where nobody changed them since, its notes go, and nobody is
 * expected any more.
 * @returns why nothing changed, or null.
 */
export async function undoTenure(
  pb: PocketBase,
  guildId: string,
  importId: string,
  at: Instant,
): Promise<'unknown' | null> {
  const params = { guild: guildId, import: importId, now: dateOf(at) };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE tenure_imports SET state = 'undone' WHERE id = {:import} AND guild = {:guild} AND state = 'done'
        AND startedAt > {:since}`,
      { guild: guildId, import: importId, since: dateOf(at - TENURE_UNDO_WITHIN_MS) },
      { expect: 1, else: 'unknown' },
    )
    .exec(
      sql`UPDATE guild_members SET updated = {:now}, tenureMonths = j.value ->> '$.before',
          note = CASE WHEN note = j.value ->> '$.note' THEN '' ELSE note END
        FROM (SELECT r.value AS value FROM tenure_imports t CROSS JOIN json_each(t.changes) r WHERE t.id = {:import}) j
        WHERE guild_members.id = j.value ->> '$.memberId' AND guild_members.guild = {:guild}
          AND guild_members.tenureMonths = j.value ->> '$.after'`,
      params,
    )
    .exec(
      sql`UPDATE guild_members SET updated = {:now}, tenureMonths = 0,
          note = CASE WHEN guild_members.note = e.note THEN '' ELSE guild_members.note END
        FROM expected_members e WHERE e.inImport = {:import} AND e.member <> '' AND guild_members.id = e.member
          AND guild_members.guild = {:guild} AND guild_members.tenureMonths = e.months`,
      params,
    )
    .exec(sql`DELETE FROM expected_members WHERE inImport = {:import}`, { import: importId })
    // What changed is needed no more.
    .exec(sql`UPDATE tenure_imports SET changes = '[]' WHERE id = {:import}`, { import: importId });
  return refusalOf(steps, ['unknown']);
}

/** Deletes the addresses of people who did not join in time, and those of members whose import cannot be undone any more. */
export async function forgetExpectedMembers(pb: PocketBase, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM expected_members WHERE expiresAt < {:now}`, { now: dateOf(now) })
    .exec(sql`DELETE FROM expected_members WHERE member <> '' AND created < {:since}`, {
      since: dateOf(now - TENURE_UNDO_WITHIN_MS),
    })
    .run();
}
