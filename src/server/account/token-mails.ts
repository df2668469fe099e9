import { API_SCOPES, type ApiScope } from '../../domain/account/api-token.ts';
import { dayText, type Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText } from '../notifications/mail-layout.ts';

/** Tells somebody that an access token was made in their account. Nothing of its secret is in it. */
export function tokenMail(
  letterhead: Letterhead,
  token: { id: string; email: string; scopes: readonly ApiScope[]; expiresAt: Instant },
): Mail {
  return {
    mailKey: `api-token:${token.id}`,
    kind: 'account',
    to: token.email,
    subject: 'A new access token for your account',
    ...mailText(letterhead, [
      `An access token was made in your account. Until ${dayText(token.expiresAt)} a program that has it may:`,
      {
        is: 'list',
        title: '',
        items: token.scopes.map((scope) => API_SCOPES[scope].text),
        more: 0,
      },
      action(
        letterhead,
        'If it was you, there is nothing to do. If not, revoke it here and change your password, which ends every token:',
        'Open your access tokens',
        paths.accessTokens(),
      ),
    ]),
  };
}
