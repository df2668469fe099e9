import { createHash } from 'node:crypto';
import { RefusalError } from '../../kernel/refusal-error.ts';

/** The ETag of an answer: the same as long as not one character of it changes. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** Whether a list of ETags names this one. A `W/` before a tag is not looked at: proxies that pack answers write it there. */
export function namesEtag(list: string, etag: string): boolean {
  return list
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag);
}

/** @throws RefusalError where a program names a state of the resource that is not the one of now */
export function requireMatch(ifMatch: string, now: object): void {
  if (namesEtag(ifMatch, etagOf(JSON.stringify(now)))) return;
  throw new RefusalError(
    'precondition_failed',
    'This has changed since you read it: its ETag is another one than If-Match says. Read it again first.',
  );
}
