import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { headerText, type Mail } from '../../domain/notifications/mail.ts';
import { MAILING_STEP, type Mailing, type MailingState } from '../../domain/notifications/mailing.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { IS_HELD_SQL, type LeaseHolder, leaseParams } from '../kernel/leases.ts';
import { ask, first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from './mails.ts';

const SHOWN = 50;
/** Later than any date. */
const LATER = '~';

const m = tables.mailings.as('m');
const u = tables.users.as('u');

const MAILING = {
  id: m.id,
  subject: m.subject,
  body: m.body,
  why: m.why,
  state: m.state,
  people: m.people,
  queued: m.queued,
  writtenBy: m.writtenBy,
  startedAt: m.startedAt,
  endedAt: m.endedAt,
};
const MAILING_ROW = shape(MAILING);
const SENDING = shape({ ...MAILING, cursor: m.cursor });
const PEOPLE = shape({
  // All people are counted as they come and go; those who never confirmed are few and have an index.
  people: value(
    sql`coalesce((SELECT people FROM site_days WHERE day = ''), 0)
      - (SELECT count(*) FROM users INDEXED BY users_unconfirmed WHERE verified = FALSE)`,
    number,
  ),
});
const PERSON = shape({
  id: u.id,
  email: value(sql`iif(u.verified = TRUE AND u.created <= {:startedAt}, u.email, '')`, text),
});
const WAITING = shape({
  areWaiting: value(
    sql`EXISTS (SELECT 1 FROM mails WHERE mailKey >= {:from} AND mailKey < {:to}
      AND state IN ('waiting', 'sending') AND tries = 0)`,
    flag,
  ),
});

/** The newest mailings. */
export async function newestMailings(pb: PocketBase): Promise<Mailing[]> {
  const [mailings] = await ask(
    pb,
    select(
      MAILING_ROW,
      sql`SELECT ${MAILING_ROW} FROM mailings m WHERE m.created < {:now} ORDER BY m.created DESC, m.id DESC LIMIT {:most}`,
      { now: LATER, most: SHOWN },
    ),
  );
  return mailings;
}

/** Those that are being sent, in no particular order. */
export async function mailingsToSend(pb: PocketBase): Promise<(Mailing & { cursor: string })[]> {
  const [mailings] = await ask(
    pb,
    select(SENDING, sql`SELECT ${SENDING} FROM mailings m WHERE m.state = 'sending' LIMIT {:most}`, {
      most: SHOWN,
    }),
  );
  return mailings;
}

/** How many people have an account with a confirmed address. */
export async function peopleToMail(pb: PocketBase): Promise<number> {
  const counted = await first(pb, select(PEOPLE, sql`SELECT ${PEOPLE}`, {}));
  return counted?.people ?? 0;
}

/** Writes a draft; null makes a new one. Returns its id, or null where it is no draft any more. */
export async function saveMailing(
  pb: PocketBase,
  person: Actor,
  id: string | null,
  text: Pick<Mailing, 'subject' | 'body' | 'why'>,
  now: Instant,
): Promise<string | null> {
  const own = id ?? newRecordId();
  const fields = { own, ...text, by: person.name, now: dateOf(now) };
  const steps = deskTransaction(pb, person);
  if (id === null)
    steps.exec(
      sql`INSERT INTO mailings (id, subject, body, why, state, cursor, queued, people, writtenBy, startedAt, endedAt, created, updated)
        VALUES ({:own}, {:subject}, {:body}, {:why}, 'draft', '', 0, 0, {:by}, '', '', {:now}, {:now})`,
      fields,
    );
  else
    steps.exec(
      sql`UPDATE mailings SET subject = {:subject}, body = {:body}, why = {:why}, writtenBy = {:by}, updated = {:now}
        WHERE id = {:own} AND state = 'draft'`,
      fields,
      { expect: 1, else: 'no-draft' },
    );
  return (await refusalOf(steps, ['no-draft'])) === null ? own : null;
}

/** From which states a mailing may come into another one. */
const FROM: Record<'sending' | 'stopped', readonly MailingState[]> = {
  sending: ['draft', 'stopped'],
  stopped: ['sending'],
};

/** Starts, continues or stops a mailing. False where it is in another state by now. */
export async function moveMailing(
  pb: PocketBase,
  person: Actor,
  { id, to, people }: { id: string; to: 'sending' | 'stopped'; people: number },
  now: Instant,
): Promise<boolean> {
  const steps = deskTransaction(pb, person).exec(
    sql`UPDATE mailings SET state = {:to}, updated = {:now},
        people = CASE WHEN startedAt = '' THEN {:people} ELSE people END,
        startedAt = CASE WHEN startedAt = '' THEN {:now} ELSE startedAt END
      WHERE id = {:id} AND state IN (SELECT value FROM json_each({:from}))`,
    { id, to, people, from: JSON.stringify(FROM[to]), now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
  const detail = to === 'sending' ? `sent to ${people} people` : 'stopped';
  withDeed(steps, { deed: 'mailing.change', collection: 'mailings', record: id, detail }, now);
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/** The people after `cursor` who had a confirmed account when the mailing was started, by id. */
export async function nextPeople(
  pb: PocketBase,
  { cursor, startedAt }: { cursor: string; startedAt: Instant },
): Promise<{ id: string; email: string }[]> {
  const [people] = await ask(
    pb,
    select(PERSON, sql`SELECT ${PERSON} FROM users u WHERE u.id > {:cursor} ORDER BY u.id LIMIT {:most}`, {
      ...{ cursor, startedAt: dateOf(startedAt), most: MAILING_STEP },
    }),
  );
  return people;
}

/** Whether mails of this mailing still wait in the outbox. */
export async function mailsWait(pb: PocketBase, id: string): Promise<boolean> {
  const mails = await first(
    pb,
    select(WAITING, sql`SELECT ${WAITING}`, { from: `mailing/${id}/`, to: `mailing/${id}0` }),
  );
  return mails?.areWaiting ?? false;
}

/**
 * Puts the mails of the next people into the outbox and moves the mailing behind them, in one transaction, while the lease is
 * held and the mailing is still being sent from `cursor`. With nobody left it is done. False where it was stopped meanwhile.
 */
export async function queueStep(
  pb: PocketBase,
  {
    id,
    cursor,
    people,
    mails,
  }: { id: string; cursor: string; people: readonly { id: string }[]; mails: readonly Mail[] },
  lease: LeaseHolder,
  now: Instant,
): Promise<boolean> {
  const last = people.at(-1)?.id;
  const steps = transaction(pb).exec(
    sql`UPDATE mailings SET cursor = {:last}, queued = queued + {:count}, updated = {:now},
        state = CASE WHEN {:isLast} THEN 'done' ELSE state END,
        endedAt = CASE WHEN {:isLast} THEN {:now} ELSE endedAt END
      WHERE id = {:id} AND state = 'sending' AND cursor = {:cursor} AND ${IS_HELD_SQL}`,
    {
      ...{
        id,
        cursor,
        last: last ?? cursor,
        count: mails.length,
        isLast: last === undefined,
        now: dateOf(now),
      },
      ...leaseParams(lease),
    },
    { expect: 1, else: 'changed-meanwhile' },
  );
  for (const mail of mails) withMail(steps, { ...mail, subject: headerText(mail.subject) }, now);
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}
