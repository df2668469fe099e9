import { collection, extend, sql, triggers } from './collections.ts';
import { count, created, link, text, updated } from './fields.ts';

/** A token key is what all tokens of a person are signed with: a new one ends their sessions. */
const END_SESSIONS = 'UPDATE users SET tokenKey = lower(hex(randomblob(25)))';

/**
 * The second factor of people with a role, and fresh proofs of anybody who is about to do something that outlasts a stolen
 * session. Sessions of people with a role last twelve hours (hooks/sign-in.ts); those from before they had it end here.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    collection(
      app,
      'second_factors',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        // The secret of the authenticator app, encrypted with a key that is not in the database.
        text('sealedSecret', 300, { required: true, hidden: true }),
        // "" while it is being set up.
        { type: 'date', name: 'setUpAt' },
        // The number of the newest 30 seconds whose code was entered: no code is good twice.
        count('lastStep'),
        created,
        updated,
      ],
      ['CREATE UNIQUE INDEX second_factors_user ON second_factors (`user`)'],
    );
    collection(
      app,
      'recovery_codes',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        text('codeHash', 64, { required: true, hidden: true }),
        created,
      ],
      [
        'CREATE UNIQUE INDEX recovery_codes_hash ON recovery_codes (codeHash)',
        'CREATE INDEX recovery_codes_user ON recovery_codes (`user`)',
      ],
    );
    collection(
      app,
      'step_ups',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        // Of the secret in a cookie of the browser in which they proved who they are.
        text('secretHash', 64, { required: true, hidden: true }),
        { type: 'date', name: 'expiresAt', required: true },
        created,
      ],
      [
        'CREATE UNIQUE INDEX step_ups_secret ON step_ups (secretHash)',
        'CREATE INDEX step_ups_user ON step_ups (`user`)',
        'CREATE INDEX step_ups_expires ON step_ups (expiresAt)',
      ],
    );
    extend(app, 'roles', [
      // Since when they may set up a factor: the role was given, or the old factor removed.
      { type: 'date', name: 'setUpOpenSince' },
      // Until when they may set a new password by mail, because another operator allowed it; "" is the rule.
      { type: 'date', name: 'resetAllowedUntil' },
    ]);
    // Everybody who has a role today sets up a factor within the days that somebody new has.
    sql(app, "UPDATE roles SET setUpOpenSince = strftime('%Y-%m-%d %H:%M:%fZ')");
    // A proof by a mailed code opens nothing any more.
    sql(app, 'DELETE FROM desk_proofs');
    sql(app, `${END_SESSIONS} WHERE id IN (SELECT user FROM roles)`);
    triggers(app, {
      users_end_step_ups: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM step_ups WHERE user = new.id; END`,
      // A role that is given in the dashboard, too.
      roles_end_sessions: `AFTER INSERT ON roles BEGIN
        UPDATE roles SET setUpOpenSince = new.created WHERE id = new.id AND setUpOpenSince = '';
        ${END_SESSIONS} WHERE id = new.user; END`,
      roles_end_factors: `AFTER DELETE ON roles BEGIN
        DELETE FROM second_factors WHERE user = old.user;
        DELETE FROM recovery_codes WHERE user = old.user; END`,
      second_factors_end_proofs: `AFTER DELETE ON second_factors BEGIN
        DELETE FROM desk_proofs WHERE user = old.user; END`,
    });
  },
  () => {
    throw new Error('This migration cannot be reverted: people would lose their second factors.');
  },
);
