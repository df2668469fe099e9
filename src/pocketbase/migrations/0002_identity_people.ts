import { audited } from './audit-triggers.ts';
import { extend, feed, sql, triggers } from './collections.ts';
import { choice, choices, count, created, number, pictures, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { SITE_PEOPLE } from './sum-triggers.ts';

const TEMPLATES = {
  verification: {
    subject: 'Confirm your address for {APP_NAME}',
    body: mail(
      'Welcome to {APP_NAME}.',
      'Please confirm that this address is yours:',
      '{APP_URL}/verify-email?token={TOKEN}',
      'If you did not sign up, ignore this mail and nothing happens.',
    ),
  },
  reset: {
    subject: 'Set a new password for {APP_NAME}',
    body: mail(
      'Somebody, hopefully you, asked for a new password.',
      'Choose it here within the next half hour:',
      '{APP_URL}/reset-password?token={TOKEN}',
      'If it was not you, ignore this mail; your password stays as it is.',
    ),
  },
  emailChange: {
    subject: 'Confirm your new address for {APP_NAME}',
    body: mail(
      'You asked to use this address for your account.',
      'Confirm it here with your password:',
      '{APP_URL}/confirm-email?token={TOKEN}',
      'If it was not you, ignore this mail; the old address stays.',
    ),
  },
  otp: {
    subject: '{OTP} is your code for {APP_NAME}',
    body: mail(
      'Your sign-in code:',
      '{OTP}',
      'It works once, within 5 minutes.',
      'If you did not ask for it, ignore this mail.',
    ),
  },
  alert: {
    subject: 'New sign-in to {APP_NAME}',
    body: mail(
      'Somebody signed in to your account from a device we have not seen:',
      '{ALERT_INFO}',
      'If it was you, all is well.',
      'If not, change your password now: {APP_URL}/reset-password',
    ),
  },
};

function mail(...lines: string[]): string {
  return lines
    .map((line) =>
      /^\{APP_URL\}\S+$/.test(line) ? `<p><a href="${line}">${line}</a></p>` : `<p>${line}</p>`,
    )
    .join('\n');
}

/**
 * Accounts. Anybody may sign up; nobody may read or change a row from outside, the site's actions do that for them.
 * A login lasts 7 days (specification §9: 604 800 s), a code sent by mail 5 minutes.
 */
function users(app: App): void {
  const users = app.findCollectionByNameOrId('users') as Collection & {
    passwordAuth: { enabled: boolean; identityFields: string[] };
    otp: { enabled: boolean; duration: number; length: number; emailTemplate: object };
    authToken: { duration: number };
    authAlert: { enabled: boolean; emailTemplate: object };
  };
  users.listRule = null;
  users.viewRule = null;
  users.createRule = '';
  users.updateRule = null;
  users.deleteRule = null;
  users.manageRule = null;
  users.authRule = 'suspended = false';
  users.fields.removeByName('name');
  users.fields.removeByName('avatar');
  const shapes = [
    text('username', 32, { required: true, min: 3, pattern: '^[a-z0-9][a-z0-9_-]*$' }),
    pictures('avatar', 1, ['32x32', '64x64', '160x160']),
    choice('theme', ['light', 'dark', 'system']),
    { type: 'bool', name: 'showMature' },
    // Hidden: a person who signs up cannot set it, and nobody reads it from outside.
    { type: 'bool', name: 'suspended', hidden: true },
    // Cases of the last twelve months that were upheld against this account. Its owner reads it, so it is not hidden.
    count('strikes'),
  ];
  for (const shape of shapes) users.fields.add(new Field(shape));
  users.indexes = [
    ...(users.indexes as string[]),
    'CREATE UNIQUE INDEX users_username ON users (username COLLATE NOCASE)',
    'CREATE INDEX users_strikes ON users (strikes) WHERE strikes > 0',
  ];
  users.passwordAuth.enabled = true;
  users.passwordAuth.identityFields = ['email'];
  // The site makes and checks codes itself: PocketBase counts by IP address, and takes longer for an account that exists.
  users.otp.enabled = false;
  users.otp.duration = 300;
  users.otp.length = 8;
  users.otp.emailTemplate = TEMPLATES.otp;
  users.authToken.duration = 604_800;
  users.authAlert.enabled = true;
  users.authAlert.emailTemplate = TEMPLATES.alert;
  users.verificationTemplate = TEMPLATES.verification;
  users.resetPasswordTemplate = TEMPLATES.reset;
  users.confirmEmailChangeTemplate = TEMPLATES.emailChange;
  app.save(users);
  // Addresses are compared without case, as mail servers do.
  sql(app, 'CREATE INDEX users_email_nocase ON users (email COLLATE NOCASE)');
  sql(app, 'CREATE INDEX users_unconfirmed ON users (verified) WHERE verified = FALSE');
  extend(
    app,
    'users',
    [text('suspendedWhy', 1000, { hidden: true }), { type: 'bool', name: 'hidesAi' }],
    ['CREATE INDEX users_newest ON users (created, id)'],
  );
  feed(app, 'users');
  triggers(app, {
    // A new password or address, and logging out everywhere, change the token key.
    users_end_codes: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM sign_in_codes WHERE user = new.id; END`,
    // Makes lists of people cost the same however much there is: indexes that fit their questions, the words of messages,
    // what libraries show of a product, and the order in which they changed, so that a page asks only for what changed
    // since.
    library_changes_users:
      'AFTER DELETE ON users BEGIN DELETE FROM library_changes WHERE person = old.id; END',
  });
  audited(app, [{ kind: 'role', table: 'users', fields: ['suspended', 'verified'], who: "'system'" }]);
  triggers(app, {
    // A new password or address, and logging out everywhere, change the token key.
    users_end_proofs: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM desk_proofs WHERE user = new.id; END`,
    // What the people who run the marketplace look at: its figures by day, searches that found nothing, the runs of jobs,
    // the processes that live, and what was closed by hand. The terms of each product's price, for the lowest price before
    // a sale. When a member or a seller was told that their year renews.
    ...SITE_PEOPLE,
    // What grew although its answer does not: buyers and partners by a part of their name, who is left out of a broadcast,
    // how many members it reaches, stores that somebody hears from, the pages of a sitemap, and a buyer's orders.
    user_names_new: `AFTER INSERT ON users WHEN new.username <> '' BEGIN INSERT INTO user_names (person, name) VALUES (new.id, new.username); END`,
    user_names_changed: `AFTER UPDATE OF username ON users WHEN old.username <> new.username
        BEGIN DELETE FROM user_names WHERE rowid IN (SELECT n.rowid FROM user_names n
  WHERE n.name MATCH '"' || replace(old.username, '"', '""') || '"' AND n.person = old.id); INSERT INTO user_names (person, name) VALUES (new.id, new.username); END`,
    user_names_gone: `AFTER DELETE ON users BEGIN DELETE FROM user_names WHERE rowid IN (SELECT n.rowid FROM user_names n
  WHERE n.name MATCH '"' || replace(old.username, '"', '""') || '"' AND n.person = old.id); END`,
    // A new password or address, logging out everywhere and a suspension change the token key.
    users_end_tokens: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM api_tokens WHERE user = new.id; END`,
    // What a browser keeps of its sign-up ends with the account's token key, as sessions, codes and API tokens do: whoever
    // made an account with somebody else's address has nothing left once its owner confirmed it.
    users_end_sign_ups: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM sign_ups WHERE user = new.id; END`,
    // The second factor of people with a role, and fresh proofs of anybody who is about to do something that outlasts a
    // stolen session. Sessions of people with a role last twelve hours (hooks/sign-in.ts); those from before they had it
    // end here.
    users_end_step_ups: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM step_ups WHERE user = new.id; END`,
  });
}

function userNames(app: App): void {
  sql(app, "CREATE VIRTUAL TABLE user_names USING fts5(person UNINDEXED, name, tokenize='trigram')");
}

function accountLooks(app: App): void {
  table(app, 'account_looks', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('staffId', 15, { required: true }),
      text('staffName', 80),
      text('reason', 500, { required: true }),
      { type: 'date', name: 'until' },
      created,
    ],
    indexes: ['CREATE INDEX account_looks_user ON account_looks (`user`, created)'],
  });
}

/** People who work for a store, and what they did there. */
function storeStaff(app: App): void {
  table(app, 'store_staff', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      choices('roles', ['upload', 'support', 'money']),
      // Empty while they are asked.
      { type: 'date', name: 'agreedAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX store_staff_user ON store_staff (user, store)',
      'CREATE INDEX store_staff_store ON store_staff (store, created)',
    ],
  });
  feed(app, 'store_staff', { column: 'user' });
}

function staffDeeds(app: App): void {
  table(app, 'staff_deeds', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      // The deeds of somebody whose account is deleted stay, under the name they had.
      linkTo('user', 'users'),
      text('username', 100),
      text('deed', 100, { required: true }),
      created,
    ],
    indexes: [
      'CREATE INDEX staff_deeds_store ON staff_deeds (store, created, id)',
      'CREATE INDEX staff_deeds_user ON staff_deeds (user)',
    ],
  });
}

/** Access tokens of the API. Of the secret only a hash is stored. */
function apiTokens(app: App): void {
  table(app, 'api_tokens', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('name', 60, { required: true }),
      text('tokenHash', 64, { hidden: true, required: true }),
      text('ending', 4, { required: true }),
      // Their names, separated by spaces.
      text('scopes', 400, { required: true }),
      { type: 'date', name: 'expiresAt', required: true },
      { type: 'date', name: 'lastUsedAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX api_tokens_hash ON api_tokens (tokenHash)',
      'CREATE INDEX api_tokens_user ON api_tokens (`user`, created)',
    ],
  });
  triggers(app, {
    // Answers of the API that are kept for a day under the key of their request, so that a repeated request is done once.
    api_tokens_end_answers: `AFTER DELETE ON api_tokens BEGIN
        DELETE FROM api_answers WHERE token = old.id; END`,
  });
}

function apiAnswers(app: App): void {
  table(app, 'api_answers', {
    fields: [
      linkTo('token', 'api_tokens', { cascadeDelete: true, required: true }),
      // Hashes of the key, and of the request that was sent with it.
      text('keyHash', 64, { required: true }),
      text('fingerprint', 64, { required: true }),
      // 0 while the request is worked on.
      count('status'),
      text('location', 300),
      // Packed by gzip, as base64.
      text('answer', 200_000, { hidden: true }),
      { type: 'date', name: 'keptUntil', required: true },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX api_answers_key ON api_answers (token, keyHash)',
      'CREATE INDEX api_answers_old ON api_answers (keptUntil)',
    ],
  });
}

/**
 * The printers of people: build volume in mm, and what a litre of resin costs them in hundredths; 0 if they do not say.
 */
function printers(app: App): void {
  table(app, 'printers', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('name', 80, { required: true }),
      number('x', { max: 2000, min: 20, required: true }),
      number('y', { max: 2000, min: 20, required: true }),
      number('z', { max: 2000, min: 20, required: true }),
      count('resinCents', { max: 1_000_000 }),
      choice(
        'currency',
        ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'],
        { required: true },
      ),
      created,
      updated,
    ],
    indexes: ['CREATE INDEX printers_user ON printers (`user`, created)'],
  });
}

/** People, who works for them, and programs that act for them. */
firstSchema((app) => {
  users(app);
  userNames(app);
  accountLooks(app);
  storeStaff(app);
  staffDeeds(app);
  apiTokens(app);
  apiAnswers(app);
  printers(app);
});
