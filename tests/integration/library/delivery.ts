import type { RecordModel } from 'pocketbase';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { addProductToGroup, createAccessGroup } from '../../../src/data/library/access-groups.ts';
import { saveCheckedList, startImport } from '../../../src/data/library/access-imports.ts';
import { type ImportedPerson, peopleOf, typedRows } from '../../../src/domain/library/access-import.ts';
import type { DeliveryParts } from '../../../src/server/library/access-claims.ts';
import { runDeliveries } from '../../../src/server/library/access-imports.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

/** A test backend with a store that has access groups, and a manual clock. */
export interface DeliveryWorld extends TestBackend {
  parts: DeliveryParts;
  store: string;
  /** Advances the clock, in ms. */
  later(ms: number): void;
  person(email: string, verified?: boolean): Promise<string>;
  /** A draft by default. */
  product(more?: object): Promise<string>;
  group(products?: readonly string[]): Promise<string>;
  /** Stores a checked list and returns its id. */
  check(group: string, people: string | readonly ImportedPerson[]): Promise<string>;
  /** Imports people into a group and returns the import's id. */
  add(group: string, people: string | readonly ImportedPerson[]): Promise<string>;
  rows(collection: string, filter: string, params?: Record<string, unknown>): Promise<RecordModel[]>;
  /** The newest mail to an address, with the token of its link. */
  mail(email: string): Promise<{ subject: string; body: string; token: string }>;
  owned(user: string): Promise<string[]>;
}

export async function openDeliveryWorld(): Promise<DeliveryWorld> {
  const backend = await openTestBackend();
  const { pb } = backend;
  let now = Date.UTC(2026, 10, 21, 12);
  let made = 0;
  const parts: DeliveryParts = {
    pb,
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    now: () => now,
    mailQueued: () => undefined,
    onError: (reason) => {
      throw reason;
    },
  };
  const world: DeliveryWorld = {
    ...backend,
    parts,
    store: '',
    later: (ms) => {
      now += ms;
    },
    async person(email, verified = true) {
      const id = newRecordId();
      // No one signs in here, and hashing passwords is slow.
      await transaction(pb)
        .exec(
          sql`INSERT INTO users (id, email, username, password, tokenKey, verified, suspended, created, updated)
            VALUES ({:id}, {:email}, {:id}, '-', {:id} || {:id} || {:id}, {:verified}, FALSE, {:now}, {:now})`,
          { id, email, verified, now: dateOf(now) },
        )
        .run();
      return id;
    },
    async product(more = {}) {
      made += 1;
      const slug = `product-${made}`;
      const data = {
        store: world.store,
        name: `Golem ${made}`,
        slug,
        state: 'draft',
        licences: ['personal'],
      };
      return (await pb.collection('products').create({ ...data, ...more })).id;
    },
    async group(products = []) {
      const id = (await createAccessGroup(pb, { storeId: world.store, name: 'Backers 2026' }, now)) ?? '';
      for (const product of products) await addProductToGroup(pb, id, product, now);
      return id;
    },
    async check(group, people) {
      const list = typeof people === 'string' ? peopleOf(typedRows(people)).people : people;
      return saveCheckedList(pb, { groupId: group, fileName: 'backers.csv', people: list }, now);
    },
    async add(group, people) {
      const id = await world.check(group, people);
      const refusal = await startImport(pb, group, id, now);
      if (refusal) throw new Error(refusal);
      await runDeliveries(parts);
      return id;
    },
    rows: (collection, filter, params = {}) =>
      pb.collection(collection).getFullList({ filter: pb.filter(filter, params), batch: 1000 }),
    async mail(email) {
      const [mail] = await pb
        .collection('mails')
        .getFullList({ filter: pb.filter('to = {:email}', { email }), sort: '-created,-mailKey' });
      const body = String(mail?.['body']);
      return { subject: String(mail?.['subject']), body, token: /\/claim\/([\w-]+)/.exec(body)?.[1] ?? '' };
    },
    async owned(user) {
      const grants = await world.rows('entitlements', "user = {:user} && revokedAt = ''", { user });
      return [...new Set(grants.map((grant) => String(grant['product'])))].toSorted();
    },
  };
  const owner = await world.person('crow@guildhall.test');
  const store = {
    ...{ owner, slug: 'crow', name: 'Crow Miniatures', state: 'open' },
    // Approved by the desk for a whole campaign.
    deliveryMailsADay: 50_000,
  };
  world.store = (await pb.collection('stores').create(store)).id;
  return world;
}
