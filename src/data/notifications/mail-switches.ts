import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  DIGESTS,
  type Digest,
  KIND_FACTS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  switchFor,
  switchOfMailKind,
} from '../../domain/notifications/notification.ts';
import { orNull } from '../kernel/client.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { MailsRecord, UsersRecord } from '../kernel/records.ts';
import { nameOfStore, saveSwitch, switchesOf } from './notification-switches.ts';

/** Whose mail it was and what its link switches off: mails of a kind, of all or of one store, or a digest. */
export interface MailSwitch {
  userId: string;
  of: NotificationKind | Digest;
  /** The store the mail was about, where the kind is switched store by store. */
  store: { id: string; name: string } | null;
}

const isDigest = (of: NotificationKind | Digest): of is Digest => DIGESTS.some((digest) => digest === of);

/** Whether a person wants no mails of this kind. */
export async function mailsAreOff(
  pb: PocketBase,
  userId: string,
  kind: NotificationKind,
  storeId: string | null = null,
): Promise<boolean> {
  return switchFor(await switchesOf(pb, userId), kind, storeId).mail === 'off';
}

/**
 * Whose mail this was and of which kind, for the link in it that switches such mails off: its id is known only to whoever
 * got it. Null where there is no such mail, it is of a kind everybody gets, or nobody has its address any more.
 */
export async function switchOfMail(pb: PocketBase, mailId: string): Promise<MailSwitch | null> {
  if (!isRecordId(mailId)) return null;
  const mail = await orNull(pb.collection('mails').getOne<MailsRecord>(mailId));
  const of = mail && switchOfMailKind(mail.kind);
  if (!mail || !of) return null;
  const filter = pb.filter('email = {:email}', { email: mail.to });
  const user = await orNull(pb.collection('users').getFirstListItem<UsersRecord>(filter, { fields: 'id' }));
  if (!user) return null;
  const name = !isDigest(of) && KIND_FACTS[of].ofStore ? await nameOfStore(pb, mail.store) : null;
  return { userId: user.id, of, store: name === null ? null : { id: mail.store, name } };
}

/** Whether the mails that a link switches off are off, those of its store where `ofStore`. */
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

/** Stops the mails that a link switches off: of one store, of a kind wherever it comes from, or whatever a digest holds. */
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
  // What was chosen for a store would go on.
  for (const { kind, storeId, mail } of chosen) {
    if (storeId === null || mail === null) continue;
    if (isDigest(of) ? mail === of : kind === of)
      await saveSwitch(pb, userId, { ...off, kind, storeId }, now);
  }
}
