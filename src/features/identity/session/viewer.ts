import { readLook } from '../../../data/identity/look-cookie.ts';
import { readSession } from '../../../data/identity/session.ts';

/**
 * The id of the person whose marks and things this browser shows: the signed-in user, or whom they look at as an operator; ""
 * for a stranger. By the cookies, so for display and for what a page keeps only: the server asks for itself.
 */
export function viewerId(): string {
  const session = readSession(document.cookie);
  return session ? (readLook(document.cookie)?.userId ?? session.record?.id ?? '') : '';
}

/** Whether an operator looks at somebody in this browser. */
export const isLooking = (): boolean => readLook(document.cookie) !== null;
