import { randomBytes } from 'node:crypto';
import PocketBase from 'pocketbase';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import type { User } from '../../../src/domain/identity/user.ts';
import { borrowTestBackend, type TestBackend } from './backend.ts';

/** What tests fill a backend with: people, their stores, products, and who owns them. Every field can be given. */
export interface World {
  /** Adds a record and answers its id. */
  row(collection: string, data: object): Promise<string>;
  /** A person who cannot sign in: passwords take longer to hash than all the rest. Their address is `<name>@guildhall.test`. */
  person(name: string, more?: { email?: string; verified?: boolean }): Promise<User>;
  /** A person with a password, signed in. `cookie` is what their browser sends. */
  signedIn(name: string): Promise<User & { cookie: string }>;
  /** An open store. Without an owner it gets one, `seller-<slug>`. */
  store(slug: string, more?: { owner?: string } & Record<string, unknown>): Promise<string>;
  /** A published product for $5.00, "Product 1", "Product 2" and so on. */
  product(store: string, more?: Record<string, unknown>): Promise<string>;
  /** Gives somebody a product, as bought. Answers the id of the entitlement. */
  own(userId: string, productId: string, more?: Record<string, unknown>): Promise<string>;
}

export type TestWorld = TestBackend & World;

/** An empty database with a world on it. */
export async function openTestWorld(): Promise<TestWorld> {
  const backend = await borrowTestBackend();
  return { ...backend, ...worldOf(backend) };
}

const PASSWORD = 'a password of the tests';
/** As many characters as the database asks for. */
const LICENCE_TEXT = 'a'.repeat(64);

/** A world on a backend that is there. @param now the clock of the test, which dates what is owned */
export function worldOf({ pb, url }: Pick<TestBackend, 'pb' | 'url'>, now: () => number = Date.now): World {
  let products = 0;
  const world: World = {
    row: async (collection, data) => (await pb.collection(collection).create({ ...data })).id,
    async person(name, { email = `${name}@guildhall.test`, verified = true } = {}) {
      const id = randomBytes(8).toString('hex').slice(1);
      await transaction(pb)
        .exec(
          sql`INSERT INTO users (id, email, username, password, tokenKey, verified, created, updated)
            VALUES ({:id}, {:email}, {:name}, '-', {:id} || {:id} || {:id}, {:verified}, {:now}, {:now})`,
          { id, email, name, verified, now: dateOf(Date.now()) },
        )
        .run();
      return userOf(id, name, email, verified);
    },
    async signedIn(name) {
      const email = `${name}@guildhall.test`;
      const secret = { password: PASSWORD, passwordConfirm: PASSWORD };
      const id = await world.row('users', { email, username: name, verified: true, ...secret });
      // From an address of their own: the engine lets twenty sign in from one within ten seconds.
      const headers = { 'X-Guildhall-Client': `10.${[...randomBytes(3)].join('.')}` };
      const session = await new PocketBase(url)
        .collection('users')
        .authWithPassword(email, PASSWORD, { headers });
      const { token, record } = session;
      const cookie = `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`;
      return { ...userOf(id, name, email, true), cookie };
    },
    async store(slug, more = {}) {
      const owner = more.owner ?? (await world.person(`seller-${slug}`)).id;
      return world.row('stores', { slug, name: slug, state: 'open', ...more, owner });
    },
    product(store, more = {}) {
      products += 1;
      return world.row('products', {
        ...{ store, name: `Product ${products}`, slug: `product-${products}`, state: 'published' },
        ...{ priceCents: 500, licences: ['personal'] },
        ...more,
      });
    },
    own: (userId, productId, more = {}) =>
      world.row('entitlements', {
        ...{ user: userId, product: productId, source: 'purchase', sourceId: newRecordId() },
        ...{ licences: ['personal'], licenceText: LICENCE_TEXT, grantedAt: dateOf(now()) },
        ...more,
      }),
  };
  return world;
}

const userOf = (id: string, username: string, email: string, verified: boolean): User => ({
  ...{ id, username, email, verified, avatar: null, theme: 'system', showMature: false, hidesAi: false },
  ...{ since: 0, strikes: 0 },
});
