import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { type Acting, storeOfStaff } from '../../data/catalogue/store-staff.ts';
import { ownStoreOf, storeOfOwner } from '../../data/catalogue/stores.ts';
import { readSession } from '../../data/identity/session.ts';
import { type Recognised, recognise, type SignedIn } from '../../data/identity/users.ts';
import { readWorkplace } from '../../data/identity/workplace.ts';
import type { Backend } from '../../data/kernel/backend.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import { staffRefusal } from '../../domain/identity/store-staff.ts';

/** Who sends a request, by the verified session cookie. `unavailable`: the backend did not answer. */
export type Sender = { state: 'known'; userId: string } | { state: 'refused' | 'unavailable' };

/** The seller who sends a request, or why there is none. */
export type Seller =
  | { state: 'known'; storeId: string; userId: string }
  | { state: 'refused' | 'storeless' | 'unavailable' };

/** How long a verified session and a store are remembered: a page of the account sends several requests at once. In ms. */
const REMEMBERED_MS = 15_000;
/** The most tokens and the most owners that are remembered; one more, and all are forgotten. */
const REMEMBERED = 20_000;

interface Remembered<T> {
  value: T;
  until: number;
}

/**
 * Recognises people by their session cookie and knows their stores, for pages, actions and uploads alike. What was asked a
 * moment ago is remembered, and forgotten as soon as it changes: what this process writes at once, what others write when
 * the change feed says so. A change that is under way while a question is asked leaves nothing remembered.
 */
export class Sessions {
  readonly #pb: PocketBase;
  readonly #backend: Backend;
  readonly #now: () => number;
  /** By the hash of a token. A person's new token leads to the same answer as the one it replaces. */
  readonly #people = new Map<string, Remembered<SignedIn>>();
  readonly #tokensOf = new Map<string, Set<string>>();
  /** Questions that are being asked, so that simultaneous requests ask once. */
  readonly #asking = new Map<string, Promise<Recognised>>();
  /** By the owner's id. Who has none is asked about each time: any new store may be theirs. */
  readonly #stores = new Map<string, Remembered<OwnStore>>();
  readonly #ownerOf = new Map<string, string>();
  /** By user and store. Who does not work for a store is asked about each time. */
  readonly #jobs = new Map<string, Remembered<Acting>>();
  /** Grows with each change, so that an answer from before a change is not remembered after it. */
  #changes = 0;

  constructor(pb: PocketBase, backend: Backend, now: () => number = Date.now) {
    this.#pb = pb;
    this.#backend = backend;
    this.#now = now;
  }

