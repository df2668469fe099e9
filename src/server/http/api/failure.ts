import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../../../front/send.ts';
import { paths } from '../../../paths.ts';

/** How the API says that it refuses a request; see `failure` in shapes.ts. */

/** Why the API refuses a request; the code is part of the contract, the message is for people. */
export const API_ERROR_CODES = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;
export type ApiErrorCode = keyof typeof API_ERROR_CODES;

/** Every website may read what the API says: a page of another site gets the sentence of a refusal, too. No cookie is read here. */
export const FOR_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, location, retry-after, idempotent-replayed',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** A request is refused. */
export class ApiRefused extends Error {
  readonly code: ApiErrorCode;
  /** The field that is wrong; null where none is. */
  readonly field: string | null;
  /** Seconds after which to try again; null where that does not help. */
  readonly retryAfterS: number | null;

  constructor(code: ApiErrorCode, message: string, more: { field?: string; retryAfterS?: number } = {}) {
    super(message);
    this.name = 'ApiRefused';
    this.code = code;
    this.field = more.field ?? null;
    this.retryAfterS = more.retryAfterS ?? null;
  }
}

/** Whether a program asks that knows the API, and not a page of ours. Uploads are for both: a program sends its token. */
export function isForProgram({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return /^\/api\/v\d/.test(url) || (url.startsWith(paths.uploads()) && headers.authorization !== undefined);
}

/** What the API says. */
function failureOf(code: ApiErrorCode, message: string, field: string | null = null): object {
  return { code, message, ...(field === null ? {} : { field }) };
}

/** What the API says as JSON. */
export function failureText(code: ApiErrorCode, message: string): string {
  return JSON.stringify(failureOf(code, message));
}

/** Answers with a refusal. @param status where it is another one than that of the code, as uploads have */
export function sendFailure(
  res: ServerResponse,
  { code, message, field, retryAfterS }: ApiRefused,
  status: number = API_ERROR_CODES[code],
): void {
  sendJson(res, status, failureOf(code, message, field), {
    ...FOR_ALL,
    ...(code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) }),
  });
}

/** Statuses of tus and of storage that the API itself does not answer with. */
const OTHER_CODES: Record<number, ApiErrorCode> = {
  410: 'not_found',
  423: 'conflict',
  460: 'conflict',
};

/** The code for a status of tus. */
export function codeOfStatus(status: number): ApiErrorCode {
  const [own] = Object.entries(API_ERROR_CODES).find(([, known]) => known === status) ?? [];
  return (
    (own as ApiErrorCode | undefined) ?? OTHER_CODES[status] ?? (status < 500 ? 'bad_request' : 'internal')
  );
}
