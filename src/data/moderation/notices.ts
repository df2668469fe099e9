import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { NewNotice } from '../../domain/moderation/notice.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';

const n = tables.notices.as('n');

const OF_NOTICE = {
  id: n.id,
  name: n.name,
  email: n.email,
  what: n.what,
  subject: n.subject,
  kind: n.kind,
  text: n.text,
};
const NOTICE = shape(OF_NOTICE);

/** A notice whose address is not confirmed yet. */
export type WaitingNotice = RowOf<typeof OF_NOTICE>;

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
  return first(
    pb,
    select(
      NOTICE,
      sql`SELECT ${NOTICE} FROM notices n WHERE n.tokenHash = {:tokenHash} AND n.expiresAt >= {:now}`,
      { tokenHash: noticeHash(token), now: dateOf(now) },
    ),
  );
}
