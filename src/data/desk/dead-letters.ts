import type PocketBase from 'pocketbase';
import {
  type DeadLetter,
  type DeadLetterKind,
  EVENT_TRIES_SHOWN,
  retryRefusal,
} from '../../domain/desk/dead-letter.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { choice, date, flag, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import type { Transaction } from '../kernel/transaction.ts';

/** Mails, events, transfers, previews and archives that gave up, and what the desk does about them. */

const t = tables.sellerTransfers.as('t');

/** A failure that was closed stays closed; a later one of the same thing is shown again. */
const open = (kind: Sql) => sql`NOT EXISTS (SELECT 1 FROM dead_letter_closings c
  WHERE c.kind = ${kind} AND c.record = r.id AND c.seen = r.updated)`;

/** Which rows `r` gave up and are not closed. What is listed here waits in the queue, too. */
export const GAVE_UP: Record<DeadLetterKind, Sql> = {
  mail: sql`r.state = 'failed' AND ${open(sql`'mail'`)}`,
  event: sql`r.handledAt = '' AND r.tries >= {:tries} AND ${open(sql`'event'`)}`,
  transfer: sql`r.state = 'failed' AND EXISTS (SELECT 1 FROM seller_shares h WHERE h.[[order]] = r.[[order]]
    AND h.store = r.store AND h.state IN ('owed', 'debt')) AND ${open(sql`'transfer'`)}`,
  preview: sql`r.state = 'failed' AND r.tryAfter = '' AND ${open(sql`'preview'`)}`,
  archive: sql`r.state = 'failed' AND ${open(sql`'archive'`)}`,
};

/** What gave up, as its page shows it. */
const ROWS: Record<DeadLetterKind, Sql> = {
  mail: sql`SELECT 'mail' AS kind, r.id AS id, r.updated AS seen, r.sendAfter AS at, r.kind AS about, r.[[to]] AS recipient,
      r.error AS error, r.body <> '' AS whole
    FROM mails r WHERE ${GAVE_UP.mail}`,
  event: sql`SELECT 'event' AS kind, r.id AS id, r.updated AS seen, r.created AS at, r.type AS about, '' AS recipient,
      r.error AS error, 1 AS whole
    FROM payment_events r WHERE ${GAVE_UP.event}`,
  transfer: sql`SELECT 'transfer' AS kind, r.id AS id, r.updated AS seen, r.updated AS at,
      r.kind || ' of ' || printf('%.2f', r.amountCents / 100.0) || ' dollars for order ' || r.[[order]] AS about,
      coalesce((SELECT s.name FROM stores s WHERE s.id = r.store), '') AS recipient, '' AS error, 1 AS whole
    FROM seller_transfers r WHERE ${GAVE_UP.transfer}`,
  preview: sql`SELECT 'preview' AS kind, r.id AS id, r.updated AS seen, r.updated AS at,
      coalesce((SELECT p.name FROM products p WHERE p.id = r.product), '') AS about, '' AS recipient, '' AS error, 1 AS whole
    FROM previews r WHERE ${GAVE_UP.preview}`,
  archive: sql`SELECT 'archive' AS kind, r.id AS id, r.updated AS seen, r.updated AS at,
      coalesce((SELECT p.name FROM products p WHERE p.id = r.product), '') AS about, '' AS recipient, r.error AS error,
      1 AS whole
    FROM product_zips r WHERE ${GAVE_UP.archive}`,
};

/** The same, newest first, older than a moment. */
const LETTERS: Record<DeadLetterKind, Sql> = {
  mail: sql`${ROWS.mail} AND r.sendAfter < {:before} ORDER BY r.sendAfter DESC LIMIT {:most}`,
  event: sql`${ROWS.event} AND r.created < {:before} ORDER BY r.created DESC LIMIT {:most}`,
  transfer: sql`${ROWS.transfer} AND r.updated < {:before} ORDER BY r.updated DESC LIMIT {:most}`,
  preview: sql`${ROWS.preview} AND r.updated < {:before} ORDER BY r.updated DESC LIMIT {:most}`,
  archive: sql`${ROWS.archive} AND r.updated < {:before} ORDER BY r.updated DESC LIMIT {:most}`,
};

const OF_LETTER = {
  kind: value(sql`l.kind`, choice<DeadLetterKind>()),
  id: value(sql`l.id`, text),
  seen: value(sql`l.seen`, text),
  at: value(sql`l.at`, date),
  about: value(sql`l.about`, text),
  to: value(sql`l.recipient`, text),
  error: value(sql`l.error`, text),
  whole: value(sql`l.whole`, flag),
};
const LETTER = shape({
  letter: from(
    OF_LETTER,
    ({ whole, ...letter }): DeadLetter => ({
      ...letter,
      stuck: retryRefusal(letter.kind, whole),
    }),
  ),
});

const lettersOf = (kind: DeadLetterKind, values: QueryParams) =>
  select(LETTER, sql`SELECT ${LETTER} FROM (${LETTERS[kind]}) l`, values);

