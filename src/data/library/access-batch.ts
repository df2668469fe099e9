import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { MAILS_PER_PERSON } from '../../domain/library/access-group.ts';
import type { ImportedPerson } from '../../domain/library/access-import.ts';
import {
  ADDRESSED_LIMITS,
  ADDRESSED_WITHIN_MS,
  RECIPIENT_MOST,
} from '../../domain/notifications/addressed-mail.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { LicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { storedParts } from '../notifications/mails.ts';
import { withGrants } from './access-claims.ts';
import type { RunningImport } from './access-imports.ts';

/** A person to import, with a link and both possible mails: the transaction decides which one is sent. */
export interface PersonToAdd extends ImportedPerson {
  /** The mailbox of the address, by which mails are counted. */
  recipient: string;
  tokenHash: string;
  /** `invitation` goes to people who get a link, `news` to those whose account received the products directly. */
  invitation: Pick<Mail, 'subject' | 'body' | 'parts'>;
  news: Pick<Mail, 'subject' | 'body' | 'parts'>;
  dueAt: Instant;
}

/**
 * Imports the next batch of people, at most some hundreds: adds them to the group, grants its products where the address
 * belongs to a confirmed account, and queues their mails. People who have stopped such mails, or received too many today,
 * are added without one: the seller can give them their link. False if another process imported this batch, or the import
 * was undone meanwhile.
 * @param settings `mailsADay`: how many mails the store may send within 24 hours
 */
export async function addBatch(
  pb: PocketBase,
  { id, groupId, done }: Pick<RunningImport, 'id' | 'groupId' | 'done'>,
  people: readonly PersonToAdd[],
  { texts, mailsADay }: { texts: LicenceTexts; mailsADay: number },
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
            AND a.created > {:since}) <= {:recipientMost}
          AND (SELECT t.nth + count(*) <= {:dayMost} AND t.nth + total(a.created > {:soon}) <= {:soonMost}
            FROM addressed_mails a WHERE a.recipient = t.recipient AND a.created > {:since})`,
      {
        ...params,
        boxes: JSON.stringify(people.map(({ email, recipient }) => ({ email, recipient }))),
        most: MAILS_PER_PERSON,
        since: dateOf(at - ADDRESSED_WITHIN_MS),
        senderMost: Math.min(mailsADay, ADDRESSED_LIMITS.access.sender),
        soon: dateOf(at - RECIPIENT_MOST.soonMs),
        soonMost: RECIPIENT_MOST.soon,
        dayMost: RECIPIENT_MOST.day,
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
      sql`INSERT OR IGNORE INTO mails (id, mailKey, kind, [[to]], subject, body, parts, state, tries, sendAfter, sentAt, error, created, updated)
        SELECT ${NEW_ID_SQL}, 'access:' || p.id || ':' || p.mails, 'access', p.email,
          r.value ->> '$.subject', r.value ->> '$.body', r.value ->> '$.parts', 'waiting', 0, r.value ->> '$.due', '', '', {:now}, {:now}
        FROM json_each({:mails}) r CROSS JOIN access_group_people p
          ON p.accessGroup = {:group} AND p.email = r.value ->> '$.email'
        WHERE p.addedBy = {:import} AND p.state = {:state} AND p.mailedAt = {:now}`,
      {
        ...params,
        state,
        mails: JSON.stringify(
          people.map(({ email, invitation, news, dueAt }) => {
            const { subject, body, parts } = state === 'invited' ? invitation : news;
            return { email, subject, body, parts: storedParts(parts), due: dateOf(dueAt) };
          }),
        ),
      },
    );
  return (await refusalOf(steps, ['elsewhere'])) === null;
}

/** The confirmed account with a person's address, unless the account or the store is suspended. */
const ACCOUNT = sql`(SELECT u.id FROM users u WHERE u.email = access_group_people.email COLLATE NOCASE AND u.verified = TRUE
  AND u.suspended = FALSE AND NOT EXISTS (SELECT 1 FROM access_groups g JOIN stores s ON s.id = g.store
    WHERE g.id = access_group_people.accessGroup AND s.state = 'suspended') ORDER BY u.created, u.id LIMIT 1)`;
