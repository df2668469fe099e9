import type { MailPart } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';
import { mailHtml } from './mail-html.ts';
import { type Letterhead, mailText } from './mail-layout.ts';

/** A mail that PocketBase sends about an account: `{TOKEN}`, `{OTP}` and `{ALERT_INFO}` are filled in by it. */
export interface AccountMailTemplate {
  subject: string;
  body: string;
}

/** The templates by their names in PocketBase's collection of users. */
export interface AccountMailTemplates {
  verificationTemplate: AccountMailTemplate;
  resetPasswordTemplate: AccountMailTemplate;
  confirmEmailChangeTemplate: AccountMailTemplate;
  otp: { emailTemplate: AccountMailTemplate };
  authAlert: { emailTemplate: AccountMailTemplate };
}

/** The mail to somebody who has signed up, with {OTP} for its code and {TOKEN} in its link. */
export function signUpMail(letterhead: Letterhead): AccountMailTemplate {
  const { mail, text, button, name } = templates(letterhead);
  return mail(
    `{OTP} confirms your address for ${name}`,
    `Welcome to ${name}`,
    text('Type this code on the page where you signed up:'),
    { is: 'code', text: '{OTP}' },
    text('It works once, within half an hour.'),
    button('Or confirm your address by a link, in any browser:', 'Confirm address', paths.verifyEmail()),
    text('If you did not sign up, ignore this mail and nothing happens.'),
  );
}

/**
 * The mails about signing in and addresses, in the layout of all others. Their plain text stands in a comment at the end, which
 * a hook of PocketBase takes out: PocketBase fills in its placeholders there as well, and its own text would put addresses
 * into brackets that readers of mail take along.
 */
export function accountMails(letterhead: Letterhead): AccountMailTemplates {
  const { mail, text, button, name } = templates(letterhead);
  const { siteUrl } = letterhead;
  return {
    verificationTemplate: mail(
      `Confirm your address for ${name}`,
      `Welcome to ${name}`,
      button('Please confirm that this address is yours:', 'Confirm address', paths.verifyEmail()),
      text('If you did not sign up, ignore this mail and nothing happens.'),
    ),
    resetPasswordTemplate: mail(
      `Set a new password for ${name}`,
      'Set a new password',
      text('Somebody, hopefully you, asked for a new password.'),
      button('Choose it within the next half hour:', 'Choose a password', paths.resetPassword()),
      text('If it was not you, ignore this mail; your password stays as it is.'),
    ),
    confirmEmailChangeTemplate: mail(
      `Confirm your new address for ${name}`,
      'Confirm your new address',
      text('You asked to use this address for your account.'),
      button('Confirm it with your password:', 'Confirm address', paths.confirmEmail()),
      text('If it was not you, ignore this mail; the old address stays.'),
    ),
    otp: {
      emailTemplate: mail(
        `{OTP} is your code for ${name}`,
        'Your code',
        { is: 'code', text: '{OTP}' },
        text('It works once, within 5 minutes.'),
        text('If you did not ask for it, ignore this mail.'),
      ),
    },
    authAlert: {
      emailTemplate: mail(
        `New sign-in to ${name}`,
        `New sign-in to ${name}`,
        text('Somebody signed in to your account from a device we have not seen:'),
        text('{ALERT_INFO}'),
        text('If it was you, all is well.'),
        {
          is: 'action',
          text: 'If not, change your password now:',
          label: 'Set a new password',
          url: siteUrl + paths.resetPassword(),
        },
      ),
    },
  };
}

/** The parts that the templates are made of. */
function templates({ siteUrl, siteName }: Letterhead) {
  // Placeholders have a meaning for PocketBase, so its braces must not come from the site's own name.
  const name = siteName.replace(/[{}]/g, '');
  const mail = (subject: string, title: string, ...parts: MailPart[]): AccountMailTemplate => ({
    subject,
    body: `${mailHtml({ siteUrl, siteName: name }, { subject: title, parts }, null)}${plainComment(mailText({ siteUrl, siteName: name }, parts).body)}`,
  });
  const text = (words: string): MailPart => ({ is: 'text', text: words });
  const button = (words: string, label: string, page: string): MailPart => ({
    is: 'action',
    text: words,
    label,
    url: `${siteUrl}${page}?token={TOKEN}`,
  });
  return { mail, text, button, name };
}

/** The comment that `plainTextOf` of the hooks reads. What would end it is broken up. */
const plainComment = (text: string): string => `<!--text\n${text.replaceAll('--', '- -').trimEnd()}\n-->\n`;
