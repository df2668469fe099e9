import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ACCESS_GROUP_LIMITS,
  type ImportState,
  MAILS_PER_PERSON,
} from '../../domain/library/access-group.ts';
import type { AccessImport, ImportedPerson } from '../../domain/library/access-import.ts';
import { ADDRESSED_LIMITS, ADDRESSED_WITHIN_MS } from '../../domain/notifications/addressed-mail.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { LicenceTexts } from '../catalogue/licence-texts.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import type {
  AccessImportChecksRecord,
  AccessImportsRecord,
  AccessImportTotalsRecord,
} from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { withGrants } from './access-claims.ts';

/** Imports of people into an access group: checked, processed in batches, undone. */

const SHOWN = 'id,accessGroup,fileName,state,total,done,startedAt,created';

/** Stores a checked list and returns its id. Replaces a checked list of the group that was not started. */
export async function saveCheckedList(
  pb: PocketBase,
  list: { groupId: string; fileName: string; people: readonly ImportedPerson[] },
  at: Instant,
): Promise<string> {
  const id = newRecordId();
  await transaction(pb)
    .exec(sql`DELETE FROM access_imports WHERE accessGroup = {:groupId} AND state = 'checked'`, {
      groupId: list.groupId,
    })
    .exec(
      sql`INSERT INTO access_imports (id, accessGroup, fileName, state, people, total, done, startedAt, finishedAt, created, updated)
        VALUES ({:id}, {:groupId}, {:fileName}, 'checked', {:people}, {:total}, 0, '', '', {:now}, {:now})`,
      {
        id,
        groupId: list.groupId,
        fileName: list.fileName.slice(0, 200),
        people: JSON.stringify(list.people),
        total: list.people.length,
        now: dateOf(at),
      },
    )
    .run();
  return id;
}

/**
 * Counts of a checked list: how many are in the group already, and how many of the others own everything in it. Null if
 * another list replaced it meanwhile.
 */
export async function countChecked(
  pb: PocketBase,
  importId: string,
): Promise<{ there: number; owning: number } | null> {
  const counts = await orNull(
    pb.collection('access_import_checks').getOne<AccessImportChecksRecord>(importId),
  );
  return counts && { there: counts.there, owning: counts.owning };
}

