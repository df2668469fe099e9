import { CUT_TOKEN, type Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';

/**
 * Links in mails that let in whoever has them, by a token. Once a mail is sent its reader has the link, and the stored mail no
 * longer needs it: a copy of the database must not hold keys to gifts, deliveries and withdrawals.
 */

const MARK = 'TOKEN';
const TOKEN_PATHS = [
  paths.cancelLink(MARK),
  paths.claim(MARK),
  paths.confirmNotice(MARK),
  paths.gift(MARK),
  paths.objectToDecision(MARK),
  paths.withdraw(MARK),
].map((path) => path.slice(0, -MARK.length));

/** A token as `segment` of paths writes it, with what follows it in the same part of the address. */
const IN_PATH = new RegExp(`((?:${TOKEN_PATHS.join('|')}))[^\\s"'<>()\\\\/?#]+`, 'g');
const IN_QUERY = /([?&]token=)[^\s"'<>()\\&#]+/g;

/** A mail's text, or its parts as JSON, without the tokens in its links. */
export function withoutTokens(text: string): string {
  return text.replace(IN_PATH, `$1${CUT_TOKEN}`).replace(IN_QUERY, `$1${CUT_TOKEN}`);
}

/** A mail that was sent, as it is stored from then on. */
export function withoutMailTokens<M extends Pick<Mail, 'body' | 'parts'>>(mail: M): M {
  const { body, parts } = mail;
  return {
    ...mail,
    body: withoutTokens(body),
    ...(parts && { parts: JSON.parse(withoutTokens(JSON.stringify(parts))) as Mail['parts'] }),
  };
}
