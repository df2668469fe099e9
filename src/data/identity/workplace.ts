import type { AstroCookies } from 'astro';
import { isRecordId } from '../kernel/record-id.ts';

/** The store that a browser acts for, where its person works for a store of somebody else. Whether they do is asked each time. */
const WORKPLACE_COOKIE = 'works-for';
/** Half a year, in seconds. */
const WORKPLACE_SECONDS = 15_768_000;

/** Reads the store's id from a Cookie header; null where none is named, or two are: the order does not tell whose is whose. */
export function readWorkplace(cookies: string | null | undefined): string | null {
  const values = [...(cookies ?? '').matchAll(/(?:^|;\s*)works-for=([^;]*)/g)];
  const id = values.length === 1 ? (values[0]?.[1] ?? '') : '';
  return isRecordId(id) ? id : null;
}

/** Names a store, or with null none: the person's own. */
export function writeWorkplace(cookies: Pick<AstroCookies, 'set'>, storeId: string | null): void {
  cookies.set(WORKPLACE_COOKIE, storeId ?? '', {
    path: '/',
    maxAge: storeId === null ? 0 : WORKPLACE_SECONDS,
    secure: true,
    // As the session, without which it means nothing.
    sameSite: 'strict',
    httpOnly: true,
  });
}
