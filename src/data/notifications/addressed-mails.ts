import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ADDRESSED_LIMITS,
  ADDRESSED_STORED_MS,
  ADDRESSED_WITHIN_MS,
  type AddressedCounts,
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
import { orNull } from '../kernel/client.ts';
import { dateOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type {
  AddressedMailsRecord,
  MailStopsRecord,
  MailsRecord,
  StoresRecord,
  UsersRecord,
} from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

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
export function withAddressedMail(
  steps: Transaction,
  { mailKey, kind, sender, to, client, senderMost }: AddressedMail,
  now: Instant,
): Transaction {
  const most = ADDRESSED_LIMITS[kind];
  return steps.exec(
    sql`INSERT INTO addressed_mails (id, mailKey, kind, sender, recipient, network, created)
      SELECT ${NEW_ID_SQL}, {:key}, {:kind}, {:sender}, {:recipient}, {:network}, {:now}
      WHERE ({:user} = '' OR EXISTS (SELECT 1 FROM users WHERE id = {:user} AND verified = TRUE))
        AND NOT EXISTS (SELECT 1 FROM mail_stops s WHERE s.recipient = {:recipient} AND s.kind = {:stop}
          AND s.sender IN ('', {:sender}))
        AND (SELECT count(*) FROM addressed_mails WHERE sender = {:sender} AND kind = {:kind}
          AND created > {:since}) < {:senderMost}
        AND (SELECT count(*) FROM addressed_mails WHERE recipient = {:recipient} AND kind = {:kind}
          AND created > {:since} AND sender = {:sender}) < {:pairMost}
        AND (SELECT count(*) FROM addressed_mails WHERE recipient = {:recipient} AND kind = {:kind}
          AND created > {:since}) < {:recipientMost}
        AND ({:counts} = FALSE OR (SELECT count(*) < {:dayMost} AND total(created > {:soon}) < {:soonMost}
          FROM addressed_mails WHERE recipient = {:recipient} AND created > {:since}))
        AND ({:network} = '' OR (SELECT count(*) FROM addressed_mails WHERE network = {:network} AND kind = {:kind}
          AND created > {:since} AND network <> '') < {:networkMost})`,
    {
      key: mailKey,
      kind,
      sender,
      recipient: mailboxOf(to),
      network: networkOf(client, now),
      user: NEEDS_CONFIRMED[kind] ? sender : '',
      stop: STOP_OF[kind] ?? '',
      since: dateOf(now - ADDRESSED_WITHIN_MS),
      now: dateOf(now),
      senderMost: senderMost ?? most.sender,
      pairMost: most.pair,
      recipientMost: most.recipient,
      counts: COUNTS_RECIPIENT[kind],
      soon: dateOf(now - RECIPIENT_MOST.soonMs),
      soonMost: RECIPIENT_MOST.soon,
      dayMost: RECIPIENT_MOST.day,
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
  const { kind, sender, client } = mail;
  const recipient = mailboxOf(mail.to);
  const since = dateOf(now - ADDRESSED_WITHIN_MS);
  const sent = async (condition: string, params: Record<string, string>, kinds = 'kind = {:kind} &&') => {
    const filter = pb.filter(`${kinds} created > {:since} && ${condition}`, {
      kind,
      since,
      ...params,
    });
    return (await pb.collection('addressed_mails').getList(1, 1, { filter, fields: 'id' })).totalItems;
  };
  const network = networkOf(client, now);
  const [user, stops, ...counts] = await Promise.all([
    NEEDS_CONFIRMED[kind]
      ? orNull(pb.collection('users').getOne<UsersRecord>(sender, { fields: 'verified' }))
      : { verified: true },
    stopsOf(pb, recipient, STOP_OF[kind], sender),
    sent('sender = {:sender}', { sender }),
    sent('recipient = {:recipient} && sender = {:sender}', { recipient, sender }),
    sent('recipient = {:recipient}', { recipient }),
    network === '' ? 0 : sent('network = {:network}', { network }),
    sent('recipient = {:recipient}', { recipient }, ''),
    sent(
      'recipient = {:recipient} && created > {:soon}',
      { recipient, soon: dateOf(now - RECIPIENT_MOST.soonMs) },
      '',
    ),
  ]);
  const [, , , , ofDay, ofSoon] = counts;
  const isFull = COUNTS_RECIPIENT[kind] && (ofDay >= RECIPIENT_MOST.day || ofSoon >= RECIPIENT_MOST.soon);
  const facts: AddressedCounts = {
    sender: counts[0],
    pair: counts[1],
    recipient: counts[2],
    network: counts[3],
  };
  return (
    addressedRefusal(kind, {
      confirmed: user?.verified === true,
      stopped: stops.length > 0,
      sent: facts,
    }) ?? (isFull ? 'recipient' : 'sender')
  );
}

async function stopsOf(
  pb: PocketBase,
  recipient: string,
  kind: StoppableKind | null,
  sender: string,
): Promise<MailStopsRecord[]> {
  if (kind === null) return [];
  return pb.collection('mail_stops').getFullList<MailStopsRecord>({
    filter: pb.filter("recipient = {:recipient} && kind = {:kind} && (sender = '' || sender = {:sender})", {
      recipient,
      kind,
      sender,
    }),
  });
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
  const mail = await orNull(pb.collection('mails').getOne<MailsRecord>(mailId));
  if (!mail || !isStoppable(mail.kind)) return null;
  const row = await orNull(
    pb
      .collection('addressed_mails')
      .getFirstListItem<AddressedMailsRecord>(pb.filter('mailKey = {:key}', { key: mail.mailKey })),
  );
  const name = row && (await nameOfSender(pb, mail.kind, row.sender));
  return {
    kind: mail.kind,
    recipient: mailboxOf(mail.to),
    sender: row && name ? { id: row.sender, name } : null,
  };
}

async function nameOfSender(pb: PocketBase, kind: StoppableKind, id: string): Promise<string | null> {
  if (!isRecordId(id)) return null;
  if (kind === 'access')
    return (await orNull(pb.collection('stores').getOne<StoresRecord>(id)))?.name ?? null;
  return (await orNull(pb.collection('users').getOne<UsersRecord>(id)))?.username ?? null;
}

/** Whether mails like this one are stopped: from everybody, from its sender alone, or not. */
export async function addressedMailsAreStopped(
  pb: PocketBase,
  { kind, recipient, sender }: StoppableMail,
): Promise<'all' | 'sender' | null> {
  const stops = await stopsOf(pb, recipient, kind, sender?.id ?? '');
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
