import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestChanges } from '../../../src/data/catalogue/product-changes.ts';
import { withProductChange } from '../../../src/data/catalogue/seller-products.ts';
import {
  licenceNumberOfEntitlement,
  licenceNumbersOf,
  merchantLicence,
  numberOfKey,
} from '../../../src/data/guild/merchant-licences.ts';
import { deleteUser } from '../../../src/data/identity/users.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { addToList, createList, setArchived, setPrintState } from '../../../src/data/library/library.ts';
import { libraryChanges } from '../../../src/data/library/library-copies.ts';
import { share, sharedList, shareOf, stopSharing } from '../../../src/data/library/shared-lists.ts';
import { addWish, hasWish } from '../../../src/data/library/wishes.ts';
import { saveSwitch } from '../../../src/data/notifications/notification-switches.ts';
import { libraryItems } from '../../../src/domain/library/library-rows.ts';
import { SHARED_PAGE } from '../../../src/domain/library/shared-list.ts';
import { filesChanged } from '../../../src/features/catalogue/product/version-text.ts';
import { tellProductUpdates, UPDATE_SETTLES_MS } from '../../../src/server/library/product-updates.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

/** What people do with what they own: put it away, show it by a link, prove that they may sell prints of it. */

const NOW = Date.UTC(2026, 10, 23, 3);
const AT = new Date(NOW).toISOString();

let world: TestWorld;
let store: string;
let mira: string;
let ivo: string;

beforeAll(async () => {
  world = await openTestWorld();
  store = await world.store('crow', { name: 'Crow' });
  mira = await person('mira');
  ivo = await person('ivo');
  await world.row('licence_texts', { key: 'a'.repeat(64), body: 'You may sell prints.' });
});
afterAll(() => world.close());

const person = async (name: string) => (await world.person(name)).id;
const product = (more: Record<string, unknown> = {}) => world.product(store, more);
const own = (user: string, id: string, more: Record<string, unknown> = {}) =>
  world.own(user, id, { licences: ['personal', 'merchant'], grantedAt: AT, ...more });
const itemOf = async (user: string, id: string) =>
  libraryItems((await libraryChanges(world.pb, user, null)).rows).find((item) => item.id === id);

describe('an owned product that is archived', () => {
  it('stays owned, keeps its print state, and is told to open pages', async () => {
    const { pb } = world;
    const id = await product();
    await own(mira, id);
    await setPrintState(pb, mira, id, 'printed', NOW);
    const { cursor } = await libraryChanges(pb, mira, null);
    expect(await setArchived(pb, mira, [id], true, NOW)).toBe(1);
    expect(libraryItems((await libraryChanges(pb, mira, cursor)).rows)).toMatchObject([
      { id, archived: true, print: 'printed' },
    ]);
    expect(await setArchived(pb, mira, [id], false, NOW)).toBe(1);
    expect(await itemOf(mira, id)).toMatchObject({ archived: false, print: 'printed' });
  });

  it('is nobody else’s: what a person does not own is not archived', async () => {
    const id = await product();
    await own(mira, id);
    expect(await setArchived(world.pb, ivo, [id, 'no product'], true, NOW)).toBe(0);
    expect(await itemOf(mira, id)).toMatchObject({ archived: false });
  });
});

describe('a wish list', () => {
  it('loses a model when its owner buys it, and keeps one whose purchase was taken back', async () => {
    const { pb } = world;
    const [bought, returned] = [await product(), await product()];
    for (const id of [bought, returned]) {
      await addWish(pb, mira, id, NOW);
      await addWish(pb, ivo, id, NOW);
    }
    await own(mira, bought);
    await own(mira, returned, { revokedAt: AT, revocation: 'refund' });
    expect([await hasWish(pb, mira, bought), await hasWish(pb, ivo, bought)]).toEqual([false, true]);
    expect(await hasWish(pb, mira, returned)).toBe(true);
  });
});

