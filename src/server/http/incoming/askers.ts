import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readSession } from '../../../data/identity/session.ts';
import type { Asker } from '../../../front/load-shedding/admission.ts';
import type { Sessions } from '../sessions.ts';

/** Tells who asks, for admission only: it opens nothing. */
export type AskerOf = (req: IncomingMessage) => Promise<Asker> | Asker;

/** How long it is remembered whose a session is, and that one is nobody's. In ms. */
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED = 20_000;
/**
 * Sessions that are looked up at once for this, in all and from one network: anybody can invent them. Above it people count
 * as not signed in, for one request.
 */
const AT_ONCE = 16;
const AT_ONCE_OF_NETWORK = 4;

/** @param client the network of a request. */
export function openAskers(
  sessions: Pick<Sessions, 'senderOf'>,
  client: (req: IncomingMessage) => string,
): AskerOf {
  const known = new LRUCache<string, { userId: string | null }>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  const asking = new Map<string, number>();
  let asked = 0;

  const lookUp = async (key: string, cookies: string, network: string): Promise<string | null> => {
    const own = asking.get(network) ?? 0;
    if (asked >= AT_ONCE || own >= AT_ONCE_OF_NETWORK) return null;
    asked += 1;
    asking.set(network, own + 1);
    try {
      const sender = await sessions.senderOf(cookies, network).catch(() => null);
      const userId = sender?.state === 'known' ? sender.userId : null;
      if (sender && sender.state !== 'unavailable') known.set(key, { userId });
      return userId;
    } finally {
      asked -= 1;
      const left = (asking.get(network) ?? 1) - 1;
      if (left > 0) asking.set(network, left);
      else asking.delete(network);
    }
  };
  return (req) => {
    const network = client(req);
    const cookies = req.headers.cookie;
    const session = cookies === undefined ? null : readSession(cookies);
    if (cookies === undefined || !session) return { key: network, isMember: false };
    const token = hash('sha256', session.token, 'base64url');
    const asker = (userId: string | null): Asker =>
      userId === null ? { key: network, isMember: false } : { key: `person ${userId}`, isMember: true };
    const found = known.get(token);
    return found ? asker(found.userId) : lookUp(token, cookies, network).then(asker);
  };
}
