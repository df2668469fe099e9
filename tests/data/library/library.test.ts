import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { TransactionRefused } from '../../../src/data/kernel/transaction.ts';
import {
  addToList,
  createList,
  deleteList,
  libraryProduct,
  listsOf,
  markSeen,
  removeFromList,
  renameList,
  setPrintState,
} from '../../../src/data/library/library.ts';
import { libraryChanges } from '../../../src/data/library/library-copies.ts';
import { LISTS_MAX } from '../../../src/domain/library/library.ts';
import { libraryItems } from '../../../src/domain/library/library-rows.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const NOBODYS = 'x'.repeat(15);

let world: TestWorld;
let store = '';
let mira = '';
let tobias = '';
let made = 0;

beforeEach(async () => {
  world = await openTestWorld();
  mira = await person();
  tobias = await person();
  store = await world.store('ashgrove', { owner: tobias, name: 'Ashgrove "Élan" Works' });
});
afterEach(() => world.close());

const person = async () => (await world.person(`person-${++made}`)).id;
const product = (more: Record<string, unknown> = {}) => world.product(store, more);
const grant = (user: string, productId: string, more: Record<string, unknown> = {}) =>
  world.own(user, productId, { grantedAt: new Date(NOW).toISOString(), ...more });

const file = (productId: string, name: string, sizeBytes: number) =>
  addProductFile(world.pb, productId, {
    name,
    role: 'unsupported',
    position: 0,
    scale: '32',
    part: null,
    version: 1,
    mesh: null,
    storageKey: 'a key that stays here',
    sha256: 'b'.repeat(64),
    sizeBytes,
  });

const code = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (reason: unknown) => (reason instanceof TransactionRefused ? reason.code : Promise.reject(reason)),
  );
const libraryOf = async (pb: TestWorld['pb'], user: string) =>
  libraryItems((await libraryChanges(pb, user, null)).rows);
const itemOf = async (user: string, productId: string) =>
  (await libraryOf(world.pb, user)).find(({ id }) => id === productId);

describe('a library', () => {
  it('is empty for a user without products and for an unknown user', async () => {
    expect(await libraryOf(world.pb, await person())).toEqual([]);
    expect(await libraryOf(world.pb, NOBODYS)).toEqual([]);
  });

  it('contains the fields of the product and the totals of its files', async () => {
    const owner = await person();
    const id = await product({
      name: 'Mossback "the old" Golem, 50 %',
      type: 'figure',
      scale: '32',
      supports: ['presupported', 'unsupported'],
    });
    await file(id, 'body.stl', 1200);
    await file(id, 'base.stl', 34);
    await grant(owner, id, { source: 'gift', licences: ['merchant'] });
    const [item, ...others] = await libraryOf(world.pb, owner);
    expect(others).toEqual([]);
    expect(item).toEqual({
      id,
      name: 'Mossback "the old" Golem, 50 %',
      store: 'Ashgrove "Élan" Works',
      picture: '',
      type: 'figure',
      scale: '32',
      supports: ['presupported', 'unsupported'],
      sources: ['gift'],
      licences: ['merchant'],
      grantedAt: NOW,
      newestFileAt: expect.any(Number),
      sizeBytes: 1234,
      downloadedAt: null,
      print: null,
      lists: [],
      archived: false,
      seen: false,
    });
  });

  it('tells what its owner has seen, once and for good, and of nobody else’s products', async () => {
    const owner = await person();
    const id = await product();
    await grant(owner, id);
    expect(await markSeen(world.pb, await person(), id, NOW)).toBe(false);
    expect(await libraryOf(world.pb, owner)).toMatchObject([{ id, seen: false }]);
    expect([await markSeen(world.pb, owner, id, NOW), await markSeen(world.pb, owner, id, NOW + 1)]).toEqual([
      true,
      true,
    ]);
    expect(await libraryOf(world.pb, owner)).toMatchObject([{ id, seen: true, print: null, lists: [] }]);
  });

  it('contains a product once with its first grant, however often it was granted', async () => {
    const owner = await person();
    const id = await product();
    await grant(owner, id, { source: 'gift', licences: ['merchant'], grantedAt: '2026-03-01 00:00:00Z' });
    await grant(owner, id, { source: 'purchase', grantedAt: '2026-02-01 00:00:00Z' });
    await grant(owner, id, { source: 'purchase', grantedAt: '2026-04-01 00:00:00Z' });
    expect(await libraryOf(world.pb, owner)).toMatchObject([
      {
        id,
        sources: ['purchase', 'gift'],
        licences: ['personal', 'merchant'],
        grantedAt: Date.UTC(2026, 1, 1),
      },
    ]);
  });

  it('loses a revoked product, unless another grant is valid', async () => {
    const owner = await person();
    const gone = await product();
    const kept = await product();
    const back = { revokedAt: new Date(NOW).toISOString(), revocation: 'refund' };
    await grant(owner, gone, back);
    await grant(owner, kept, back);
    await grant(owner, kept, { source: 'gift' });
    expect(await libraryOf(world.pb, owner)).toMatchObject([{ id: kept, sources: ['gift'] }]);
    expect(await libraryProduct(world.pb, owner, gone)).toBeNull();
    expect((await libraryProduct(world.pb, owner, kept))?.grants).toHaveLength(1);
  });

  it.each(['draft', 'unlisted', 'archived', 'suspended'])(
    'keeps a product that became %s, also in a closed store',
    async (state) => {
      const owner = await person();
      const shut = await world.pb
        .collection('stores')
        .create({ owner, slug: `shut-${state}`, name: 'Shut', state: 'closed' });
      const id = await product({ state, store: shut.id });
      await grant(owner, id);
      expect(await itemOf(owner, id)).toMatchObject({ id, store: 'Shut' });
      expect(await libraryProduct(world.pb, owner, id)).toMatchObject({ id });
    },
  );

  it('has the user’s own last download of any part', async () => {
    const owner = await person();
    const other = await person();
    const id = await product();
    await grant(owner, id);
    await grant(other, id);
    const fetched = (user: string, part: string, lastAt: string) =>
      world.pb.collection('downloads').create({ user, product: id, part, version: 1, times: 1, lastAt });
    await fetched(owner, 'all', '2026-05-01 00:00:00Z');
    await fetched(owner, 'presupported-32', '2026-06-01 00:00:00Z');
    await fetched(other, 'all', '2026-07-01 00:00:00Z');
    expect(await itemOf(owner, id)).toMatchObject({ downloadedAt: Date.UTC(2026, 5, 1) });
  });

  it('of 1 200 grants is complete', async () => {
    const owner = await person();
    const ids = await Promise.all(Array.from({ length: 4 }, () => product()));
    // Many grants of few products: the number of rows matters.
    for (let part = 0; part < 12; part++)
      await Promise.all(Array.from({ length: 100 }, (_, at) => grant(owner, ids[at % ids.length] ?? '')));
    const items = await libraryOf(world.pb, owner);
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect((await libraryProduct(world.pb, owner, ids[0] ?? ''))?.grants).toHaveLength(300);
  });
});

