import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepUndo, spendUndo, undoOf } from '../../../src/data/catalogue/bulk-undos.ts';
import { BULK_UNDO_MS, type BulkUndo } from '../../../src/domain/catalogue/product-bulk.ts';
import { undoBulkAction } from '../../../src/server/catalogue/product-bulk.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
let world: TestWorld;
const people: string[] = [];
const stores: string[] = [];

beforeAll(async () => {
  world = await openTestWorld();
  for (const name of ['crow', 'wren']) {
    const { id: owner } = await world.person(name);
    people.push(owner);
    stores.push(await world.store(name, { owner }));
  }
});
afterAll(() => world.close());

const whose = (person: number, store: number) => ({
  userId: people[person] ?? '',
  storeId: stores[store] ?? '',
});
const way: BulkUndo = {
  kind: 'move',
  from: { state: 'published', publishAt: null, timeZone: '' },
  to: 'unlisted',
};

it('an undo is kept on the server for who acted, in that store, for a day, once', async () => {
  const { pb } = world;
  const kept = [{ id: 'a'.repeat(15), way }];
  const id = await keepUndo(pb, whose(0, 0), kept, NOW);
  expect(await undoOf(pb, whose(0, 0), id, NOW + 1000)).toEqual(kept);
  expect(await undoOf(pb, whose(1, 0), id, NOW)).toBeNull();
  expect(await undoOf(pb, whose(0, 1), id, NOW)).toBeNull();
  expect(await undoOf(pb, whose(0, 0), id, NOW + BULK_UNDO_MS)).toBeNull();
  expect(await undoOf(pb, whose(0, 0), 'nothing', NOW)).toBeNull();
  const spent = await Promise.all([1, 2, 3].map(() => spendUndo(pb, id)));
  expect(spent.filter(Boolean)).toHaveLength(1);
  expect(await undoOf(pb, whose(0, 0), id, NOW)).toBeNull();
  // What is over goes with the next one.
  await keepUndo(pb, whose(0, 0), kept, NOW);
  await keepUndo(pb, whose(0, 0), kept, NOW + 2 * BULK_UNDO_MS);
  expect(await pb.collection('bulk_undos').getFullList()).toHaveLength(1);
});

it('a takedown holds against an undo of its seller, also of an upheld copyright case', async () => {
  const { pb } = world;
  const [store = ''] = stores;
  const publishedAt = new Date(NOW).toISOString();
  const product = await world.row('products', {
    ...{ store, name: 'Wyrm', slug: 'wyrm', state: 'unlisted', priceCents: 500, publishedAt },
  });
  const undo = async (to: BulkUndo & { kind: 'move' }) =>
    undoBulkAction(await ownerOf(pb, store), store, [{ id: product, way: to }], new Set(), () => NOW);
  const claim = { product, kind: 'copyright', claim: 'Mine.', state: 'open' };
  const theCase = await world.row('cases', claim);
  await pb.collection('cases').update(theCase, { state: 'upheld' });
  const stateNow = async () => (await pb.collection('products').getOne(product))['state'];
  for (const seen of [way, { ...way, to: 'suspended' as const }]) {
    const [result] = await undo(seen);
    expect(result?.refusals).toHaveLength(1);
    expect(await stateNow()).toBe('suspended');
  }
  expect(await pb.collection('audit_log').getFullList({ filter: "kind = 'alarm'" })).toEqual([]);
});