/** Starts a checked import. Refused if the group is full or another import of it is running. */
export async function startImport(
  pb: PocketBase,
  groupId: string,
  importId: string,
  at: Instant,
): Promise<'unknown' | 'busy' | 'full' | null> {
  const params = { groupId, importId, now: dateOf(at) };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE access_imports SET updated = {:now} WHERE id = {:importId} AND accessGroup = {:groupId} AND state = 'checked'`,
      params,
      { expect: 1, else: 'unknown' },
    )
    .exec(
      sql`UPDATE access_imports SET updated = {:now} WHERE id = {:importId} AND total + (SELECT count(*) FROM
        access_group_people p WHERE p.accessGroup = {:groupId}) <= {:most}`,
      { ...params, most: ACCESS_GROUP_LIMITS.people },
      { expect: 1, else: 'full' },
    )
    .exec(
      sql`UPDATE access_imports SET state = 'running', startedAt = {:now}, updated = {:now} WHERE id = {:importId}
        AND NOT EXISTS (SELECT 1 FROM access_imports o WHERE o.accessGroup = {:groupId} AND o.state = 'running')`,
      params,
      { expect: 1, else: 'busy' },
    );
  return refusalOf(steps, ['unknown', 'busy', 'full']);
}

/** A running import with its people. */
export interface RunningImport {
  id: string;
  groupId: string;
  done: number;
  startedAt: Instant;
  people: ImportedPerson[];
}

/** The running imports, oldest first. */
export async function runningImports(pb: PocketBase): Promise<RunningImport[]> {
  const list = await pb.collection('access_imports').getList<AccessImportsRecord>(1, 5, {
    filter: "state = 'running'",
    sort: 'startedAt,id',
    skipTotal: true,
  });
  return list.items.map(({ id, accessGroup, done, startedAt, people }) => ({
    id,
    groupId: accessGroup,
    done,
    startedAt: instantOf(startedAt) ?? 0,
    people: Array.isArray(people) ? (people as ImportedPerson[]) : [],
  }));
}

/** A person to import, with a link and both possible mails: the transaction decides which one is sent. */
export interface PersonToAdd extends ImportedPerson {
  /** The mailbox of the address, by which mails are counted. */
  recipient: string;
  tokenHash: string;
  /** `invitation` goes to people who get a link, `news` to those whose account received the products directly. */
  invitation: Pick<Mail, 'subject' | 'body'>;
  news: Pick<Mail, 'subject' | 'body'>;
  dueAt: Instant;
}

/**
 * Imports the next batch of people, at most some hundreds: adds them to the group, grants its products where the address
 * belongs to a confirmed account, and queues their mails. People who have stopped such mails, or received too many today,
 * are added without one: the seller can give them their link. False if another process imported this batch, or the import
 * was undone meanwhile.
 */
export async function addBatch(
  pb: PocketBase,
  { id, groupId, done }: Pick<RunningImport, 'id' | 'groupId' | 'done'>,
  people: readonly PersonToAdd[],
  texts: LicenceTexts,
  at: Instant,
): Promise<boolean> {
  const now = dateOf(at);
  const emails = JSON.stringify(people.map(({ email }) => email));
  const params = { import: id, group: groupId, now };
  // CROSS JOIN fixes the order: the list is scanned once and each row looked up. The other order would scan it per row.
  const these = sql`accessGroup = {:group} AND addedBy = {:import} AND email IN (SELECT value FROM json_each({:emails}))`;
  const steps = transaction(pb)
    .exec(
      sql`UPDATE access_imports SET done = {:after}, updated = {:now}
        WHERE id = {:import} AND state = 'running' AND done = {:before}`,
      { ...params, before: done, after: done + people.length },
      { expect: 1, else: 'elsewhere' },
    )
    .exec(
      sql`INSERT INTO access_group_people (id, accessGroup, email, name, note, state, claimedBy, claimedAt, mailedAt, mails,
          addedBy, created, updated)
        SELECT ${NEW_ID_SQL}, {:group}, value ->> '$.email', value ->> '$.name', value ->> '$.note',
          'invited', '', '', '', 0, {:import}, {:now}, {:now}
        FROM json_each({:people}) WHERE TRUE
        ON CONFLICT (accessGroup, email) DO UPDATE SET addedBy = {:import}, updated = {:now},
          state = CASE WHEN access_group_people.claimedBy <> '' THEN 'claimed' ELSE 'invited' END,
          name = CASE WHEN access_group_people.name = '' THEN excluded.name ELSE access_group_people.name END,
          note = CASE WHEN access_group_people.note = '' THEN excluded.note ELSE access_group_people.note END
        WHERE access_group_people.state = 'removed'`,
      {
        ...params,
        people: JSON.stringify(people.map(({ email, name, note }) => ({ email, name, note }))),
      },
    )
    .exec(
      sql`UPDATE access_group_people SET state = 'claimed', claimedAt = {:now}, claimedBy = ${ACCOUNT}
        WHERE ${these} AND state = 'invited' AND ${ACCOUNT} IS NOT NULL`,
      { ...params, emails },
    );
  withGrants(
    steps,
    sql`p.accessGroup = {:group} AND p.addedBy = {:import} AND p.email IN (SELECT value FROM json_each({:emails}))`,
    { group: groupId, import: id, emails },
    texts,
    at,
  );
  steps
    .exec(
      sql`INSERT INTO claim_links (id, person, tokenHash, created)
        SELECT ${NEW_ID_SQL}, p.id, r.value ->> '$.tokenHash', {:now}
        FROM json_each({:links}) r CROSS JOIN access_group_people p
          ON p.accessGroup = {:group} AND p.email = r.value ->> '$.email'
        WHERE p.addedBy = {:import} AND p.state = 'invited'`,
      { ...params, links: JSON.stringify(people.map(({ email, tokenHash }) => ({ email, tokenHash }))) },
    )
    .exec(
      sql`INSERT OR IGNORE INTO addressed_mails (id, mailKey, kind, sender, recipient, network, created)
        SELECT ${NEW_ID_SQL}, t.mailKey, 'access', t.store, t.recipient, '', {:now} FROM (
          SELECT 'access:' || p.id || ':' || (p.mails + 1) AS mailKey, g.store, r.value ->> '$.recipient' AS recipient,
            row_number() OVER (ORDER BY r.key) AS place,
            row_number() OVER (PARTITION BY r.value ->> '$.recipient' ORDER BY r.key) AS nth
          FROM json_each({:boxes}) r CROSS JOIN access_group_people p
            ON p.accessGroup = {:group} AND p.email = r.value ->> '$.email'
            JOIN access_groups g ON g.id = p.accessGroup
          WHERE p.addedBy = {:import} AND p.mails < {:most}) t
        WHERE NOT EXISTS (SELECT 1 FROM mail_stops s WHERE s.recipient = t.recipient AND s.kind = 'access'
            AND s.sender IN ('', t.store))
          AND t.place + (SELECT count(*) FROM addressed_mails a WHERE a.sender = t.store AND a.kind = 'access'
            AND a.created > {:since}) <= {:senderMost}
          AND t.nth + (SELECT count(*) FROM addressed_mails a WHERE a.recipient = t.recipient AND a.kind = 'access'
            AND a.created > {:since} AND a.sender = t.store) <= {:pairMost}
          AND t.nth + (SELECT count(*) FROM addressed_mails a WHERE a.recipient = t.recipient AND a.kind = 'access'
            AND a.created > {:since}) <= {:recipientMost}`,
      {
        ...params,
        boxes: JSON.stringify(people.map(({ email, recipient }) => ({ email, recipient }))),
        most: MAILS_PER_PERSON,
        since: dateOf(at - ADDRESSED_WITHIN_MS),
        senderMost: ADDRESSED_LIMITS.access.sender,
        pairMost: ADDRESSED_LIMITS.access.pair,
        recipientMost: ADDRESSED_LIMITS.access.recipient,
      },
    )
    .exec(
      sql`UPDATE access_group_people SET mails = mails + 1, mailedAt = {:now} WHERE ${these}
        AND EXISTS (SELECT 1 FROM addressed_mails a
          WHERE a.mailKey = 'access:' || access_group_people.id || ':' || (access_group_people.mails + 1))`,
      { ...params, emails },
    );
  for (const state of ['invited', 'claimed'] as const)
    steps.exec(
      sql`INSERT OR IGNORE INTO mails (id, mailKey, kind, [[to]], subject, body, state, tries, sendAfter, sentAt, error, created, updated)
        SELECT ${NEW_ID_SQL}, 'access:' || p.id || ':' || p.mails, 'access', p.email,
          r.value ->> '$.subject', r.value ->> '$.body', 'waiting', 0, r.value ->> '$.due', '', '', {:now}, {:now}
        FROM json_each({:mails}) r CROSS JOIN access_group_people p
          ON p.accessGroup = {:group} AND p.email = r.value ->> '$.email'
        WHERE p.addedBy = {:import} AND p.state = {:state} AND p.mailedAt = {:now}`,
      {
        ...params,
        state,
        mails: JSON.stringify(
          people.map(({ email, invitation, news, dueAt }) => ({
            email,
            ...(state === 'invited' ? invitation : news),
            due: dateOf(dueAt),
          })),
        ),
      },
    );
  return (await refusalOf(steps, ['elsewhere'])) === null;
}

/** The confirmed account with a person's address, unless the account or the store is suspended. */
const ACCOUNT = sql`(SELECT u.id FROM users u WHERE u.email = access_group_people.email COLLATE NOCASE AND u.verified = TRUE
  AND u.suspended = FALSE AND NOT EXISTS (SELECT 1 FROM access_groups g JOIN stores s ON s.id = g.store
    WHERE g.id = access_group_people.accessGroup AND s.state = 'suspended') ORDER BY u.created, u.id LIMIT 1)`;

/** Marks an import as done. Its counts stay, the addresses are deleted. */
export async function finishImport(pb: PocketBase, importId: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE access_imports SET state = 'done', people = '[]', finishedAt = {:now}, updated = {:now}
        WHERE id = {:importId} AND state = 'running' AND done >= total`,
      { importId, now: dateOf(at) },
    )
    .run();
}

