import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { CUT_TOKEN, headerText, MAIL_TEXT_STORED_MS, type Mail } from '../../domain/notifications/mail.ts';
import { MAIL_PARTS_MAX, type MailPart } from '../../domain/notifications/mail-parts.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const m = tables.mails.as('m');

const MAIL = shape({
  ...{ id: m.id, mailKey: m.mailKey, kind: m.kind, to: m.to, subject: m.subject, body: m.body },
  ...{ parts: m.parts, tries: m.tries, queuedAt: m.created },
});

/** A mail in the outbox, as it was queued. */
export interface WaitingMail extends Omit<Mail, 'kind'> {
  id: string;
  /** May be a kind of an older build. */
  kind: string;
  /** The number of attempts; also identifies the newest claim. */
  tries: number;
  queuedAt: Instant;
}

/** A claim older than this is stale: its process ended. In ms. */
const CLAIM_MS = 10 * 60_000;

/**
 * Puts a mail into the outbox within a transaction, so that it is queued exactly when its cause is committed.
 * @param dueAt when it may be sent: bulk mail gives way to mail that somebody waits for.
 */
export function withMail(steps: Transaction, mail: Mail, now: Instant, dueAt: Instant = now): Transaction {
  // Somebody whose account and address are deleted gets no mail about an old order.
  if (mail.to === '') return steps;
  return steps.exec(
    sql`INSERT OR IGNORE INTO mails (id, mailKey, kind, [[to]], subject, body, parts, state, tries, sendAfter, sentAt, error, created, updated)
      VALUES (${NEW_ID_SQL}, {:key}, {:kind}, {:to}, {:subject}, {:body}, {:parts}, 'waiting', 0, {:dueAt}, '', '', {:now}, {:now})`,
    {
      key: mail.mailKey,
      kind: mail.kind,
      to: mail.to,
      subject: headerText(mail.subject),
      body: mail.body.slice(0, 20_000),
      parts: storedParts(mail.parts),
      dueAt: dateOf(dueAt),
      now: dateOf(now),
    },
  );
}

/** A mail's parts as they are stored; '' where there are none or too many. */
export function storedParts(parts: readonly MailPart[] | undefined): string {
  const stored = parts === undefined ? '' : JSON.stringify(parts);
  return stored.length > MAIL_PARTS_MAX ? '' : stored;
}

/** Puts a mail into the outbox. */
export async function queueMail(pb: PocketBase, mail: Mail, now: Instant): Promise<void> {
  await withMail(transaction(pb), mail, now).run();
}

/** Due mails, oldest first, without those claimed by another process. */
export async function mailsToSend(pb: PocketBase, now: Instant, limit: number): Promise<WaitingMail[]> {
  const [mails] = await ask(
    pb,
    select(
      MAIL,
      sql`SELECT ${MAIL} FROM mails m WHERE (m.state = 'waiting' AND m.sendAfter <= {:now})
        OR (m.state = 'sending' AND m.updated < {:stale}) ORDER BY m.sendAfter, m.id LIMIT {:limit}`,
      { now: dateOf(now), stale: dateOf(now - CLAIM_MS), limit },
    ),
  );
  return mails.map(({ parts, ...mail }) => ({
    ...mail,
    ...(Array.isArray(parts) && { parts: parts as MailPart[] }),
  }));
}

/** Claims a mail for sending and returns it with this attempt counted. Null where another process claimed it. */
export async function claimMail(
  pb: PocketBase,
  mail: WaitingMail,
  now: Instant,
): Promise<WaitingMail | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE mails SET state = 'sending', tries = tries + 1, updated = {:now} WHERE id = {:id} AND tries = {:tries}
      AND (state = 'waiting' OR (state = 'sending' AND updated < {:stale}))`,
    { id: mail.id, tries: mail.tries, now: dateOf(now), stale: dateOf(now - CLAIM_MS) },
    { expect: 1, else: 'taken' },
  );
  return (await refusalOf(steps, ['taken'])) === null ? { ...mail, tries: mail.tries + 1 } : null;
}

/**
 * Records that a mail was sent, also where another process has claimed it since.
 * @param mail its text as it is stored from now on, without the tokens in its links
 */
export async function markSent(pb: PocketBase, mail: WaitingMail, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE mails SET state = 'sent', sentAt = {:now}, error = '', body = {:body}, parts = {:parts},
        updated = {:now} WHERE id = {:id}`,
      {
        id: mail.id,
        body: mail.body,
        parts: storedParts(mail.parts),
        now: dateOf(at),
      },
    )
    .run();
}

/**
 * Records why a claimed mail could not be sent and when it is retried; null gives it up, as bounced where its address was
 * refused. Changes nothing where another process has claimed or sent it since.
 */
export async function markFailed(
  pb: PocketBase,
  mail: WaitingMail,
  { error, again, isRefused }: { error: string; again: Instant | null; isRefused: boolean },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE mails SET state = {:state}, bounced = {:bounced}, error = {:error}, sendAfter = {:again}, updated = {:now}
        WHERE id = {:id} AND state = 'sending' AND tries = {:tries}`,
      {
        id: mail.id,
        tries: mail.tries,
        state: again === null ? 'failed' : 'waiting',
        bounced: again === null && isRefused,
        error: error.slice(0, 500),
        again: dateOf(again ?? at),
        now: dateOf(at),
      },
    )
    .run();
}

/**
 * Adds the step that sends a mail once more, as if it had just been queued. Refused with "done" while it waits, and where
 * its text is no longer stored; with "cut" where it was sent and its link was removed.
 */
export function withMailAgain(steps: Transaction, mailId: string, now: Instant): Transaction {
  return steps
    .exec(
      sql`UPDATE mails SET id = id WHERE id = {:mailId} AND instr(body, {:cut}) > 0`,
      { mailId, cut: CUT_TOKEN },
      { expect: 0, else: 'cut' },
    )
    .exec(
      sql`UPDATE mails SET state = 'waiting', bounced = FALSE, tries = 0, error = '', sendAfter = {:now}, created = {:now}, updated = {:now}
      WHERE id = {:mailId} AND (state = 'sent' OR state = 'failed') AND body <> ''`,
      { mailId, now: dateOf(now) },
      { expect: 1, else: 'done' },
    );
}

/** Empties subject and text of mails that are no longer stored, at most `most`. Answers how many. The row stays. */
export async function clearMailTexts(pb: PocketBase, now: Instant, most: number): Promise<number> {
  const steps = transaction(pb);
  const cleared = steps.count(
    sql`UPDATE mails SET subject = '', body = '', parts = NULL WHERE id IN (SELECT id FROM mails
        WHERE body <> '' AND state <> 'waiting' AND state <> 'sending' AND sendAfter < {:before} LIMIT {:most})`,
    { before: dateOf(now - MAIL_TEXT_STORED_MS), most },
  );
  await steps.run();
  return cleared.rows;
}