/** What of this kind and id gave up; null where nothing did, or it was closed. */
export async function deadLetter(
  pb: PocketBase,
  kind: DeadLetterKind,
  id: string,
): Promise<DeadLetter | null> {
  const found = await first(
    pb,
    select(LETTER, sql`SELECT ${LETTER} FROM (${ROWS[kind]} AND r.id = {:id}) l`, {
      id,
      tries: EVENT_TRIES_SHOWN,
    }),
  );
  return found?.letter ?? null;
}

/** Dead letters older than a moment, newest first. */
export async function deadLetters(pb: PocketBase, before: Instant, limit: number): Promise<DeadLetter[]> {
  const values = { before: dateOf(before), most: limit, tries: EVENT_TRIES_SHOWN };
  const found = await ask(
    pb,
    ...(Object.keys(LETTERS) as DeadLetterKind[]).map((kind) => lettersOf(kind, values)),
  );
  return found
    .flat()
    .map(({ letter }) => letter)
    .sort((a, b) => b.at - a.at)
    .slice(0, limit);
}

/** How each kind is tried again; of a transfer its order is settled again. */
const AGAIN: Record<Exclude<DeadLetterKind, 'transfer'>, Sql> = {
  // How long a mail is tried counts from when it was queued: it is queued anew.
  mail: sql`UPDATE mails SET state = 'waiting', tries = 0, sendAfter = {:now}, created = {:now}, updated = {:now}
    WHERE id = {:id} AND state = 'failed' AND updated = {:seen} AND body <> ''`,
  event: sql`UPDATE payment_events SET tries = 0, updated = {:now}
    WHERE id = {:id} AND handledAt = '' AND updated = {:seen}`,
  preview: sql`UPDATE previews SET tries = 0, tryAfter = {:now}, updated = {:now}
    WHERE id = {:id} AND state = 'failed' AND tryAfter = '' AND updated = {:seen}`,
  archive: sql`UPDATE product_zips SET state = 'waiting', error = '', updated = {:now}
    WHERE id = {:id} AND state = 'failed' AND updated = {:seen}`,
};

type LetterKey = Pick<DeadLetter, 'kind' | 'id' | 'seen'>;

/** Where the letters of each kind are stored. */
const COLLECTIONS: Record<DeadLetterKind, string> = {
  mail: 'mails',
  event: 'payment_events',
  transfer: 'seller_transfers',
  preview: 'previews',
  archive: 'product_zips',
};
const deedOn = ({ kind, id }: LetterKey) => ({ collection: COLLECTIONS[kind], record: id });

const CHANGED = { expect: 1, else: 'changed' } as const;

const withClosing = (steps: Transaction, key: LetterKey, reason: string, by: Actor, now: Instant) =>
  steps.exec(
    sql`INSERT INTO dead_letter_closings (id, kind, record, seen, reason, [[by]], byName, created)
      SELECT ${NEW_ID_SQL}, {:kind}, {:id}, {:seen}, {:reason}, {:by}, {:byName}, {:now}
      WHERE NOT EXISTS (SELECT 1 FROM dead_letter_closings WHERE kind = {:kind} AND record = {:id} AND seen = {:seen})`,
    { ...key, reason, by: by.id, byName: by.name, now: dateOf(now) },
    CHANGED,
  );

/** Marks a letter to be tried again. False where it changed since it was read, also by the same deed sent twice. */
export async function retryLetter(pb: PocketBase, key: LetterKey, by: Actor, now: Instant): Promise<boolean> {
  const { kind } = key;
  const steps = deskTransaction(pb, by);
  if (kind === 'transfer') withClosing(steps, key, 'Tried again', by, now);
  else steps.exec(AGAIN[kind], { id: key.id, seen: key.seen, now: dateOf(now) }, CHANGED);
  withDeed(steps, { ...deedOn(key), deed: 'letter.retry', detail: '' }, now);
  return (await refusalOf(steps, ['changed'])) === null;
}

/** Closes a letter; an event of the payment provider is not tried any more. False where it changed since it was read. */
export async function closeLetter(
  pb: PocketBase,
  key: LetterKey,
  reason: string,
  by: Actor,
  now: Instant,
): Promise<boolean> {
  const steps = withClosing(deskTransaction(pb, by), key, reason, by, now);
  if (key.kind === 'event')
    steps.exec(
      sql`UPDATE payment_events SET handledAt = {:now} WHERE id = {:id} AND handledAt = '' AND updated = {:seen}`,
      { id: key.id, seen: key.seen, now: dateOf(now) },
      CHANGED,
    );
  withDeed(steps, { ...deedOn(key), deed: 'letter.close', detail: reason }, now);
  return (await refusalOf(steps, ['changed'])) === null;
}

const TRANSFER = shape({ orderId: t.order });

/** The order of a transfer; null where there is no such transfer. */
export async function orderOfTransfer(pb: PocketBase, transferId: string): Promise<string | null> {
  const found = await first(
    pb,
    select(TRANSFER, sql`SELECT ${TRANSFER} FROM seller_transfers t WHERE t.id = {:transferId}`, {
      transferId,
    }),
  );
  return found?.orderId ?? null;
}
