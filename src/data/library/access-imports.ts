import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ACCESS_GROUP_LIMITS } from '../../domain/library/access-group.ts';
import type { AccessImport, CampaignImport, ImportedPerson } from '../../domain/library/access-import.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { date, number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Imports of people into an access group: checked, processed in batches, undone. */

const i = tables.accessImports.as('i');
const c = tables.accessImportChecks.as('c');

const CHECK = shape({ there: c.there, owning: c.owning });
const RUNNING = {
  id: i.id,
  groupId: i.accessGroup,
  done: i.done,
  startedAt: i.startedAt.or(0),
  people: i.people.as((people) => (Array.isArray(people) ? (people as ImportedPerson[]) : [])),
};
const RUNNING_ROW = shape(RUNNING);
const SHOWN = shape({
  ...{ id: i.id, fileName: i.fileName, state: i.state, total: i.total, done: i.done },
  added: value(sql`(SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id)`, number),
  claimed: value(
    sql`(SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id AND p.state = 'claimed')`,
    number,
  ),
  startedAt: i.startedAt,
});
const STATE = shape({ state: i.state, startedAt: i.startedAt });
const CAMPAIGN = shape({
  id: i.campaign,
  fileName: value(sql`max(i.fileName)`, text),
  groups: value(sql`count(*)`, number),
  total: value(sql`sum(i.total)`, number),
  done: value(sql`sum(i.done)`, number),
  state: from(
    {
      groups: value(sql`count(*)`, number),
      running: value(sql`sum(i.state = 'running')`, number),
      undone: value(sql`sum(i.state = 'undone')`, number),
    },
    ({ groups, running, undone }) => (undone === groups ? 'undone' : running > 0 ? 'running' : 'done'),
  ),
  startedAt: value(sql`min(i.startedAt)`, date),
});
const OF_CAMPAIGN = shape({ importId: i.id, groupId: i.accessGroup });

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
  return first(
    pb,
    select(CHECK, sql`SELECT ${CHECK} FROM access_import_checks c WHERE c.id = {:importId}`, { importId }),
  );
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
export type RunningImport = RowOf<typeof RUNNING>;

/** The running imports, oldest first. */
export async function runningImports(pb: PocketBase): Promise<RunningImport[]> {
  const [imports] = await ask(
    pb,
    select(
      RUNNING_ROW,
      sql`SELECT ${RUNNING_ROW} FROM access_imports i WHERE i.state = 'running' ORDER BY i.startedAt, i.id LIMIT 5`,
      {},
    ),
  );
  return imports;
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
  const [imports] = await ask(
    pb,
    select(
      SHOWN,
      sql`SELECT ${SHOWN} FROM access_imports i WHERE i.accessGroup = {:groupId} AND i.state <> 'checked'
        ORDER BY i.created DESC, i.id LIMIT {:limit}`,
      { groupId, limit },
    ),
  );
  return imports;
}

/** State of an import of a group; null if there is no such import. */
export async function importOfGroup(
  pb: PocketBase,
  groupId: string,
  importId: string,
): Promise<Pick<AccessImport, 'state' | 'startedAt'> | null> {
  if (!isRecordId(importId)) return null;
  return first(
    pb,
    select(
      STATE,
      sql`SELECT ${STATE} FROM access_imports i WHERE i.id = {:importId} AND i.accessGroup = {:groupId}`,
      { importId, groupId },
    ),
  );
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
  const [campaigns] = await ask(
    pb,
    select(
      CAMPAIGN,
      sql`SELECT ${CAMPAIGN} FROM access_groups g CROSS JOIN access_imports i ON i.accessGroup = g.id
        WHERE g.store = {:storeId} AND i.campaign <> '' GROUP BY i.campaign
        ORDER BY min(i.startedAt) DESC, i.campaign LIMIT {:limit}`,
      { storeId, limit },
    ),
  );
  return campaigns;
}

/** The imports of a store that were started together, with their groups. */
export async function importsOfCampaign(
  pb: PocketBase,
  storeId: string,
  campaign: string,
): Promise<{ importId: string; groupId: string }[]> {
  const [imports] = await ask(
    pb,
    select(
      OF_CAMPAIGN,
      sql`SELECT ${OF_CAMPAIGN} FROM access_imports i CROSS JOIN access_groups g ON g.id = i.accessGroup
        WHERE i.campaign = {:campaign} AND i.campaign <> '' AND g.store = {:storeId} AND i.state <> 'undone' ORDER BY i.id`,
      { campaign, storeId },
    ),
  );
  return imports;
}
