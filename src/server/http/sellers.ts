import { createHash } from 'node:crypto';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { readSession } from '../../data/identity/session.ts';
import { recognise } from '../../data/identity/users.ts';
import type { App } from '../app/app.ts';

/** The seller who sends a request, or why there is none. `unavailable`: the backend did not answer. */
export type Seller =
  | { state: 'known'; storeId: string; userId: string }
  | { state: 'refused' | 'storeless' | 'unavailable' };

/** How long a verified seller is remembered, because an upload sends many requests a second. In ms. */
const REMEMBERED_MS = 15_000;
const REMEMBERED = 1000;

/** Finds the seller by a request's session cookie, which is verified. Only known sellers are remembered. */
export function sellerLookup(
  app: Pick<App, 'settings' | 'pb'>,
  now: () => number = Date.now,
): (cookies: string | null, client: string) => Promise<Seller> {
  const known = new Map<string, { seller: Seller; until: number }>();
  return async (cookies, client) => {
    const session = readSession(cookies);
    if (!session) return { state: 'refused' };
    const key = createHash('sha256').update(session.token).digest('base64');
    const remembered = known.get(key);
    if (remembered && remembered.until > now()) return remembered.seller;
    known.delete(key);
    const who = await recognise({ url: app.settings.pocketbase.url, client }, session.token);
    if (who.state !== 'known') return { state: who.state };
    const userId = who.person.user.id;
    const store = await storeOfOwner(app.pb, userId);
    if (!store || store.state === 'suspended' || store.state === 'closed') return { state: 'storeless' };
    const seller: Seller = { state: 'known', storeId: store.id, userId };
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, { seller, until: now() + REMEMBERED_MS });
    return seller;
  };
}
