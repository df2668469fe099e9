import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSessions } from '../../../src/data/identity/users.ts';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { aSeller } from '../commerce/sellers.ts';

/** Uploads remember a verified session for some seconds, and forget it when the account or the store changes. */
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
  it('was accepted for uploads for 13 seconds longer', async () => {
    const seller = await aSeller(backend, 'everywhere');
    expect(await uploadsFor(seller.cookie)).toBe(200);
    await endSessions(backend.pb, seller.id);
    await front.app.settled();
    expect(await uploadsFor(seller.cookie)).toBe(401);
  });

  it('is not remembered by a request that began before it ended', async () => {
    const seller = await aSeller(backend, 'meanwhile');
    const asked = front.app.sessions.sellerOf(seller.cookie, '192.0.2.1');
    front.app.sessions.forget('users', seller.id);
    expect(await asked).toMatchObject({ state: 'known' });
    await endSessions(backend.pb, seller.id);
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
