import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CaseKind, CaseSubject } from '../../domain/moderation/case.ts';
import type { NewNotice } from '../../domain/moderation/notice.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import type { NoticesRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';

/** A notice whose address is not confirmed yet. */
export interface WaitingNotice {
  id: string;
  name: string;
  email: string;
  what: CaseSubject;
  subject: string;
  kind: CaseKind;
  text: string;
}

/** Stores a notice and queues the mail with its link; notices that were never confirmed are removed. */
export async function createNotice(
  pb: PocketBase,
  notice: Omit<NewNotice, 'goodFaith'>,
  { tokenHash, expiresAt, mail, now }: { tokenHash: string; expiresAt: Instant; mail: Mail; now: Instant },
): Promise<void> {
  const { what, id, kind, text, name, email } = notice;
  const steps = transaction(pb)
    .exec(sql`DELETE FROM notices WHERE expiresAt < {:now}`, { now: dateOf(now) })
    .create('notices', {
      ...{ tokenHash, name, email, what, subject: id, kind, text },
      expiresAt: dateOf(expiresAt),
    });
  await withMail(steps, mail, now).run();
}

/** The hash of a link's token, as it is stored. */
export const noticeHash = (token: string): string => createHash('sha256').update(token).digest('hex');
const TOKEN = /^[\w-]{43}$/;

/** The notice of a mailed link, or null where the link is unknown, used or too old. */
export async function noticeOf(pb: PocketBase, token: string, now: Instant): Promise<WaitingNotice | null> {
  if (!TOKEN.test(token)) return null;
  const tokenHash = noticeHash(token);
  const row = await orNull(
    pb
      .collection('notices')
      .getFirstListItem<NoticesRecord>(pb.filter('tokenHash = {:tokenHash}', { tokenHash })),
  );
  if (!row || row.what === '' || row.kind === '' || (instantOf(row.expiresAt) ?? 0) < now) return null;
  const { id, name, email, what, subject, kind, text } = row;
  return { id, name, email, what, subject, kind, text };
}
