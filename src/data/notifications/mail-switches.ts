import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { SWITCHABLE_KINDS } from '../../domain/notifications/all-mails.ts';
import {
  DIGESTS,
  type Digest,
  KIND_FACTS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  switchFor,
  switchOfMailKind,
} from '../../domain/notifications/notification.ts';
import { first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { maybe, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { saveSwitch, switchesOf, withSwitch } from './notification-switches.ts';

const m = tables.mails.as('m');
const u = tables.users.as('u');
const s = tables.stores.as('s');

const MAIL = shape({ kind: m.kind, userId: u.id, store: maybe({ id: s.id, name: s.name }) });

/** The recipient of a mail and what its link switches off: a kind, in general or for one store, or a digest. */
export interface MailSwitch {
  userId: string;
  of: NotificationKind | Digest;
  /** The store the mail was about, where the kind can be set per store. */
  store: { id: string; name: string } | null;
}

const isDigest = (of: NotificationKind | Digest): of is Digest => DIGESTS.some((digest) => digest === of);

/** Whether a user switched mails of this kind off. */
export async function mailsAreOff(
  pb: PocketBase,
  userId: string,
  kind: NotificationKind,
  storeId: string | null = null,
): Promise<boolean> {
  return switchFor(await switchesOf(pb, userId), kind, storeId).mail === 'off';
}

/**
 * The recipient and the kind of a mail, for its unsubscribe link: only the recipient knows the mail's id. Null where there
 * is no such mail, its kind is always sent, or no account has its address any more.
 */
export async function switchOfMail(pb: PocketBase, mailId: string): Promise<MailSwitch | null> {
  if (!isRecordId(mailId)) return null;
  const mail = await first(
    pb,
    select(
      MAIL,
      sql`SELECT ${MAIL} FROM mails m CROSS JOIN users u ON u.email = m.[[to]] AND u.email <> ''
          LEFT JOIN stores s ON s.id = m.store
        WHERE m.id = {:mailId}`,
      { mailId },
    ),
  );
  const of = mail && switchOfMailKind(mail.kind);
  if (!mail || !of) return null;
  const isOfStore = !isDigest(of) && KIND_FACTS[of].ofStore;
  return { userId: mail.userId, of, store: isOfStore ? mail.store : null };
}

/** Whether the mails of a link are switched off; with `ofStore`, those of its store. */
export async function mailsAreStopped(
  pb: PocketBase,
  { userId, of, store }: MailSwitch,
  ofStore: boolean,
): Promise<boolean> {
  const chosen = await switchesOf(pb, userId);
  const storeId = ofStore ? (store?.id ?? null) : null;
  if (!isDigest(of)) return switchFor(chosen, of, storeId).mail === 'off';
  return NOTIFICATION_KINDS.every((kind) => switchFor(chosen, kind, null).mail !== of);
}

/** Switches off all mails that a user can switch off, of every store too. Receipts and the like are still sent. */
export async function stopAllMails(pb: PocketBase, userId: string, now: Instant): Promise<void> {
  const off = { inApp: null, mail: 'off' } as const;
  const steps = transaction(pb);
  for (const kind of SWITCHABLE_KINDS) withSwitch(steps, userId, { ...off, kind, storeId: null }, now);
  for (const { kind, storeId, mail } of await switchesOf(pb, userId))
    if (storeId !== null && mail !== null) withSwitch(steps, userId, { ...off, kind, storeId }, now);
  await steps.run();
}

/** Switches off the mails of a link: of one store, of a kind from every store, or of a digest. */
export async function stopMails(
  pb: PocketBase,
  { userId, of, store }: MailSwitch,
  ofStore: boolean,
  now: Instant,
): Promise<void> {
  const off = { inApp: null, mail: 'off' } as const;
  if (!isDigest(of) && ofStore && store) {
    await saveSwitch(pb, userId, { ...off, kind: of, storeId: store.id }, now);
    return;
  }
  const chosen = await switchesOf(pb, userId);
  const kinds = isDigest(of)
    ? NOTIFICATION_KINDS.filter((kind) => switchFor(chosen, kind, null).mail === of)
    : [of];
  for (const kind of kinds) await saveSwitch(pb, userId, { ...off, kind, storeId: null }, now);
  // Choices for single stores would still apply.
  for (const { kind, storeId, mail } of chosen) {
    if (storeId === null || mail === null) continue;
    if (isDigest(of) ? mail === of : kind === of)
      await saveSwitch(pb, userId, { ...off, kind, storeId }, now);
  }
}
