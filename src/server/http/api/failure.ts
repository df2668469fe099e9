import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../../../front/send.ts';
import { paths } from '../../../paths.ts';
import { REFUSAL_STATUSES, type RefusalCode, type RefusalError } from '../../kernel/refusal-error.ts';

/** How the API says that it refuses a request; see `Failure` in description.ts. */

/** Every website may read what the API says: a page of another site gets the sentence of a refusal, too. No cookie is read here. */
export const FOR_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, location, retry-after, idempotent-replayed',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Whether a program asks that knows the API, and not a page of ours. Uploads are for both: a program sends its token. */
export function isForProgram({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return /^\/api\/v\d/.test(url) || (url.startsWith(paths.uploads()) && headers.authorization !== undefined);
}

/** What the API says. */
function failureOf(code: RefusalCode, message: string, field: string | null = null): object {
  return { code, message, ...(field === null ? {} : { field }) };
}

/** What the API says as JSON. */
export function failureText(code: RefusalCode, message: string): string {
  return JSON.stringify(failureOf(code, message));
}

/**
 * Answers with a refusal: the only place that says one to programs.
 * @param status where it is another one than that of the code, as uploads have
 */
export function sendFailure(
  res: ServerResponse,
  { code, message, field, retryAfterS }: RefusalError,
  status: number = REFUSAL_STATUSES[code],
): void {
  sendJson(res, status, failureOf(code, message, field), {
    ...FOR_ALL,
    ...(code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) }),
  });
}

/** Statuses of tus and of storage that the API itself does not answer with. */
const OTHER_CODES: Record<number, RefusalCode> = {
  410: 'not_found',
  423: 'conflict',
  460: 'conflict',
};

/** The code for a status of tus. */
export function codeOfStatus(status: number): RefusalCode {
  const [own] = Object.entries(REFUSAL_STATUSES).find(([, known]) => known === status) ?? [];
  return (
    (own as RefusalCode | undefined) ?? OTHER_CODES[status] ?? (status < 500 ? 'bad_request' : 'internal')
  );
}
