import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { readSession } from '../../data/identity/session.ts';
import { recognise } from '../../data/identity/users.ts';

/** Who sends a request, by the verified session cookie. `unavailable`: the backend did not answer. */
export type Sender = { state: 'known'; userId: string } | { state: 'refused' | 'unavailable' };

/** The seller who sends a request, or why there is none. */
export type Seller =
  | { state: 'known'; storeId: string; userId: string }
  | { state: 'refused' | 'storeless' | 'unavailable' };

/** How long a verified session is remembered: uploads and libraries send many requests at once. In ms. */
const REMEMBERED_MS = 15_000;
const REMEMBERED = 1000;

/** A session that was verified a moment ago. */
interface Remembered {
  userId: string;
  /** Null until somebody asked for it, or where there is none that may sell. */
  storeId: string | null;
  until: number;
}

/**
 * Recognises the senders of many small requests, and forgets them as soon as their account or store changes: the change
 * feed says so, and actions that end sessions say so at once.
 */
export class Sessions {
  readonly #pb: PocketBase;
  readonly #url: string;
  readonly #now: () => number;
  readonly #known = new Map<string, Remembered>();
  /** Grows with each change, so that an answer from before a change is not remembered after it. */
  #changes = 0;

  constructor(pb: PocketBase, url: string, now: () => number = Date.now) {
    this.#pb = pb;
    this.#url = url;
    this.#now = now;
  }

  async senderOf(cookies: string | null, client: string): Promise<Sender> {
    const found = await this.#find(cookies, client);
    return 'userId' in found ? { state: 'known', userId: found.userId } : found;
  }

  async sellerOf(cookies: string | null, client: string): Promise<Seller> {
    const found = await this.#find(cookies, client);
    if (!('userId' in found)) return found;
    const { userId } = found;
    if (found.storeId !== null) return { state: 'known', storeId: found.storeId, userId };
    const store = await storeOfOwner(this.#pb, userId);
    if (!store || store.state === 'suspended' || store.state === 'closed') return { state: 'storeless' };
    found.storeId = store.id;
    return { state: 'known', storeId: store.id, userId };
  }

  /** Call it for every change of a record. */
  forget(collection: string, record: string): void {
    if (collection !== 'users' && collection !== 'stores') return;
    this.#changes += 1;
    for (const [key, { userId, storeId }] of this.#known)
      if (record === (collection === 'users' ? userId : storeId)) this.#known.delete(key);
  }

  async #find(
    cookies: string | null,
    client: string,
  ): Promise<Remembered | { state: 'refused' | 'unavailable' }> {
    const session = readSession(cookies);
    if (!session) return { state: 'refused' };
    const key = createHash('sha256').update(session.token).digest('base64');
    const remembered = this.#known.get(key);
    if (remembered && remembered.until > this.#now()) return remembered;
    this.#known.delete(key);
    const before = this.#changes;
    const who = await recognise({ url: this.#url, client }, session.token);
    if (who.state !== 'known') return { state: who.state };
    const fresh = {
      userId: who.person.user.id,
      storeId: null,
      until: this.#now() + REMEMBERED_MS,
    };
    if (before !== this.#changes) return fresh;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(key, fresh);
    return fresh;
  }
}
