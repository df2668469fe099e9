import { USERNAME_MAX, USERNAME_MIN } from '../../domain/identity/user.ts';
import { THEME_PREFERENCES } from '../../domain/kernel/theme.ts';
import { feed, firstSchema, sql } from './collections.ts';
import { choice, count, pictures, text } from './fields.ts';

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
firstSchema((app) => {
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
    text('username', USERNAME_MAX, { required: true, min: USERNAME_MIN, pattern: '^[a-z0-9][a-z0-9_-]*$' }),
    pictures('avatar', 1, ['32x32', '64x64', '160x160']),
    choice('theme', THEME_PREFERENCES),
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
  users.otp.enabled = true;
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
  feed(app, 'users');
});
