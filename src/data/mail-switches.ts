import type PocketBase from 'pocketbase';
import { canBeSwitchedOff, type SwitchableKind } from '../domain/mail.ts';
import { orNull } from './client.ts';
import { isRecordId } from './fields.ts';
import type { MailsRecord, UsersRecord } from './records.ts';

/** Where a person's word about each kind is kept. */
export const SWITCHES = {
  sale: 'saleMailsOff',
  release: 'releaseMailsOff',
  guild: 'guildMailsOff',
  dunning: 'dunningMailsOff',
} as const satisfies Record<SwitchableKind, keyof UsersRecord>;

/** Whether a person wants no mails of this kind. */
export async function mailsAreOff(pb: PocketBase, userId: string, kind: SwitchableKind): Promise<boolean> {
  return (await pb.collection('users').getOne<UsersRecord>(userId))[SWITCHES[kind]];
}

/** Switches mails of a kind off for a person, or on again. */
export async function switchMails(
  pb: PocketBase,
  userId: string,
  kind: SwitchableKind,
  off: boolean,
): Promise<void> {
  await pb.collection('users').update(userId, { [SWITCHES[kind]]: off });
}

/**
 * Whose mail this was and of which kind, for the link in it that switches such mails off: its id is known only to whoever
 * got it. Null where there is no such mail, it is of a kind everybody gets, or nobody has its address any more.
 */
export async function switchOfMail(
  pb: PocketBase,
  mailId: string,
): Promise<{ userId: string; kind: SwitchableKind } | null> {
  if (!isRecordId(mailId)) return null;
  const mail = await orNull(pb.collection('mails').getOne<MailsRecord>(mailId));
  if (!mail || !canBeSwitchedOff(mail.kind)) return null;
  const filter = pb.filter('email = {:email}', { email: mail.to });
  const user = await orNull(pb.collection('users').getFirstListItem<UsersRecord>(filter, { fields: 'id' }));
  return user && { userId: user.id, kind: mail.kind };
}
