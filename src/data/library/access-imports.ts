import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ACCESS_GROUP_LIMITS, type ImportState } from '../../domain/library/access-group.ts';
import type { AccessImport, CampaignImport, ImportedPerson } from '../../domain/library/access-import.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import type {
  AccessImportChecksRecord,
  AccessImportsRecord,
  AccessImportTotalsRecord,
} from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

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

/**
 * Starts a checked import. Refused if the group is full or another import of it is running.
 * @param campaign what imports that are started together carry; "" for one alone
 */
export async function startImport(
  pb: PocketBase,
  groupId: string,
  importId: string,
  at: Instant,
  campaign = '',
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
      sql`UPDATE access_imports SET state = 'running', campaign = {:campaign}, startedAt = {:now}, updated = {:now}
        WHERE id = {:importId}
        AND NOT EXISTS (SELECT 1 FROM access_imports o WHERE o.accessGroup = {:groupId} AND o.state = 'running')`,
      { ...params, campaign },
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

/** The newest lists that a store imported into several groups at once. */
export async function campaignsOfStore(
  pb: PocketBase,
  storeId: string,
  limit: number,
): Promise<CampaignImport[]> {
  type Row = {
    campaign: string;
    fileName: string;
    groups: number;
    total: number;
    done: number;
    running: number;
    undone: number;
    startedAt: string;
  };
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT i.campaign, max(i.fileName) AS fileName, count(*) AS groups, sum(i.total) AS total, sum(i.done) AS done,
          sum(i.state = 'running') AS running, sum(i.state = 'undone') AS undone, min(i.startedAt) AS startedAt
        FROM access_groups g CROSS JOIN access_imports i ON i.accessGroup = g.id
        WHERE g.store = {:storeId} AND i.campaign <> '' GROUP BY i.campaign ORDER BY startedAt DESC, i.campaign LIMIT {:limit}`,
      { storeId, limit },
      ['campaign', 'fileName', 'groups', 'total', 'done', 'running', 'undone', 'startedAt'],
    ),
  );
  return rows.map(({ campaign, fileName, groups, total, done, running, undone, startedAt }) => ({
    id: campaign,
    fileName,
    groups,
    total,
    done,
    state: undone === groups ? 'undone' : running > 0 ? 'running' : 'done',
    startedAt: instantOf(startedAt) ?? 0,
  }));
}

/** The imports of a store that were started together, with their groups. */
export async function importsOfCampaign(
  pb: PocketBase,
  storeId: string,
  campaign: string,
): Promise<{ importId: string; groupId: string }[]> {
  const [rows] = await ask(
    pb,
    query<{ importId: string; groupId: string }>(
      sql`SELECT i.id AS importId, i.accessGroup AS groupId FROM access_imports i CROSS JOIN access_groups g ON g.id = i.accessGroup
        WHERE i.campaign = {:campaign} AND i.campaign <> '' AND g.store = {:storeId} AND i.state <> 'undone' ORDER BY i.id`,
      { campaign, storeId },
      ['importId', 'groupId'],
    ),
  );
  return rows.map(({ importId, groupId }) => ({ importId, groupId }));
}
