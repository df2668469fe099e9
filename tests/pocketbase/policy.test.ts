import PocketBase, { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';
import { type Listener, listen } from './listener.ts';
import { oneRowOfEach, touch } from './policy-rows.ts';
import { OPEN_RULES, POLICIES, VIEWS } from './policy-table.ts';

const PASSWORD = 'a password of the tests';
const ROLES = [
  'anonymous',
  'unverified',
  'buyer',
  'other buyer',
  'seller',
  'other seller',
  'suspended',
] as const;
type Role = (typeof ROLES)[number];
const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;

let backend: TestBackend;
/** The service's own login: its events prove that there was something to receive. */
let service = '';
const clients = new Map<Role, PocketBase>();
let rows: Record<string, string> = {};

beforeAll(async () => {
  backend = await openTestBackend();
  const { pb, url } = backend;
  await pb.collection('users').getList(1, 1);
  service = pb.authStore.token;
  for (const role of ROLES) {
    const client = new PocketBase(url);
    client.autoCancellation(false);
    clients.set(role, client);
    if (role === 'anonymous') continue;
    const email = `${role.replace(' ', '-')}@guildhall.test`;
    const { id } = await pb.collection('users').create({
      email,
      username: role.replace(' ', '-'),
      password: PASSWORD,
      passwordConfirm: PASSWORD,
      verified: role !== 'unverified',
    });
    await client.collection('users').authWithPassword(email, PASSWORD);
    if (role === 'suspended') await pb.collection('users').update(id, { suspended: true });
  }
  const owner = clients.get('seller')?.authStore.record?.id ?? '';
  const buyer = clients.get('buyer')?.authStore.record?.id ?? '';
  rows = await oneRowOfEach(pb, owner, buyer);
});
afterAll(() => backend.close());

async function statusOf(asked: Promise<unknown>): Promise<number> {
  try {
    await asked;
    return 200;
  } catch (reason) {
    if (reason instanceof ClientResponseError) return reason.status;
    throw reason;
  }
}

describe('the policy table', () => {
  it('has an entry for every collection, and no other', async () => {
    const collections = await backend.pb.collections.getFullList();
    const ours = collections
      .filter(({ system, name }) => !system && !name.startsWith('_'))
      .map(({ name }) => name);
    expect(ours.sort()).toEqual([...Object.keys(POLICIES), ...VIEWS].sort());
  });

  for (const [name, policy] of Object.entries(POLICIES)) {
    it(`has the rules of ${name}`, async () => {
      const collection = await backend.pb.collections.getOne(name);
      expect(Object.fromEntries(RULES.map((rule) => [rule, collection[rule]]))).toEqual(policy);
    });
  }

  it('lists every open operation', () => {
    const open = Object.entries(POLICIES).flatMap(([name, policy]) =>
      RULES.filter((rule) => policy[rule] === '').map((rule) => `${name}.${rule}`),
    );
    expect(open).toEqual(OPEN_RULES);
  });
});

describe.each(ROLES)('%s', (role) => {
  const as = () => clients.get(role) as PocketBase;

  it.each(Object.keys(POLICIES))('cannot read or change %s from outside', async (name) => {
    const collection = as().collection(name);
    const id = rows[name] ?? '';
    expect(await statusOf(collection.getList(1, 1))).toBe(403);
    expect(
      await statusOf(
        collection.getList(1, 1, { filter: 'id != ""', expand: 'store,owner,product', sort: '-created' }),
      ),
    ).toBe(403);
    expect(await statusOf(collection.getOne(id))).toBe(403);
    expect(await statusOf(collection.update(id, { name: 'mine' }))).toBe(403);
    expect(await statusOf(collection.delete(id))).toBe(403);
    if (name !== 'users') expect(await statusOf(collection.create({ name: 'mine' }))).toBe(403);
  });

  describe('realtime', () => {
    const topics = Object.keys(POLICIES).map((name) => `${name}/*`);
    let deaf: Listener;
    let proof: Listener;
    beforeAll(async () => {
      deaf = await listen(backend.url, as().authStore.token);
      proof = await listen(backend.url, service, ...topics);
      expect(proof.status).toBe(204);
    });
    afterAll(() => {
      deaf.close();
      proof.close();
      expect(deaf.heard).toEqual([]);
    });

    it.each(Object.keys(POLICIES))('receives no events of %s', async (name) => {
      await deaf.ask(`${name}/*`);
      const told = proof.next(`${name}/*`);
      await touch(backend.pb, name, rows);
      await told;
      expect(deaf.heard).toEqual([]);
    });
  });

  it.each(VIEWS)('cannot read the view %s', async (name) => {
    expect(await statusOf(as().collection(name).getList(1, 1))).toBe(403);
    expect(
      await statusOf(
        as()
          .collection(name)
          .getOne(rows['entitlements'] ?? ''),
      ),
    ).toBe(403);
  });

  it('cannot reach internal routes or settings', async () => {
    expect([401, 403]).toContain(await statusOf(as().send('/internal/changes', { query: { after: 0 } })));
    expect([401, 403]).toContain(
      await statusOf(as().send('/internal/tx', { method: 'POST', body: { steps: [] } })),
    );
    const queries = [{ sql: 'SELECT 1 AS one', params: {}, columns: ['one'] }];
    expect([401, 403]).toContain(
      await statusOf(as().send('/internal/ask', { method: 'POST', body: { queries } })),
    );
    expect([401, 403]).toContain(await statusOf(as().send('/api/settings', {})));
    expect([401, 403, 404]).toContain(
      await statusOf(as().send('/api/batch', { method: 'POST', body: { requests: [] } })),
    );
  });
});

describe('signing up', () => {
  const newcomer = (more: object) => ({
    email: `${crypto.randomUUID()}@guildhall.test`,
    username: `n-${crypto.randomUUID().slice(0, 8)}`,
    password: PASSWORD,
    passwordConfirm: PASSWORD,
    ...more,
  });

  it('does not make the account verified', async () => {
    expect(
      await statusOf(new PocketBase(backend.url).collection('users').create(newcomer({ verified: true }))),
    ).toBe(400);
  });

  it('cannot set fields of the operator', async () => {
    const { id } = await new PocketBase(backend.url)
      .collection('users')
      .create(newcomer({ suspended: true }));
    expect((await backend.pb.collection('users').getOne(id))['suspended']).toBe(false);
  });

  it.each(['', 'ab', 'Has-Capitals', '-dash', 'a'.repeat(33), 'spa ce', '<b>x</b>'])(
    'refuses the name %j',
    async (username) => {
      expect(
        await statusOf(new PocketBase(backend.url).collection('users').create(newcomer({ username }))),
      ).toBe(400);
    },
  );

  it('refuses a short password', async () => {
    const short = newcomer({ password: 'short', passwordConfirm: 'short' });
    expect(await statusOf(new PocketBase(backend.url).collection('users').create(short))).toBe(400);
  });

  it('gives a suspended user no new login', async () => {
    const asked = new PocketBase(backend.url)
      .collection('users')
      .authWithPassword('suspended@guildhall.test', PASSWORD);
    expect(await statusOf(asked)).toBe(403);
    const refreshed = (clients.get('suspended') as PocketBase).collection('users').authRefresh();
    expect([401, 403]).toContain(await statusOf(refreshed));
  });
});