  /** Who holds this session, with the token that replaces it. `client` is the visitor's IP address. */
  async visitorOf(cookies: string | null, client: string): Promise<Recognised> {
    const session = readSession(cookies);
    if (!session) return { state: 'refused' };
    const key = keyOf(session.token);
    const remembered = this.#people.get(key);
    if (remembered && remembered.until > this.#now()) return { state: 'known', person: remembered.value };
    return this.#asking.get(key) ?? this.#recognise(key, session.token, client);
  }

  async senderOf(cookies: string | null, client: string): Promise<Sender> {
    const who = await this.visitorOf(cookies, client);
    return who.state === 'known' ? { state: 'known', userId: who.person.user.id } : who;
  }

  async sellerOf(cookies: string | null, client: string): Promise<Seller> {
    const sender = await this.senderOf(cookies, client);
    if (sender.state !== 'known') return sender;
    const { userId } = sender;
    const acting = await this.actingOf(cookies, userId);
    if (acting === 'ended' || acting === null) return { state: 'storeless' };
    const { store, roles } = acting;
    if (roles !== null && staffRefusal(roles, 'products.takeFiles') !== null) return { state: 'storeless' };
    if (store.state === 'suspended' || store.state === 'closed') return { state: 'storeless' };
    return { state: 'known', storeId: store.id, userId };
  }

  /**
   * The store that a person acts for: the one that their browser names, where they work for it, else their own. `ended`
   * where they do not work for the named one any more, so that nothing meant for it reaches another.
   */
  async actingOf(cookies: string | null, userId: string): Promise<Acting | 'ended' | null> {
    const storeId = readWorkplace(cookies);
    const own = await this.storeOf(userId);
    if (storeId === null || storeId === own?.id) return own && { store: own, roles: null };
    const key = `${userId} ${storeId}`;
    const remembered = this.#jobs.get(key);
    if (remembered && remembered.until > this.#now()) return remembered.value;
    const before = this.#changes;
    const found = await storeOfStaff(this.#pb, userId, storeId);
    if (!found) return 'ended';
    const acting = Object.freeze({ store: Object.freeze(ownStoreOf(found.store)), roles: found.roles });
    if (before === this.#changes) {
      if (this.#jobs.size >= REMEMBERED) this.#jobs.clear();
      this.#jobs.set(key, { value: acting, until: this.#now() + REMEMBERED_MS });
    }
    return acting;
  }

  /** The store of a user, or null. What moves money asks `storeOfOwner` itself. */
  async storeOf(userId: string): Promise<OwnStore | null> {
    const remembered = this.#stores.get(userId);
    if (remembered && remembered.until > this.#now()) return remembered.value;
    const before = this.#changes;
    const found = await storeOfOwner(this.#pb, userId);
    if (!found) return null;
    const store = ownStoreOf(found);
    if (before !== this.#changes) return store;
    if (this.#stores.size >= REMEMBERED) this.#forgetStore(null);
    this.#stores.set(userId, { value: Object.freeze(store), until: this.#now() + REMEMBERED_MS });
    this.#ownerOf.set(store.id, userId);
    return store;
  }

  /** Call it for every change of a record; null where any record of the collection may have changed. */
  forget(collection: string, record: string | null): void {
    if (collection === 'users') this.#forgetPerson(record);
    if (collection === 'stores') this.#forgetStore(record);
    // An owner who is suspended has no staff, and few people are staff.
    if (collection === 'users' || collection === 'stores' || collection === 'store_staff') {
      this.#changes += 1;
      this.#jobs.clear();
    }
  }

  #forgetPerson(id: string | null): void {
    this.#changes += 1;
    this.#asking.clear();
    if (id === null) {
      this.#people.clear();
      this.#tokensOf.clear();
      return;
    }
    for (const key of this.#tokensOf.get(id) ?? []) this.#people.delete(key);
    this.#tokensOf.delete(id);
  }

  #forgetStore(id: string | null): void {
    this.#changes += 1;
    if (id === null) {
      this.#stores.clear();
      this.#ownerOf.clear();
      return;
    }
    this.#stores.delete(this.#ownerOf.get(id) ?? '');
    this.#ownerOf.delete(id);
  }

  /** Forgets the session of a browser that signs out. */
  end(cookies: string | null): void {
    const session = readSession(cookies);
    const remembered = session && this.#people.get(keyOf(session.token));
    if (remembered) this.#forgetPerson(remembered.value.user.id);
  }

  #recognise(key: string, token: string, client: string): Promise<Recognised> {
    const before = this.#changes;
    const asked = recognise({ ...this.#backend, client }, token).then((who) => {
      if (who.state === 'known' && before === this.#changes) this.#remember(key, who.person);
      return who;
    });
    this.#asking.set(key, asked);
    const done = () => {
      if (this.#asking.get(key) === asked) this.#asking.delete(key);
    };
    asked.then(done, done);
    return asked;
  }

  #remember(key: string, person: SignedIn): void {
    if (this.#people.size >= REMEMBERED) this.#forgetPerson(null);
    Object.freeze(person.user);
    const until = this.#now() + REMEMBERED_MS;
    const keys = this.#tokensOf.get(person.user.id) ?? new Set();
    this.#tokensOf.set(person.user.id, keys);
    for (const each of [key, keyOf(person.session.token)]) {
      keys.add(each);
      this.#people.set(each, { value: person, until });
    }
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
