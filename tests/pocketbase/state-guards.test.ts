import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingAs, asPerson, asSeller } from '../../src/data/kernel/actor.ts';
import { ask } from '../../src/data/kernel/query.ts';
import { newRecordId } from '../../src/data/kernel/record-id.ts';
import { type Sql, sql } from '../../src/data/kernel/sql.ts';
import { transaction } from '../../src/data/kernel/transaction.ts';
import { STATE_TABLES } from '../../src/domain/desk/state-tables.ts';
import { MOVERS, type Mover, mayChange } from '../../src/domain/kernel/state-table.ts';
import { auditBooks } from '../../src/ops/audit/books.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
let made = 0;
const people: Record<string, string> = {};
let store = '';
let guild = '';
let tier = '';
const GUILD = { grantRule: 'one_per_payment', billings: ['monthly'] };

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
  guild = await row('guilds', { store, ...GUILD, name: 'Circle', state: 'live' });
  tier = await row('guild_tiers', {
    guild,
    name: 'Low',
    position: 0,
    licence: 'personal',
    state: 'public',
    monthlyCents: 500,
  });
  const agreedAt = new Date().toISOString();
  await row('store_staff', { store, user: people['staff'], roles: ['upload'], agreedAt });
  await row('store_staff', { store, user: people['asked'], roles: ['upload'] });
});
afterAll(() => backend.close());

const MOVE: Record<string, Sql> = {
  products: sql`UPDATE products SET state = {:to} WHERE id = {:id}`,
  stores: sql`UPDATE stores SET state = {:to} WHERE id = {:id}`,
  guilds: sql`UPDATE guilds SET state = {:to} WHERE id = {:id}`,
  guild_members: sql`UPDATE guild_members SET state = {:to} WHERE id = {:id}`,
  cases: sql`UPDATE cases SET state = {:to} WHERE id = {:id}`,
  orders: sql`UPDATE orders SET state = {:to} WHERE id = {:id}`,
};

/** A row in this state, with whatever it belongs to. */
async function rowIn(collection: string, state: string): Promise<string> {
  made += 1;
  const now = new Date().toISOString();
  switch (collection) {
    case 'stores':
      // One store for each person.
      return storeOf(await person(`keeper-${made}`), state);
    case 'guilds':
      return row('guilds', { store: await rowIn('stores', 'open'), ...GUILD, name: `Guild ${made}`, state });
    case 'guild_members':
      return row('guild_members', {
        ...{ guild, tier, state, user: await person(`member-${made}`), billing: 'monthly', priceCents: 500 },
        ...{ since: now, joinedAt: now },
      });
    case 'cases': {
      const id = await row('cases', {
        ...{ what: 'review', subject: newRecordId(), kind: 'spam', claim: 'Advertising.', state },
        accused: people['owner'],
      });
      await row('reports', { inCase: id, user: people['owner'], kind: 'spam', text: 'Advertising.' });
      return id;
    }
    case 'orders':
      return row('orders', {
        ...{ buyer: people['other'], email: 'other@guildhall.test', state, currency: 'usd', totalCents: 500 },
        ...{ fingerprint: `f-${made}`, checkoutKey: `key-${made}`, placedAt: now, expiresAt: now },
      });
    default:
      return row('products', { store, name: `p ${made}`, slug: `p-${made}`, state, priceCents: 500 });
  }
}

/** The owner of the store that a row belongs to. */
async function ownerOfRow(collection: string, id: string): Promise<string> {
  const { pb } = backend;
  if (collection !== 'stores' && collection !== 'guilds') return people['owner'] ?? '';
  const storeId = collection === 'stores' ? id : String((await pb.collection('guilds').getOne(id))['store']);
  return String((await pb.collection('stores').getOne(storeId))['owner']);
}

async function moverOf(collection: string, id: string, mover: Mover) {
  const { pb } = backend;
  if (mover === 'system') return pb;
  if (mover === 'operator' || mover === 'moderator')
    return actingAs(pb, { id: people['other'] ?? '', name: 'odile', role: mover });
  const owner = await ownerOfRow(collection, id);
  return mover === 'seller' ? asSeller(pb, owner) : asPerson(pb, owner);
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

  const alarms = async (record: string) => {
    const filter = backend.pb.filter("record = {:record} && kind = 'alarm'", { record });
    const rows = await backend.pb.collection('audit_log').getFullList({ filter });
    return rows.map((one) => `${one['collection']} ${one['after']}: ${one['who']}, ${one['detail']}`);
  };
  const auditOf = async (subject: string) => {
    const findings = await auditBooks(async (question) => (await ask(backend.pb, question))[0]);
    return findings.filter(({ rows }) => rows.includes(subject)).map(({ promise }) => promise);
  };

  it('that is upheld is not outlived by an operator who shows it again, and neither is that an alarm', async () => {
    const id = await rowIn('products', 'published');
    await backend.pb.collection('cases').update(await decided('product', id, 'open'), { state: 'upheld' });
    const odile = await moverOf('products', id, 'operator');
    expect(await move(odile, 'products', id, 'published')).toBe('moved');
    expect([await alarms(id), await auditOf(`product ${id}`)]).toEqual([[], []]);
  });

  it('sounds an alarm where what it hides becomes visible by any other hand, and the audit finds it', async () => {
    const made = await row('cases', {
      ...{ what: 'review', kind: 'abuse', claim: 'An insult.', state: 'open' },
      subject: await row('reviews', {
        ...{
          product: await rowIn('products', 'published'),
          store,
          user: people['other'],
          source: 'purchase',
          writtenAt: new Date().toISOString(),
          stars: 1,
          text: 'No.',
        },
      }),
    });
    const { subject, number } = await backend.pb.collection('cases').update(made, { state: 'upheld' });
    expect(await auditOf(`review ${subject}`)).toEqual([]);
    await transaction(backend.pb)
      .exec(sql`UPDATE reviews SET hiddenAt = '' WHERE id = {:subject}`, { subject })
      .run();
    expect(await alarms(subject)).toEqual([`reviews visible: system, Case C-${number}`]);
    expect(await auditOf(`review ${subject}`)).toEqual([
      'what an upheld case hides stays hidden until the desk shows it',
    ]);
  });

  it('is told of by the alarm even if the guard of the states is gone', async () => {
    const id = await rowIn('products', 'published');
    await backend.pb.collection('cases').update(await decided('product', id, 'open'), { state: 'upheld' });
    const file = new DatabaseSync(join(backend.dataDir, 'data.db'));
    const show = `UPDATE products SET state = 'published' WHERE id = '${id}'`;
    expect(() => file.exec(show)).toThrow(/refused/);
    file.exec(`BEGIN IMMEDIATE; DROP TRIGGER products_state_guard; ${show}`);
    const rows = file.prepare("SELECT kind, who FROM audit_log WHERE record = ? AND kind = 'alarm'").all(id);
    expect(rows).toEqual([{ kind: 'alarm', who: 'system' }]);
    file.exec('ROLLBACK');
    file.close();
  });
});
