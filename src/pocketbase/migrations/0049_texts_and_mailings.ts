import { collection, feed, triggers } from './collections.ts';
import { choice, count, created, link, text, updated } from './fields.ts';

/**
 * Legal texts that an operator publishes in place of the built-in ones: versions that only grow. Who accepted which, and how.
 * Mails to everybody, each with the place in the list of people up to which it was sent.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    collection(
      app,
      'legal_texts',
      [
        choice('name', ['terms', 'privacy', 'licensing'], { required: true }),
        count('version', { required: true }),
        text('body', 200_000, { required: true }),
        text('summary', 500),
        { type: 'date', name: 'inForceAt', required: true },
        text('publishedBy', 200),
        created,
      ],
      ['CREATE UNIQUE INDEX legal_texts_version ON legal_texts (name, version)'],
    );
    feed(app, 'legal_texts');
    const refuse = "BEGIN SELECT RAISE(ABORT, 'a published text stays as it is'); END";
    triggers(app, {
      legal_texts_stay_update: `BEFORE UPDATE ON legal_texts ${refuse}`,
      legal_texts_stay_delete: `BEFORE DELETE ON legal_texts ${refuse}`,
    });
    collection(
      app,
      'legal_consents',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        choice('name', ['terms', 'privacy', 'licensing'], { required: true }),
        count('version'),
        choice('via', ['sign-up', 'checkout', 'asked'], { required: true }),
        { type: 'date', name: 'at', required: true },
      ],
      ['CREATE UNIQUE INDEX legal_consents_user ON legal_consents (`user`, name, version)'],
    );
    collection(
      app,
      'mailings',
      [
        text('subject', 200, { required: true }),
        text('body', 20_000, { required: true }),
        text('why', 500, { required: true }),
        choice('state', ['draft', 'sending', 'stopped', 'done'], { required: true }),
        // The id of the last person whose mail was put into the outbox: ids are gone through in order.
        text('cursor', 15),
        count('queued'),
        count('people'),
        text('writtenBy', 200),
        { type: 'date', name: 'startedAt' },
        { type: 'date', name: 'endedAt' },
        created,
        updated,
      ],
      [
        'CREATE INDEX mailings_newest ON mailings (created, id)',
        "CREATE INDEX mailings_sending ON mailings (state) WHERE state = 'sending'",
      ],
    );
  },
  () => {
    throw new Error('Consents would be lost; restore a backup instead.');
  },
);
