import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from './mail-layout.ts';

/** Mails to people who run the marketplace about the ways into their account. */

interface Person {
  id: string;
  email: string;
}

/** Tells somebody that their second factor was set up or removed. */
export function factorMail(
  letterhead: Letterhead,
  { id, email }: Person,
  what: 'set-up' | 'removed',
  now: Instant,
): Mail {
  const site = oneLineName(letterhead.siteName);
  return {
    mailKey: `factor:${what}:${id}:${now}`,
    kind: 'account',
    to: email,
    subject: what === 'set-up' ? 'Your second factor is set up' : 'Your second factor was removed',
    ...mailText(letterhead, [
      what === 'set-up'
        ? `An authenticator app was set up for your account at ${site}. The operator desk asks for its code from now on.`
        : `The authenticator app of your account at ${site} was removed. At the next visit to the operator desk a new one is set up.`,
      action(
        letterhead,
        'If it was you, there is nothing to do. If not, change your password now and tell another operator:',
        'Change your password',
        paths.profile(),
      ),
    ]),
  };
}

/** Tells somebody with a role why no link for a new password comes. @param hour so that one comes an hour, however often it is asked for */
export function resetRefusedMail(
  letterhead: Letterhead,
  { id, email }: Person,
  refusal: string,
  hour: number,
): Mail {
  return {
    mailKey: `reset-refused:${id}:${hour}`,
    kind: 'account',
    to: email,
    subject: 'No new password by mail alone',
    ...mailText(letterhead, [
      `Somebody, hopefully you, asked for a new password at ${oneLineName(letterhead.siteName)}.`,
      refusal,
      'If it was not you, there is nothing to do; your password stays as it is.',
    ]),
  };
}