describe('one product of a library', () => {
  it('is found only by its owner', async () => {
    const id = await product();
    await grant(mira, id);
    expect(await libraryProduct(world.pb, mira, id)).toMatchObject({ id });
    expect(await libraryProduct(world.pb, tobias, id)).toBeNull();
    expect(await libraryProduct(world.pb, mira, NOBODYS)).toBeNull();
    expect(await libraryProduct(world.pb, mira, '" || 1=1 || "')).toBeNull();
  });

  it('has the licence text of the day of each grant, and no storage key', async () => {
    const id = await product();
    await file(id, 'body.stl', 1200);
    for (const [key, body] of [
      ['1'.repeat(64), 'Old terms'],
      ['2'.repeat(64), 'New terms'],
    ])
      await world.pb.collection('licence_texts').create({ key, body });
    await grant(mira, id, { licenceText: '1'.repeat(64), grantedAt: '2026-01-01 00:00:00Z' });
    await grant(mira, id, { licenceText: '2'.repeat(64), grantedAt: '2026-02-01 00:00:00Z' });
    await grant(tobias, id, { licenceText: '3'.repeat(64) });
    const owned = await libraryProduct(world.pb, mira, id);
    expect(owned?.grants.map(({ licence }) => licence)).toEqual(['Old terms', 'New terms']);
    expect(owned?.files).toMatchObject([{ name: 'body.stl', sha256: 'b'.repeat(64), sizeBytes: 1200 }]);
    expect(JSON.stringify(owned)).not.toContain('a key that stays here');
    expect((await libraryProduct(world.pb, tobias, id))?.grants).toMatchObject([{ licence: '' }]);
  });
});