describe('a shared list', () => {
  it('shows public models that are on it and still owned, and no name unless its owner wants it', async () => {
    const { pb } = world;
    const ada = await person('ada');
    const list = await createList(pb, ada, 'Winter campaign', NOW);
    const [shown, draft, refunded, elsewhere] = [
      await product(),
      await product({ state: 'draft' }),
      await product(),
      await product(),
    ];
    for (const id of [shown, draft, elsewhere]) await own(ada, id);
    const grant = await own(ada, refunded);
    for (const id of [shown, draft, refunded]) await addToList(pb, ada, id, list, NOW);
    await world.pb.collection('entitlements').update(grant, { revokedAt: AT, revocation: 'refund' });
    const link = await share(pb, ada, list, false, NOW);
    expect(await sharedList(pb, link?.key ?? '', 1)).toMatchObject({
      ...{ kind: 'list', name: 'Winter campaign', owner: null, more: false },
      cards: [{ id: shown }],
    });
    expect((await share(pb, ada, list, true, NOW))?.key).toBe(link?.key);
    expect(await sharedList(pb, link?.key ?? '', 1)).toMatchObject({ owner: 'ada' });
  });

  it('is shared by nobody but its owner', async () => {
    const list = await createList(world.pb, mira, 'Private', NOW);
    expect(await share(world.pb, ivo, list, true, NOW)).toBeNull();
    expect(await shareOf(world.pb, mira, list)).toBeNull();
  });

  it('has another address once it was stopped and is shared again', async () => {
    const { pb } = world;
    const first = await share(pb, ivo, null, false, NOW);
    await stopSharing(pb, ivo, null);
    expect(await sharedList(pb, first?.key ?? '', 1)).toBeNull();
    const second = await share(pb, ivo, null, false, NOW);
    expect(second?.key).not.toBe(first?.key);
    expect(await sharedList(pb, second?.key ?? '', 1)).toMatchObject({ kind: 'wishes', owner: null });
  });

  it('of a suspended person is shown to nobody, and to all again when the suspension ends', async () => {
    const { pb } = world;
    const suspect = await person('suspect');
    const list = await createList(pb, suspect, 'Shown', NOW);
    for (const id of [null, list]) {
      const key = (await share(pb, suspect, id, true, NOW))?.key ?? '';
      await pb.collection('users').update(suspect, { suspended: true });
      expect(await sharedList(pb, key, 1)).toBeNull();
      await pb.collection('users').update(suspect, { suspended: false });
      expect(await sharedList(pb, key, 1)).toMatchObject({ owner: 'suspect' });
    }
  });

  it('comes in pages, and goes with the account', async () => {
    const { pb } = world;
    const wisher = await person('wisher');
    for (let count = 0; count <= SHARED_PAGE; count++)
      await addWish(pb, wisher, await product(), NOW + count);
    const link = await share(pb, wisher, null, true, NOW);
    const [first, second] = [
      await sharedList(pb, link?.key ?? '', 1),
      await sharedList(pb, link?.key ?? '', 2),
    ];
    expect([first?.cards.length, first?.more, second?.cards.length, second?.more]).toEqual([
      ...[SHARED_PAGE, true, 1, false],
    ]);
    await deleteUser(pb, wisher);
    expect(await sharedList(pb, link?.key ?? '', 1)).toBeNull();
  });
});

describe('a merchant licence that was bought', () => {
  it('has one number, which says whose it is, what it covers, and that it ended with the refund', async () => {
    const { pb } = world;
    const id = await product();
    const grant = await own(mira, id);
    const number = (await licenceNumberOfEntitlement(pb, mira, grant, NOW)) ?? '';
    expect(await licenceNumberOfEntitlement(pb, mira, grant, NOW)).toBe(number);
    expect((await licenceNumbersOf(pb, mira)).get(grant)).toBe(number);
    expect(await merchantLicence(pb, number)).toEqual({
      ...{ number, username: 'mira', store: { slug: 'crow', name: 'Crow' }, guild: null },
      products: [{ id, name: expect.any(String), since: NOW, isVisible: true, end: null }],
      text: 'You may sell prints.',
    });
    await pb.collection('entitlements').update(grant, { revokedAt: AT, revocation: 'refund' });
    expect((await merchantLicence(pb, number))?.products).toMatchObject([
      { end: { at: NOW, why: 'refund' } },
    ]);
  });

  it('is not made for a personal licence, for somebody else’s, or after a refund', async () => {
    const { pb } = world;
    const id = await product();
    const personal = await own(mira, id, { licences: ['personal'] });
    const his = await own(ivo, id);
    const refunded = await own(mira, id, { revokedAt: AT, revocation: 'refund' });
    for (const grant of [personal, his, refunded, 'no grant'])
      expect(await licenceNumberOfEntitlement(pb, mira, grant, NOW)).toBeNull();
    expect(await merchantLicence(pb, '7K2M9QXR4TVW')).toBeNull();
    expect(await numberOfKey(pb, 'x'.repeat(32))).toBeNull();
  });
});

