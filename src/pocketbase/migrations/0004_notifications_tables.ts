import { triggers } from './collections.ts';
import { choice, count, created, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { SITE_MAILS } from './sum-triggers.ts';

/**
 * Notifications. `noteKey` names the event: one row per person and event, so that notifying twice shows it once. `mail`
 * is the state of the mail: "now" was queued with the row, "daily" and "weekly" wait for the digest, "told" was sent.
 * `about` is its subject, such as a conversation: a new notification replaces an unread one about the same subject. A
 * row that is not shown exists for the digest and for its key.
 */
function notifications(app: App): void {
  table(app, 'notifications', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('kind', 40, { required: true }),
      linkTo('store', 'stores'),
      text('noteKey', 120, { required: true }),
      text('about', 80),
      text('title', 200, { required: true }),
      text('path', 500, { required: true }),
      { type: 'bool', name: 'shown' },
      { type: 'date', name: 'readAt' },
      choice('mail', ['now', 'daily', 'weekly', 'told']),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX notifications_once ON notifications (noteKey, user)',
      'CREATE INDEX notifications_list ON notifications (user, shown, created)',
    ],
    unlisted: [
      "CREATE INDEX notifications_unread ON notifications (about, user) WHERE about <> '' AND readAt = ''",
      "CREATE INDEX notifications_waiting ON notifications (mail, user) WHERE mail IN ('daily', 'weekly')",
      "CREATE INDEX notifications_new ON notifications (`user`, created) WHERE shown = 1 AND readAt = ''",
      "CREATE INDEX notifications_stores ON notifications (`user`, created, store) WHERE store <> ''",
    ],
  });
}

function notificationSwitches(app: App): void {
  table(app, 'notification_switches', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('kind', 40, { required: true }),
      // Empty: every store.
      linkTo('store', 'stores', { cascadeDelete: true }),
      // Empty: the general setting.
      choice('inApp', ['on', 'off']),
      choice('mail', ['now', 'daily', 'weekly', 'off']),
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX notification_switches_row ON notification_switches (user, kind, store)'],
  });
}

/** The outbox: a mail is a row before it is sent, so that a mail server that is down loses nothing. */
function mails(app: App): void {
  table(app, 'mails', {
    fields: [
      text('mailKey', 120, { required: true }),
      text('kind', 40, { required: true }),
      text('to', 254, { hidden: true, required: true }),
      text('subject', 200, { required: true }),
      text('body', 20_000, { hidden: true, required: true }),
      choice('state', ['waiting', 'sending', 'sent', 'failed'], { required: true }),
      count('tries'),
      { type: 'date', name: 'sendAfter', required: true },
      { type: 'date', name: 'sentAt' },
      text('error', 500),
      created,
      updated,
    ],
    later: [
      text('store', 15),
      // Mails to an address that another person typed, one row each, so that they can be counted by sender and recipient;
      // the recipients who want no such mails; and the parts of each mail, from which its HTML is made.
      { type: 'json', name: 'parts', hidden: true, maxSize: 60_000 },
      // Mails whose address the receiving side refused for good, counted apart from other mails that were given up.
      { type: 'bool', name: 'bounced' },
    ],
    unlistedFirst: ['CREATE INDEX mails_addressee ON mails (`to` COLLATE NOCASE, created, id)'],
    asWritten: [
      'CREATE UNIQUE INDEX mails_key ON mails (mailKey)',
      'CREATE INDEX mails_state ON mails (state, sendAfter)',
      "CREATE INDEX mails_texts ON mails (sendAfter) WHERE body <> '' AND state <> 'waiting'",
    ],
  });
  triggers(app, {
    ...SITE_MAILS,
    site_bounces_add: `AFTER INSERT ON mails BEGIN INSERT INTO site_days (day, mailsBounced) SELECT d.day, +1 FROM (SELECT '' AS day UNION ALL SELECT substr(new.updated, 1, 10)) d
      WHERE new.bounced
    ON CONFLICT (day) DO UPDATE SET
    mailsBounced = mailsBounced + excluded.mailsBounced; END`,
    site_bounces_take: `AFTER DELETE ON mails BEGIN INSERT INTO site_days (day, mailsBounced) SELECT d.day, -1 FROM (SELECT '' AS day UNION ALL SELECT substr(old.updated, 1, 10)) d
      WHERE old.bounced
    ON CONFLICT (day) DO UPDATE SET
    mailsBounced = mailsBounced + excluded.mailsBounced; END`,
    site_bounces_move: `AFTER UPDATE OF bounced, updated ON mails
    BEGIN INSERT INTO site_days (day, mailsBounced) SELECT d.day, -1 FROM (SELECT '' AS day UNION ALL SELECT substr(old.updated, 1, 10)) d
      WHERE old.bounced
    ON CONFLICT (day) DO UPDATE SET
    mailsBounced = mailsBounced + excluded.mailsBounced; INSERT INTO site_days (day, mailsBounced) SELECT d.day, +1 FROM (SELECT '' AS day UNION ALL SELECT substr(new.updated, 1, 10)) d
      WHERE new.bounced
    ON CONFLICT (day) DO UPDATE SET
    mailsBounced = mailsBounced + excluded.mailsBounced; END`,
  });
}

function addressedMails(app: App): void {
  table(app, 'addressed_mails', {
    fields: [
      // The key of the mail in the outbox.
      text('mailKey', 120, { required: true }),
      text('kind', 40, { required: true }),
      // The user, or the store whose owner sent it.
      text('sender', 15, { required: true }),
      // The address in the form in which addresses are compared.
      text('recipient', 254, { hidden: true, required: true }),
      // A hash of the sender's network address, which changes every day; empty where it was not sent from a page.
      text('network', 64, { hidden: true }),
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX addressed_mails_key ON addressed_mails (mailKey)',
      'CREATE INDEX addressed_mails_sender ON addressed_mails (sender, kind, created)',
      'CREATE INDEX addressed_mails_recipient ON addressed_mails (recipient, kind, created)',
      'CREATE INDEX addressed_mails_created ON addressed_mails (created)',
    ],
    unlisted: [
      "CREATE INDEX addressed_mails_network ON addressed_mails (network, kind, created) WHERE network <> ''",
    ],
  });
}

function mailStops(app: App): void {
  table(app, 'mail_stops', {
    fields: [
      text('recipient', 254, { hidden: true, required: true }),
      text('kind', 40, { required: true }),
      // Empty: from everybody.
      text('sender', 15),
      created,
    ],
    asWritten: [
      'CREATE UNIQUE INDEX mail_stops_once ON mail_stops (recipient, kind, sender)',
      "CREATE INDEX mail_stops_sender ON mail_stops (sender, created) WHERE sender <> ''",
    ],
  });
}

/**
 * Legal texts that an operator publishes in place of the built-in ones: versions that only grow. Who accepted which,
 * and how. Mails to everybody, each with the place in the list of people up to which it was sent.
 */
function mailings(app: App): void {
  table(app, 'mailings', {
    fields: [
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
    indexes: [
      'CREATE INDEX mailings_newest ON mailings (created, id)',
      "CREATE INDEX mailings_sending ON mailings (state) WHERE state = 'sending'",
    ],
  });
}

/** What people are told, and by which way. */
firstSchema((app) => {
  notifications(app);
  notificationSwitches(app);
  mails(app);
  addressedMails(app);
  mailStops(app);
  mailings(app);
});
