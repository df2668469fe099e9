import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingAs, asPerson, asSeller } from '../../src/data/kernel/actor.ts';
import { newRecordId } from '../../src/data/kernel/record-id.ts';
import { type Sql, sql } from '../../src/data/kernel/sql.ts';
import { transaction } from '../../src/data/kernel/transaction.ts';
import { STATE_TABLES } from '../../src/domain/desk/state-tables.ts';
import { MOVERS, type Mover, mayChange } from '../../src/domain/kernel/state-table.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
let made = 0;
const people: Record<string, string> = {};
let store = '';

const row = async (collection: string, data: object) =>
  (await backend.pb.collection(collection).create(data)).id;
const stateOf = async (collection: string, id: string) =>
  String((await backend.pb.collection(collection).getOne(id))['state']);

const person = async (name: string) => {
  const password = 'a password of the tests';
  const email = `${name}@guildhall.test`;
  return row('users', { email, username: name, password, passwordConfirm: password, verified: true });
};
const storeOf = (owner: string, state: string) => {
  made += 1;
  return row('stores', { owner, slug: `store-${made}`, name: `Store ${made}`, state });
};

beforeAll(async () => {
  backend = await openTestBackend();
  for (const name of ['owner', 'staff', 'asked', 'other']) people[name] = await person(name);
  store = await storeOf(people['owner'] ?? '', 'open');
  const agreedAt = new Date().toISOString();
  await row('store_staff', { store, user: people['staff'], roles: ['upload'], agreedAt });
  await row('store_staff', { store, user: people['asked'], roles: ['upload'] });
});
afterAll(() => backend.close());

const MOVE: Record<string, Sql> = {
  products: sql`UPDATE products SET state = {:to} WHERE id = {:id}`,
  stores: sql`UPDATE stores SET state = {:to} WHERE id = {:id}`,
};

/** A row in this state; `owner` is whose store it belongs to. */
async function rowIn(collection: string, state: string): Promise<string> {
  made += 1;
  if (collection === 'stores') {
    // One store for each person: the owner of the first has it already.
    const id = await storeOf(await person(`keeper-${made}`), state);
    return id;
  }
  return row('products', { store, name: `p ${made}`, slug: `p-${made}`, state, priceCents: 500 });
}

async function moverOf(collection: string, id: string, mover: Mover) {
  const { pb } = backend;
  if (mover === 'system') return pb;
  if (mover === 'operator' || mover === 'moderator')
    return actingAs(pb, { id: people['other'] ?? '', name: 'odile', role: mover });
  const owner =
    collection === 'stores' ? String((await pb.collection('stores').getOne(id))['owner']) : people['owner'];
  return mover === 'seller' ? asSeller(pb, owner ?? '') : asPerson(pb, owner ?? '');
}

const move = (pb: TestBackend['pb'], collection: string, id: string, to: string) =>
  transaction(pb)
    .exec(MOVE[collection] ?? sql``, { id, to })
    .run()
    .then(() => 'moved')
    .catch((reason: { code?: string }) => reason.code ?? String(reason));

describe.each(STATE_TABLES.map((table) => [table.noun, table] as const))('the state of a %s', (_, table) => {
  const { collection, states } = table;

  it.each(MOVERS)('changes by a %s only as the table says', async (mover) => {
    for (const from of states) {
      const wrong: string[] = [];
      for (const to of states) {
        if (from === to) continue;
        const id = await rowIn(collection, from);
        const answer = await move(await moverOf(collection, id, mover), collection, id, to);
        const expected = mayChange(table, from, to, mover) ? 'moved' : 'state-change';
        if (answer !== expected) wrong.push(`${from} to ${to}: ${answer}`);
        if (answer !== 'moved' && (await stateOf(collection, id)) !== from)
          wrong.push(`${from} to ${to}: moved`);
      }
      expect(wrong).toEqual([]);
    }
  });
});

describe('a seller', () => {
  const published = () => rowIn('products', 'published');
  const by = (name: string) => asSeller(backend.pb, people[name] ?? newRecordId());

  it('is the owner of the store or one of its staff, and nobody else', async () => {
    const answers: string[] = [];
    for (const name of ['owner', 'staff', 'asked', 'other'])
      answers.push(await move(by(name), 'products', await published(), 'unlisted'));
    expect(answers).toEqual(['moved', 'moved', 'state-change', 'state-change']);
  });

  it.each(['suspended', 'in-review'])('never makes visible what is %s, by no way', async (state) => {
    const id = await rowIn('products', 'published');
    await backend.pb.collection('products').update(id, { state });
    for (const to of ['published', 'unlisted'])
      expect(await move(by('owner'), 'products', id, to)).toBe('state-change');
    // A single record that the site writes names nobody.
    await expect(
      backend.pb.send(`/api/collections/products/records/${id}`, {
        method: 'PATCH',
        body: JSON.stringify({ state: 'published' }),
        headers: { 'Content-Type': 'application/json' },
      }),
    ).rejects.toMatchObject({ status: 400 });
    expect(await stateOf('products', id)).toBe(state);
  });
});

describe('a case', () => {
  const decided = async (what: 'product' | 'store', subject: string, state: string) => {
    const about = what === 'product' ? { product: subject } : { store: subject };
    return row('cases', { ...about, kind: 'copyright', claim: 'Mine.', state });
  };

  it.each(['product', 'store'] as const)(
    'hides its %s and shows it again, by the rule alone',
    async (what) => {
      const collection = `${what}s`;
      const before = what === 'product' ? 'published' : 'open';
      const id = await rowIn(collection, before);
      const theCase = await decided(what, id, 'open');
      await backend.pb.collection('cases').update(theCase, { state: 'upheld' });
      expect(await stateOf(collection, id)).toBe('suspended');
      expect(await move(backend.pb, collection, id, before)).toBe('state-change');
      await backend.pb.collection('cases').update(theCase, { state: 'dismissed' });
      expect(await stateOf(collection, id)).toBe(before);
    },
  );
});
