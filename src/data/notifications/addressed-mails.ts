import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ADDRESSED_LIMITS,
  ADDRESSED_STORED_MS,
  ADDRESSED_WITHIN_MS,
  type AddressedKind,
  type AddressedRefusal,
  addressedRefusal,
  COUNTS_RECIPIENT,
  isStoppable,
  mailboxOf,
  NEEDS_CONFIRMED,
  RECIPIENT_MOST,
  STOP_OF,
  type StoppableKind,
} from '../../domain/notifications/addressed-mail.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const m = tables.mails.as('m');
const a = tables.addressedMails.as('a');
const s = tables.stores.as('s');
const u = tables.users.as('u');
const t = tables.mailStops.as('t');

/** Stops `t` of a mail's recipient: of mails of its kind from everybody, or from its sender. */
const STOPS = sql`t.recipient = {:recipient} AND t.kind = {:stop} AND t.sender IN ('', {:sender})`;
const IS_STOPPED = sql`EXISTS (SELECT 1 FROM mail_stops t WHERE ${STOPS})`;
const IS_CONFIRMED = sql`({:user} = '' OR EXISTS (SELECT 1 FROM users WHERE id = {:user} AND verified = TRUE))`;
/** How many mails of the kind were sent: by the sender, by them to the recipient, to the recipient, and from the network. */
const SENT = {
  sender: sql`(SELECT count(*) FROM addressed_mails WHERE sender = {:sender} AND kind = {:kind}
    AND created > {:since})`,
  pair: sql`(SELECT count(*) FROM addressed_mails WHERE recipient = {:recipient} AND kind = {:kind}
    AND created > {:since} AND sender = {:sender})`,
  recipient: sql`(SELECT count(*) FROM addressed_mails WHERE recipient = {:recipient} AND kind = {:kind}
    AND created > {:since})`,
  network: sql`(SELECT count(*) FROM addressed_mails WHERE network = {:network} AND kind = {:kind}
    AND created > {:since} AND network <> '')`,
} as const;
/** Whether the recipient may get another mail of any kind. */
const HAS_ROOM = sql`(SELECT count(*) < {:dayMost} AND total(created > {:soon}) < {:soonMost}
  FROM addressed_mails WHERE recipient = {:recipient} AND created > {:since})`;

const FACTS = shape({
  confirmed: value(IS_CONFIRMED, flag),
  stopped: value(IS_STOPPED, flag),
  sent: {
    sender: value(SENT.sender, number),
    pair: value(SENT.pair, number),
    recipient: value(SENT.recipient, number),
    network: value(SENT.network, number),
  },
  hasRoom: value(HAS_ROOM, flag),
});
const STOP = shape({ sender: t.sender });
const MAIL = shape({
  kind: m.kind,
  recipient: m.to.as(mailboxOf),
  sender: from(
    { id: a.sender.or(''), store: s.name.or(''), person: u.username.or('') },
    ({ id, store, person }) => (store || person ? { id, name: store || person } : null),
  ),
});

/** A mail to an address that its sender typed. */
export interface AddressedMail {
  /** The key of the mail in the outbox. */
  mailKey: string;
  kind: AddressedKind;
  /** The user who sends it; for `access` the store. */
  sender: string;
  /** The recipient's address as it was typed. */
  to: string;
  /** The sender's network address; null where no page sends it. */
  client: string | null;
  /** How many this sender may send within 24 hours, where that is less than the kind allows. */
  senderMost?: number;
}

/** A network address as it is stored: a hash with the day, so that rows of different days cannot be joined. */
function networkOf(client: string | null, now: Instant): string {
  if (client === null) return '';
  const day = new Date(now).toISOString().slice(0, 10);
  return createHash('sha256').update(`${day} ${client}`).digest('hex');
}

/**
 * Counts a mail to a typed address within the transaction that queues it or places its order. The whole transaction is
 * refused with the code 'addressed' where the sender is not confirmed, a limit is reached, or the recipient has stopped
 * such mails; `addressedMailRefusal` then says which.
 */
export function withAddressedMail(steps: Transaction, mail: AddressedMail, now: Instant): Transaction {
  const most = ADDRESSED_LIMITS[mail.kind];
  return steps.exec(
    sql`INSERT INTO addressed_mails (id, mailKey, kind, sender, recipient, network, created)
      SELECT ${NEW_ID_SQL}, {:key}, {:kind}, {:sender}, {:recipient}, {:network}, {:now}
      WHERE ${IS_CONFIRMED} AND NOT ${IS_STOPPED} AND ${SENT.sender} < {:senderMost} AND ${SENT.pair} < {:pairMost}
        AND ${SENT.recipient} < {:recipientMost} AND ({:network} = '' OR ${SENT.network} < {:networkMost})
        AND ({:counts} = FALSE OR ${HAS_ROOM})`,
    {
      ...valuesOf(mail, now),
      key: mail.mailKey,
      now: dateOf(now),
      senderMost: mail.senderMost ?? most.sender,
      pairMost: most.pair,
      recipientMost: most.recipient,
      counts: COUNTS_RECIPIENT[mail.kind],
      networkMost: most.network,
    },
    { expect: 1, else: 'addressed' },
  );
}