describe('a model that changes', () => {
  it('is told to those who own it, once each, in the seller’s words, and to nobody who bought it afterwards', async () => {
    const { pb } = world;
    const id = await product();
    let now = NOW + 86_400_000;
    const failed: unknown[] = [];
    const parts = {
      ...{ pb, siteUrl: 'http://127.0.0.1:4321', siteName: 'Guildhall', now: () => now },
      mailQueued: () => undefined,
      onError: (reason: unknown) => void failed.push(reason),
    };
    const owners: string[] = [];
    for (const name of ['one', 'two', 'three', 'off', 'away']) {
      const owner = await person(`owner-${name}`);
      await own(owner, id);
      await saveSwitch(
        pb,
        owner,
        { kind: 'product-update', storeId: null, inApp: null, mail: name === 'off' ? 'off' : 'now' },
        NOW,
      );
      owners.push(owner);
    }
    await setArchived(pb, owners[4] ?? '', [id], true, NOW);
    await withProductChange(transaction(pb), id, 2, 'Thicker ankles', now).run();
    await own(ivo, id, { grantedAt: new Date(now + 1000).toISOString() });
    const told = () => pb.collection('notifications').getFullList({ filter: "kind = 'product-update'" });
    expect(await tellProductUpdates(parts)).toBe(0);
    now += UPDATE_SETTLES_MS;
    // In steps of two, as a process that stops in between and another one would.
    expect(await tellProductUpdates(parts, 2)).toBe(4);
    expect(await tellProductUpdates(parts, 2)).toBe(0);
    expect((await told()).map(({ user }) => user).toSorted()).toEqual(owners.slice(0, 4).toSorted());
    const mails = await pb.collection('mails').getFullList({ filter: "kind = 'product-update'", sort: 'to' });
    expect(mails.map(({ to }) => to)).toEqual(
      ['one', 'three', 'two'].map((name) => `owner-${name}@guildhall.test`),
    );
    expect(mails[0]?.['body']).toContain('> Thicker ankles');
    const file = { product: id, role: 'other', sizeBytes: 1, sha256: 'a'.repeat(64), storageKey: 'k' };
    for (const [at, name] of ['base.stl', 'golem.stl'].entries())
      await pb.collection('product_files').create({ ...file, name, position: at, version: 2 });
    for (let at = 0; at < 8; at++)
      await pb.collection('product_files').create({ ...file, name: `${at}.stl`, position: at, version: 3 });
    await pb.collection('product_files').create({ ...file, name: 'first.stl', position: 9, version: 1 });
    // The third version has no note, and the first files are no change.
    const changes = await newestChanges(pb, id);
    expect(changes).toMatchObject([
      { version: 3, note: '', fileCount: 8 },
      { version: 2, note: 'Thicker ankles', fileCount: 2, files: ['base.stl', 'golem.stl'] },
    ]);
    expect(changes.map(filesChanged)).toEqual([
      'Files changed: 0.stl, 1.stl, 2.stl, 3.stl, 4.stl, 5.stl and 2 more.',
      'Files changed: base.stl and golem.stl.',
    ]);
    expect(changes[0]?.at).toBeGreaterThan(0);
    expect(failed).toEqual([]);
  });
});
