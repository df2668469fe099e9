import { audited } from './audit-triggers.ts';
import { feed, triggers } from './collections.ts';
import { choice, count, created, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

/**
 * Mailed codes, each with the number of times it was entered, and sign-ups that wait for their address to be confirmed.
 * The site makes and checks the codes itself: PocketBase counts by IP address, and its answer takes longer for an
 * account that exists.
 */
function signInCodes(app: App): void {
  table(app, 'sign_in_codes', {
    fields: [
      // Empty where nobody has the address: the row is written all the same, so that the answer takes as long.
      linkTo('user', 'users', { cascadeDelete: true }),
      text('codeHash', 64, { hidden: true, required: true }),
      count('entries'),
      { type: 'date', name: 'expiresAt', required: true },
      created,
    ],
    later: [
      // A code that was mailed a moment ago is good for later requests too, whoever asked first: `sameAs` names it, and
      // its row says when it was mailed. Strangers who ask again and again neither fill a mailbox nor keep its owner from
      // the code in it.
      text('sameAs', 15),
      { type: 'date', name: 'mailedAt' },
    ],
    asWritten: [
      'CREATE INDEX sign_in_codes_expires ON sign_in_codes (expiresAt)',
      'CREATE INDEX sign_in_codes_user ON sign_in_codes (user)',
    ],
  });
}

function signUps(app: App): void {
  table(app, 'sign_ups', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      // Of the secret in a cookie of the browser that signed up.
      text('secretHash', 64, { hidden: true, required: true }),
      // The path to return to after confirming; "" for none.
      text('redirect', 2000),
      { type: 'date', name: 'expiresAt', required: true },
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX sign_ups_user ON sign_ups (user)',
      'CREATE INDEX sign_ups_expires ON sign_ups (expiresAt)',
    ],
  });
}

/**
 * How often somebody tried to get in lately: `key` is a hash of the account, or of the account and who tried, `until`
 * the end of its window in ms since 1970 by the database's clock. In the database, so that all sites share one count
 * that outlives them.
 */
function signInTries(app: App): void {
  table(app, 'sign_in_tries', {
    fields: [text('key', 43, { required: true }), count('tries'), count('until')],
    indexes: [
      'CREATE UNIQUE INDEX sign_in_tries_key ON sign_in_tries (key)',
      'CREATE INDEX sign_in_tries_until ON sign_in_tries (until)',
    ],
  });
}

function roles(app: App): void {
  table(app, 'roles', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      choice('role', ['operator', 'moderator'], { required: true }),
      text('givenBy', 200),
      created,
      updated,
    ],
    later: [
      // Since when they may set up a factor: the role was given, or the old factor removed.
      { type: 'date', name: 'setUpOpenSince' },
      // Until when they may set a new password by mail, because another operator allowed it; "" is the rule.
      { type: 'date', name: 'resetAllowedUntil' },
    ],
    asWritten: ['CREATE UNIQUE INDEX roles_user ON roles (`user`)'],
  });
  feed(app, 'roles', { column: 'user' });
  audited(app, [
    { kind: 'role', table: 'roles', fields: ['role'], who: "'system'", logsInsert: true, logsDelete: true },
  ]);
  triggers(app, {
    // Roles of people who run the marketplace, the proof of a second factor for each session of theirs, and the person's
    // name in the audit log. `audit_actor` has a row only within a transaction of somebody who works at the desk or in the
    // dashboard.
    roles_end_proofs: 'AFTER DELETE ON roles BEGIN DELETE FROM desk_proofs WHERE user = old.user; END',
    // A role that is given in the dashboard, too.
    roles_end_sessions: `AFTER INSERT ON roles BEGIN
        UPDATE roles SET setUpOpenSince = new.created WHERE id = new.id AND setUpOpenSince = '';
        UPDATE users SET tokenKey = lower(hex(randomblob(25))) WHERE id = new.user; END`,
    roles_end_factors: `AFTER DELETE ON roles BEGIN
        DELETE FROM second_factors WHERE user = old.user;
        DELETE FROM recovery_codes WHERE user = old.user; END`,
  });
}

function deskProofs(app: App): void {
  table(app, 'desk_proofs', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      // Of the secret in a cookie of the browser that entered the mailed code.
      text('secretHash', 64, { hidden: true, required: true }),
      { type: 'date', name: 'expiresAt', required: true },
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX desk_proofs_secret ON desk_proofs (secretHash)',
      'CREATE INDEX desk_proofs_user ON desk_proofs (`user`)',
      'CREATE INDEX desk_proofs_expires ON desk_proofs (expiresAt)',
    ],
  });
}

function secondFactors(app: App): void {
  table(app, 'second_factors', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      // The secret of the authenticator app, encrypted with a key that is not in the database.
      text('sealedSecret', 300, { hidden: true, required: true }),
      // "" while it is being set up.
      { type: 'date', name: 'setUpAt' },
      // The number of the newest 30 seconds whose code was entered: no code is good twice.
      count('lastStep'),
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX second_factors_user ON second_factors (`user`)'],
  });
  triggers(app, {
    second_factors_end_proofs: `AFTER DELETE ON second_factors BEGIN
        DELETE FROM desk_proofs WHERE user = old.user; END`,
  });
}

function recoveryCodes(app: App): void {
  table(app, 'recovery_codes', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('codeHash', 64, { hidden: true, required: true }),
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX recovery_codes_hash ON recovery_codes (codeHash)',
      'CREATE INDEX recovery_codes_user ON recovery_codes (`user`)',
    ],
  });
}

function stepUps(app: App): void {
  table(app, 'step_ups', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      // Of the secret in a cookie of the browser in which they proved who they are.
      text('secretHash', 64, { hidden: true, required: true }),
      { type: 'date', name: 'expiresAt', required: true },
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX step_ups_secret ON step_ups (secretHash)',
      'CREATE INDEX step_ups_user ON step_ups (`user`)',
      'CREATE INDEX step_ups_expires ON step_ups (expiresAt)',
    ],
  });
}

/** How people sign in and prove who they are, and who has a role. */
firstSchema((app) => {
  signInCodes(app);
  signUps(app);
  signInTries(app);
  roles(app);
  deskProofs(app);
  secondFactors(app);
  recoveryCodes(app);
  stepUps(app);
});
