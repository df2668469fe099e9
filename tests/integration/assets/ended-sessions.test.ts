import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { changePassword, changeProfile, renewTokenKey } from '../../../src/data/identity/users.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { transport } from '../../../src/data/kernel/transport.ts';
import { paths } from '../../../src/paths.ts';
import { settingStates } from '../../dashboard-states.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { aSeller } from '../commerce/sellers.ts';

/**
 * Pages, actions and uploads remember a verified session and a store for some seconds, and forget them when the account or the
 * store changes: at once where the site itself changes them.
 */
let backend: TestBackend;
let front: TestFront;
beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend);
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

const uploadsFor = async (cookie: string): Promise<number> =>
  (await fetch(front.url + paths.uploads(), { headers: { cookie } })).status;

describe('a session that ended', () => {
  it('is refused for uploads as soon as the site has heard of its end', async () => {
    const seller = await aSeller(backend, 'everywhere');
    expect(await uploadsFor(seller.cookie)).toBe(200);
    await renewTokenKey(backend.pb, seller.id);
    await front.app.settled();
    expect(await uploadsFor(seller.cookie)).toBe(401);
  });

  it('is not remembered by a request that began before it ended', async () => {
    const seller = await aSeller(backend, 'meanwhile');
    const asked = front.app.http.sessions.sellerOf(seller.cookie, '192.0.2.1');
    front.app.http.sessions.forget('users', seller.id);
    expect(await asked).toMatchObject({ state: 'known' });
    await renewTokenKey(backend.pb, seller.id);
    expect(await uploadsFor(seller.cookie)).toBe(401);
  });
});

describe('a store that was suspended', () => {
  it('takes no more uploads at once', async () => {
    const seller = await aSeller(backend, 'suspended');
    expect(await uploadsFor(seller.cookie)).toBe(200);
    await backend.pb.collection('stores').update(seller.storeId, { state: 'suspended' });
    await front.app.settled();
    expect(await uploadsFor(seller.cookie)).toBe(403);
  });
});

/** The calls of one route of the backend, from now on; of those, the ones that say this. */
function callsOf(route: string, said = ''): () => number {
  const spy = vi.spyOn(transport, 'fetch');
  return () =>
    spy.mock.calls.filter(
      ([address, options]) => String(address).includes(route) && String(options?.body ?? '').includes(said),
    ).length;
}
afterEach(() => vi.restoreAllMocks());

const CLIENT = '192.0.2.1';
const visitor = (cookie: string) => front.app.http.sessions.visitorOf(cookie, CLIENT);
const cookieOf = (session: object) => `pb_auth=${encodeURIComponent(JSON.stringify(session))}`;

describe('a signed-in person', () => {
  it('is asked about once for several requests, also with the renewed token', async () => {
    const seller = await aSeller(backend, 'often');
    await front.app.settled();
    const refreshes = callsOf('/auth-refresh');
    const answers = await Promise.all([visitor(seller.cookie), visitor(seller.cookie)]);
    const [first] = answers;
    if (first?.state !== 'known') throw new Error('not recognised');
    expect(await visitor(cookieOf(first.person.session))).toEqual(first);
    expect(await visitor(seller.cookie)).toEqual(first);
    expect(refreshes()).toBe(1);
  });

  it('is asked about again after a change that began while others waited for the answer', async () => {
    const seller = await aSeller(backend, 'waiting');
    await front.app.settled();
    const refreshes = callsOf('/auth-refresh');
    const before = visitor(seller.cookie);
    front.app.http.sessions.forget('users', seller.id);
    const after = visitor(seller.cookie);
    expect(await before).toMatchObject({ state: 'known' });
    expect(await after).toMatchObject({ state: 'known' });
    expect(refreshes()).toBe(2);
  });

  const deeds: [string, (id: string) => Promise<unknown>][] = [
    ['logging out everywhere', (id) => renewTokenKey(front.app.pb, id)],
    ['a new password', (id) => changePassword(front.app.pb, id, 'another long password')],
    ['a suspension', (id) => front.app.pb.collection('users').update(id, { suspended: true })],
    [
      'a suspension within a transaction',
      (id) =>
        transaction(front.app.pb)
          .exec(sql`UPDATE users SET suspended = TRUE, tokenKey = id || 'x' || tokenKey WHERE id = {:id}`, {
            id,
          })
          .run(),
    ],
    ['an account that is gone', (id) => front.app.pb.collection('users').delete(id)],
  ];
  it.each(deeds)('is no longer known at once after %s', async (_what, deed) => {
    const person = await aSeller(backend, `deed-${crypto.randomUUID().slice(0, 8)}`, false);
    expect((await visitor(person.cookie)).state).toBe('known');
    await deed(person.id);
    expect((await visitor(person.cookie)).state).toBe('refused');
  });

  it('is no longer known after a suspension by somebody else, once the change feed has told', async () => {
    const person = await aSeller(backend, 'by-the-operator', false);
    expect((await visitor(person.cookie)).state).toBe('known');
    await backend.pb.collection('users').update(person.id, { suspended: true });
    await front.app.settled();
    expect((await visitor(person.cookie)).state).toBe('refused');
  });

  it('signs out: the session is forgotten, with all tokens it was remembered by', async () => {
    const person = await aSeller(backend, 'leaving', false);
    const known = await visitor(person.cookie);
    if (known.state !== 'known') throw new Error('not recognised');
    front.app.http.sessions.end(cookieOf(known.person.session));
    const refreshes = callsOf('/auth-refresh');
    await visitor(person.cookie);
    expect(refreshes()).toBe(1);
  });

  it('sees a change of the profile at once', async () => {
    const person = await aSeller(backend, 'renamed', false);
    await visitor(person.cookie);
    await changeProfile(front.app.pb, person.id, { username: 'renamed-now' });
    expect(await visitor(person.cookie)).toMatchObject({ person: { user: { username: 'renamed-now' } } });
  });
});

describe('a store', () => {
  it('is asked for once, and again after it was changed by itself, in a transaction or by a trigger', async () => {
    const seller = await aSeller(backend, 'counted');
    await front.app.settled();
    const store = () => front.app.http.sessions.storeOf(seller.id);
    const asked = callsOf('/internal/ask', 'FROM stores s WHERE s.owner');
    expect(await store()).toEqual(await store());
    expect(asked()).toBe(1);
    await front.app.pb.collection('stores').update(seller.storeId, { name: 'Renamed' });
    expect((await store())?.name).toBe('Renamed');
    await transaction(front.app.pb)
      .exec(sql`UPDATE stores SET tagline = 'Seven', productCount = 5 WHERE id = {:id}`, {
        id: seller.storeId,
      })
      .run();
    expect((await store())?.tagline).toBe('Seven');
    const model = { store: seller.storeId, name: 'One', slug: 'one', state: 'published', priceCents: 900 };
    const { id } = await front.app.pb.collection('products').create({ ...model, licences: ['personal'] });
    expect((await store())?.productCount).toBe(5);
    await settingStates(front.app.pb).collection('products').update(id, { state: 'suspended' });
    expect((await store())?.productCount).toBe(4);
  });

  it('is known to its owner as soon as it is there', async () => {
    const person = await aSeller(backend, 'newly', false);
    expect(await front.app.http.sessions.storeOf(person.id)).toBeNull();
    await backend.pb
      .collection('stores')
      .create({ owner: person.id, slug: 'newly', name: 'Newly', state: 'open' });
    expect(await front.app.http.sessions.storeOf(person.id)).toMatchObject({ slug: 'newly' });
  });
});
