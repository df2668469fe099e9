import { collection, extend, sql } from './collections.ts';
import { created, text } from './fields.ts';

/**
 * Mails to an address that another person typed, one row each, so that they can be counted by sender and recipient; the
 * recipients who want no such mails; and the parts of each mail, from which its HTML is made.
 */
migrate(
  (app) => {
    extend(app, 'mails', [{ type: 'json', name: 'parts', maxSize: 60_000, hidden: true }]);
    collection(
      app,
      'addressed_mails',
      [
        // The key of the mail in the outbox.
        text('mailKey', 120, { required: true }),
        text('kind', 40, { required: true }),
        // The user, or the store whose owner sent it.
        text('sender', 15, { required: true }),
        // The address in the form in which addresses are compared.
        text('recipient', 254, { required: true, hidden: true }),
        // A hash of the sender's network address, which changes every day; empty where it was not sent from a page.
        text('network', 64, { hidden: true }),
        created,
      ],
      [
        'CREATE UNIQUE INDEX addressed_mails_key ON addressed_mails (mailKey)',
        'CREATE INDEX addressed_mails_sender ON addressed_mails (sender, kind, created)',
        'CREATE INDEX addressed_mails_recipient ON addressed_mails (recipient, kind, created)',
        'CREATE INDEX addressed_mails_created ON addressed_mails (created)',
      ],
    );
    sql(
      app,
      "CREATE INDEX addressed_mails_network ON addressed_mails (network, kind, created) WHERE network <> ''",
    );
    collection(
      app,
      'mail_stops',
      [
        text('recipient', 254, { required: true, hidden: true }),
        text('kind', 40, { required: true }),
        // Empty: from everybody.
        text('sender', 15),
        created,
      ],
      ['CREATE UNIQUE INDEX mail_stops_once ON mail_stops (recipient, kind, sender)'],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: what recipients chose would be lost.');
  },
);
