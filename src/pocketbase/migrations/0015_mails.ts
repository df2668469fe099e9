import { choice, closed, count, created, dropper, text, updated } from './fields.ts';

/** The outbox: a mail is a row before it is sent, so that a dead mail server loses nothing. `mailKey` says it once. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'mails',
      ...closed,
      fields: [
        text('mailKey', 120, { required: true }),
        text('kind', 40, { required: true }),
        text('to', 254, { required: true, hidden: true }),
        text('subject', 200, { required: true }),
        text('body', 20_000, { required: true, hidden: true }),
        choice('state', ['waiting', 'sending', 'sent', 'failed'], { required: true }),
        count('tries'),
        { type: 'date', name: 'sendAfter', required: true },
        { type: 'date', name: 'sentAt' },
        text('error', 500),
        created,
        updated,
      ],
      indexes: [
        'CREATE UNIQUE INDEX mails_key ON mails (mailKey)',
        'CREATE INDEX mails_state ON mails (state, sendAfter)',
      ],
    }),
  );
}, dropper('mails'));
