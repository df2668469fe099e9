import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Lets people see at once what they wrote themselves, whichever process answers next: a cookie of seconds says how far the
 * change feed has to be read for it. It is signed, so that nobody makes a process read for nothing.
 */
export interface OwnWrites {
  /** How often this process has written; compare two of them. */
  readonly count: number;
  /**
   * Call it after each write of this process.
   * @param position of the change feed after it; 0 where it changed nothing that the feed tells; null where it is not known.
   */
  note(position: number | null): void;
  /** The Set-Cookie header for whoever wrote since `count` was `before`, or null. */
  cookieSince(before: number): Promise<string | null>;
  /** The position of the feed that a visitor has to be shown, or null. */
  neededBy(cookieHeader: string | null | undefined): number | null;
}

const COOKIE = 'guildhall_written';
/** Longer than a process is ever behind while the backend answers. */
const SECONDS = 10;
const BYTES = 12;
const VALUE = /(?:^|;\s*)guildhall_written=(\d{1,15})\.([\w-]{16})(?:;|$)/;

/**
 * @param secret a secret that all sites share.
 * @param latestPosition asks the backend for the position of its change feed.
 * @param secure whether the site is reached by TLS.
 */
export function openOwnWrites(
  secret: string,
  latestPosition: () => Promise<number>,
  secure: boolean,
): OwnWrites {
  const key = createHmac('sha256', secret).update('own writes').digest();
  const markOf = (position: string) =>
    createHmac('sha256', key).update(position).digest().subarray(0, BYTES).toString('base64url');
  const attributes = `; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  let count = 0;
  /** The newest position that is known, and the number of the last write whose position is not. */
  let newest = 0;
  let unknown = 0;
  return {
    get count() {
      return count;
    },
    note(position) {
      if (position === 0) return;
      count += 1;
      if (position === null) unknown = count;
      else newest = Math.max(newest, position);
    },
    async cookieSince(before) {
      if (count === before) return null;
      if (unknown > before) newest = Math.max(newest, await latestPosition());
      if (newest === 0) return null;
      const position = String(newest);
      return `${COOKIE}=${position}.${markOf(position)}${attributes}`;
    },
    neededBy(cookieHeader) {
      const [, position, mark] = VALUE.exec(cookieHeader ?? '') ?? [];
      if (position === undefined || mark === undefined) return null;
      const isOurs = timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(position)));
      return isOurs ? Number(position) : null;
    },
  };
}

/** Whether a visitor says that they wrote something a moment ago. Few do, and nothing is to wait for the others. */
export function hasWritten(cookieHeader: string | undefined): boolean {
  return cookieHeader?.includes(COOKIE) === true;
}