describe('the print state', () => {
  it('is stored per user for owned products', async () => {
    const id = await product();
    await grant(mira, id);
    await grant(tobias, id);
    expect(await setPrintState(world.pb, mira, id, 'queued', NOW)).toBe(true);
    expect(await setPrintState(world.pb, mira, id, 'printed', NOW)).toBe(true);
    expect(await itemOf(mira, id)).toMatchObject({ print: 'printed' });
    expect(await itemOf(tobias, id)).toMatchObject({ print: null });
    expect(await setPrintState(world.pb, mira, id, null, NOW)).toBe(true);
    expect((await libraryProduct(world.pb, mira, id))?.print).toBeNull();
  });

  it('is refused for products the user does not own', async () => {
    const id = await product();
    const listId = await createList(world.pb, mira, 'Not mine', NOW);
    expect(await setPrintState(world.pb, mira, id, 'queued', NOW)).toBe(false);
    expect(await addToList(world.pb, mira, id, listId, NOW)).toBe(false);
    const { totalItems } = await world.pb
      .collection('library_marks')
      .getList(1, 1, { filter: world.pb.filter('product = {:id}', { id }) });
    expect(totalItems).toBe(0);
  });
});

describe('a list', () => {
  it('keeps its products and print states under concurrent changes', async () => {
    const owner = await person();
    const id = await product();
    await grant(owner, id);
    const lists = await Promise.all(
      ['one', 'two', 'three', 'four', 'five'].map((name) => createList(world.pb, owner, name, NOW)),
    );
    await Promise.all([
      ...lists.flatMap((list) => [list, list].map((one) => addToList(world.pb, owner, id, one, NOW))),
      setPrintState(world.pb, owner, id, 'wanted', NOW),
    ]);
    const item = await itemOf(owner, id);
    expect(item?.lists.toSorted()).toEqual(lists.toSorted());
    expect(item?.print).toBe('wanted');
    await Promise.all(lists.slice(1).map((list) => removeFromList(world.pb, owner, id, list, NOW)));
    expect(await itemOf(owner, id)).toMatchObject({ lists: [lists[0]], print: 'wanted' });
    await removeFromList(world.pb, owner, id, lists[0] ?? '', NOW);
    await removeFromList(world.pb, owner, id, lists[0] ?? '', NOW);
    expect(await itemOf(owner, id)).toMatchObject({ lists: [], print: 'wanted' });
  });

  it('is removed from its products when it is deleted', async () => {
    const owner = await person();
    const id = await product();
    await grant(owner, id);
    const [gone, kept] = [
      await createList(world.pb, owner, 'gone', NOW),
      await createList(world.pb, owner, 'kept', NOW),
    ];
    for (const list of [gone, kept]) await addToList(world.pb, owner, id, list, NOW);
    expect(await deleteList(world.pb, owner, gone)).toBe(true);
    expect(await deleteList(world.pb, owner, gone)).toBe(false);
    expect(await itemOf(owner, id)).toMatchObject({ lists: [kept] });
    expect(await listsOf(world.pb, owner)).toEqual([{ id: kept, name: 'kept' }]);
  });

  it('of another user does not exist', async () => {
    const id = await product();
    await grant(tobias, id);
    const list = await createList(world.pb, mira, 'Secret', NOW);
    expect(await listsOf(world.pb, tobias)).not.toContainEqual(expect.objectContaining({ id: list }));
    expect(await addToList(world.pb, tobias, id, list, NOW)).toBe(false);
    expect(await renameList(world.pb, tobias, list, 'Mine now', NOW)).toBe(false);
    expect(await deleteList(world.pb, tobias, list)).toBe(false);
    expect(await listsOf(world.pb, mira)).toContainEqual({ id: list, name: 'Secret' });
  });

  it('has a unique name per user and can be renamed', async () => {
    const owner = await person();
    const list = await createList(world.pb, owner, 'Dungeon "one"', NOW);
    const other = await createList(world.pb, owner, 'Other', NOW);
    expect(await code(createList(world.pb, owner, 'Dungeon "one"', NOW))).toBe('conflict');
    expect(await code(renameList(world.pb, owner, other, 'Dungeon "one"', NOW))).toBe('conflict');
    expect(await renameList(world.pb, owner, list, '{:name} $[0]', NOW)).toBe(true);
    expect(await listsOf(world.pb, owner)).toEqual([
      { id: list, name: '{:name} $[0]' },
      { id: other, name: 'Other' },
    ]);
    await createList(world.pb, await person(), 'Other', NOW);
  });

  it(`is limited to ${LISTS_MAX} per user, also under concurrency`, async () => {
    const owner = await person();
    const codes = await Promise.all(
      Array.from({ length: LISTS_MAX + 5 }, (_, at) => code(createList(world.pb, owner, `List ${at}`, NOW))),
    );
    expect(codes.filter((one) => one === 'too-many')).toHaveLength(5);
    expect(await listsOf(world.pb, owner)).toHaveLength(LISTS_MAX);
  });
});
