import type { Instant } from '../domain/instant.ts';
import type { Mail } from '../domain/mail.ts';
import { dateOf } from './fields.ts';
import type { Transaction } from './transaction.ts';

/** Puts a mail into the outbox within a transaction, so that it is queued exactly when what it tells has happened. */
export function withMail(steps: Transaction, mail: Mail, now: Instant): Transaction {
  return steps.exec(
    `INSERT OR IGNORE INTO mails (id, mailKey, kind, [[to]], subject, body, state, tries, sendAfter, sentAt, error, created, updated)
      VALUES ('m' || lower(hex(randomblob(7))), {:key}, {:kind}, {:to}, {:subject}, {:body}, 'waiting', 0, {:now}, '', '', {:now}, {:now})`,
    {
      key: mail.mailKey,
      kind: mail.kind,
      to: mail.to,
      subject: mail.subject,
      body: mail.body,
      now: dateOf(now),
    },
  );
}