/** Counts a mail that this process does not queue itself. Answers why it must not be sent, or null. */
export async function countAddressedMail(
  pb: PocketBase,
  mail: AddressedMail,
  now: Instant,
): Promise<AddressedRefusal | null> {
  const refused = await refusalOf(withAddressedMail(transaction(pb), mail, now), ['addressed']);
  return refused === null ? null : addressedMailRefusal(pb, mail, now);
}

/** Why a mail was refused with the code 'addressed'. Where the cause has passed meanwhile, the one of the sender's limit. */
export async function addressedMailRefusal(
  pb: PocketBase,
  mail: Omit<AddressedMail, 'mailKey'>,
  now: Instant,
): Promise<AddressedRefusal> {
  const facts = await first(pb, select(FACTS, sql`SELECT ${FACTS}`, valuesOf(mail, now)));
  if (!facts) return 'sender';
  const isFull = COUNTS_RECIPIENT[mail.kind] && !facts.hasRoom;
  return addressedRefusal(mail.kind, facts) ?? (isFull ? 'recipient' : 'sender');
}

/** What is asked about a mail: in the transaction that counts it, and for the reason of its refusal. */
function valuesOf({ kind, sender, to, client }: Omit<AddressedMail, 'mailKey'>, now: Instant) {
  return {
    kind,
    sender,
    recipient: mailboxOf(to),
    network: networkOf(client, now),
    user: NEEDS_CONFIRMED[kind] ? sender : '',
    stop: STOP_OF[kind] ?? '',
    since: dateOf(now - ADDRESSED_WITHIN_MS),
    soon: dateOf(now - RECIPIENT_MOST.soonMs),
    soonMost: RECIPIENT_MOST.soon,
    dayMost: RECIPIENT_MOST.day,
  };
}

/** A mail whose recipient can stop mails like it: what it is, to which mailbox, and from whom. */
export interface StoppableMail {
  kind: StoppableKind;
  recipient: string;
  /** Null where the sender's account or store no longer exists. */
  sender: { id: string; name: string } | null;
}

/** The mail behind its link for stopping such mails, which only its recipient knows; null where there is none. */
export async function stoppableMail(pb: PocketBase, mailId: string): Promise<StoppableMail | null> {
  if (!isRecordId(mailId)) return null;
  const mail = await first(
    pb,
    select(
      MAIL,
      sql`SELECT ${MAIL} FROM mails m LEFT JOIN addressed_mails a ON a.mailKey = m.mailKey
          LEFT JOIN stores s ON s.id = a.sender AND m.kind = 'access'
          LEFT JOIN users u ON u.id = a.sender AND m.kind <> 'access'
        WHERE m.id = {:mailId}`,
      { mailId },
    ),
  );
  if (!mail || !isStoppable(mail.kind)) return null;
  return { ...mail, kind: mail.kind };
}

/** Whether mails like this one are stopped: from everybody, from its sender alone, or not. */
export async function addressedMailsAreStopped(
  pb: PocketBase,
  { kind, recipient, sender }: StoppableMail,
): Promise<'all' | 'sender' | null> {
  const [stops] = await ask(
    pb,
    select(STOP, sql`SELECT ${STOP} FROM mail_stops t WHERE ${STOPS}`, {
      ...{ recipient, stop: kind, sender: sender?.id ?? '' },
    }),
  );
  if (stops.some((stop) => stop.sender === '')) return 'all';
  return stops.length > 0 ? 'sender' : null;
}

/** Stops mails like this one to its recipient, from everybody or from its sender alone; `none` allows them all again. */
export async function stopAddressedMails(
  pb: PocketBase,
  { kind, recipient, sender }: StoppableMail,
  which: 'all' | 'sender' | 'none',
  now: Instant,
): Promise<void> {
  const steps = transaction(pb);
  if (which === 'none')
    steps.exec(
      sql`DELETE FROM mail_stops WHERE recipient = {:recipient} AND kind = {:kind} AND sender IN ('', {:sender})`,
      { recipient, kind, sender: sender?.id ?? '' },
    );
  else
    steps.exec(
      sql`INSERT OR IGNORE INTO mail_stops (id, recipient, kind, sender, created)
        VALUES (${NEW_ID_SQL}, {:recipient}, {:kind}, {:sender}, {:now})`,
      { recipient, kind, sender: which === 'all' ? '' : (sender?.id ?? ''), now: dateOf(now) },
    );
  await steps.run();
}

/** Deletes rows that are no longer needed for counting or for stopping, at most `most`. Answers how many. */
export async function clearAddressedMails(pb: PocketBase, now: Instant, most: number): Promise<number> {
  const steps = transaction(pb);
  const cleared = steps.count(
    sql`DELETE FROM addressed_mails WHERE id IN (SELECT id FROM addressed_mails WHERE created < {:before} LIMIT {:most})`,
    { before: dateOf(now - ADDRESSED_STORED_MS), most },
  );
  await steps.run();
  return cleared.rows;
}