/** Deletes checked lists from before `before` that were never started. */
export async function deleteStaleCheckedLists(pb: PocketBase, before: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM access_imports WHERE state = 'checked' AND created < {:before}`, {
      before: dateOf(before),
    })
    .run();
}

/** The newest imports of a group, without those only checked. */
export async function importsOfGroup(
  pb: PocketBase,
  groupId: string,
  limit: number,
): Promise<AccessImport[]> {
  const ofGroup = pb.filter('accessGroup = {:groupId}', { groupId });
  const list = await pb.collection('access_imports').getList<AccessImportsRecord>(1, limit, {
    filter: `${ofGroup} && state != 'checked'`,
    sort: '-created,id',
    fields: SHOWN,
    skipTotal: true,
  });
  if (list.items.length === 0) return [];
  const totals = await pb.collection('access_import_totals').getFullList<AccessImportTotalsRecord>({
    filter: list.items.map(({ id }) => pb.filter('id = {:id}', { id })).join(' || '),
  });
  const totalsOf = new Map(totals.map((row) => [row.id, row]));
  return list.items.map((record) => ({
    id: record.id,
    fileName: record.fileName,
    state: stateOf(record.state),
    total: record.total,
    done: record.done,
    added: totalsOf.get(record.id)?.added ?? 0,
    claimed: totalsOf.get(record.id)?.claimed ?? 0,
    startedAt: instantOf(record.startedAt),
  }));
}

const stateOf = (state: ImportState | ''): ImportState => (state === '' ? 'undone' : state);

/** State of an import of a group; null if there is no such import. */
export async function importOfGroup(
  pb: PocketBase,
  groupId: string,
  importId: string,
): Promise<Pick<AccessImport, 'state' | 'startedAt'> | null> {
  if (!isRecordId(importId)) return null;
  const record = await orNull(
    pb
      .collection('access_imports')
      .getFirstListItem<AccessImportsRecord>(
        pb.filter('id = {:importId} && accessGroup = {:groupId}', { importId, groupId }),
        { fields: SHOWN },
      ),
  );
  return record && { state: stateOf(record.state), startedAt: instantOf(record.startedAt) };
}

/**
 * Undoes an import, also a running one: removes the people it added who have not claimed, with their links and queued
 * mails. People who have claimed stay. False if it was undone before.
 */
export async function undoImport(
  pb: PocketBase,
  groupId: string,
  importId: string,
  at: Instant,
): Promise<boolean> {
  const params = { groupId, importId };
  const unclaimed = sql`SELECT id FROM access_group_people
    WHERE accessGroup = {:groupId} AND addedBy = {:importId} AND state <> 'claimed' AND claimedBy = '' AND claimedAt = ''`;
  const steps = transaction(pb)
    .exec(
      sql`UPDATE access_imports SET state = 'undone', people = '[]', finishedAt = {:now}, updated = {:now}
        WHERE id = {:importId} AND accessGroup = {:groupId} AND state IN ('running', 'done')`,
      { ...params, now: dateOf(at) },
      { expect: 1, else: 'undone' },
    )
    .exec(
      sql`DELETE FROM mails WHERE state = 'waiting' AND mailKey IN (SELECT 'access:' || id || ':' || mails
        FROM access_group_people WHERE id IN (${unclaimed}))`,
      params,
    )
    // What was never sent does not count.
    .exec(
      sql`DELETE FROM addressed_mails WHERE mailKey IN (SELECT 'access:' || id || ':' || mails
        FROM access_group_people WHERE id IN (${unclaimed}))
        AND NOT EXISTS (SELECT 1 FROM mails WHERE mails.mailKey = addressed_mails.mailKey)`,
      params,
    )
    .exec(sql`DELETE FROM claim_links WHERE person IN (${unclaimed})`, params)
    .exec(
      sql`DELETE FROM access_group_people WHERE accessGroup = {:groupId} AND addedBy = {:importId}
        AND state <> 'claimed' AND claimedBy = '' AND claimedAt = ''`,
      params,
    );
  return (await refusalOf(steps, ['undone'])) === null;
}
