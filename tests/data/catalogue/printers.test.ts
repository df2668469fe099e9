import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  printersOf,
  printNeedsOf,
  removePrinter,
  savePrinter,
} from '../../../src/data/catalogue/printers.ts';
import { deleteUser } from '../../../src/data/identity/users.ts';
import { changesAfter, latestChange } from '../../../src/data/kernel/changes.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { PRINTERS_MAX, type PrinterInput } from '../../../src/domain/catalogue/print/my-printer.ts';
import { type OpenedSearch, openSearch } from '../../../src/server/catalogue/search-feed.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const NOW = Date.UTC(2026, 10, 23);
const MARS: PrinterInput = {
  ...{ name: 'Mars 5', volume: { x: 143.43, y: 89.6, z: 150 }, resinCents: 3590, currency: 'EUR' },
};

let world: TestWorld;
let made = 0;
const person = async () => (await world.person(`person-${++made}`)).id;

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

it('keeps printers for their owner only, and nobody else changes or removes them', async () => {
  const { pb } = world;
  const [wren, crow] = [await person(), await person()];
  expect(await savePrinter(pb, wren, null, MARS, NOW)).toBeNull();
  expect(await savePrinter(pb, wren, null, { ...MARS, name: 'MK4', resinCents: null }, NOW + 1)).toBeNull();
  const [mars, mk4] = await printersOf(pb, wren);
  expect(mars).toEqual({ ...MARS, id: mars?.id });
  expect(mk4).toMatchObject({ name: 'MK4', resinCents: null });
  const id = mars?.id ?? '';
  expect(await savePrinter(pb, crow, id, { ...MARS, name: 'Taken' }, NOW)).toBe('unknown');
  await removePrinter(pb, crow, id);
  expect(await printersOf(pb, crow)).toEqual([]);
  expect(await savePrinter(pb, wren, id, { ...MARS, name: 'Mars' }, NOW)).toBeNull();
  expect((await printersOf(pb, wren)).map(({ name }) => name)).toEqual(['Mars', 'MK4']);
  await removePrinter(pb, wren, id);
  expect((await printersOf(pb, wren)).map(({ name }) => name)).toEqual(['MK4']);
  await deleteUser(pb, wren);
  expect(await printersOf(pb, wren)).toEqual([]);
});

it('keeps no more printers than a person may have, also when they are added at once', async () => {
  const wren = await person();
  const answers = await Promise.all(
    Array.from({ length: PRINTERS_MAX + 3 }, () => savePrinter(world.pb, wren, null, MARS, NOW)),
  );
  expect(answers.filter((answer) => answer === 'too-many')).toHaveLength(3);
  expect(await printersOf(world.pb, wren)).toHaveLength(PRINTERS_MAX);
});

it('names the needs of products that the public may see, and of no draft', async () => {
  const store = await world.store('crow');
  const product = (name: string, state: string) =>
    world.row('products', { store, name, slug: name, state, volumeMl: 9.06 });
  const [golem, draft] = [await product('golem', 'published'), await product('secret', 'draft')];
  for (const of of [golem, draft]) {
    const file = { product: of, sha256: 'a'.repeat(64), storageKey: 'k', sizeX: 37, sizeY: 32, sizeZ: 48 };
    await world.row('product_files', { ...file, name: 'plain.stl', role: 'unsupported', position: 0 });
    await world.row('product_files', {
      ...file,
      name: 'up.stl',
      role: 'presupported',
      position: 1,
      sizeZ: 55,
      volumeMl: 10.84,
    });
    await world.row('product_files', {
      ...file,
      name: 'notes.txt',
      role: 'document',
      position: 2,
      sizeX: 0,
      sizeY: 0,
      sizeZ: 0,
    });
  }
  expect(await printNeedsOf(world.pb, [golem, draft, 'nothing-at-all'])).toEqual([
    {
      id: golem,
      pieces: [{ x: 37, y: 32, z: 55 }],
      resin: { leastMl: 10.84, mostMl: 10.84, basis: 'measured' },
    },
  ]);
  expect(await printNeedsOf(world.pb, [])).toEqual([]);
  // Without files with supports, supports are estimated from the model's box.
  const box = { sizeX: 40, sizeY: 30, sizeZ: 60, volumeMl: 9 };
  const bare = await world.row('products', { store, name: 'bare', slug: 'bare', state: 'published', ...box });
  const plain = { product: bare, sha256: 'b'.repeat(64), storageKey: 'k2', ...box };
  await world.row('product_files', { ...plain, name: 'plain.stl', role: 'unsupported', position: 0 });
  const [needs] = await printNeedsOf(world.pb, [bare]);
  expect(needs?.resin).toMatchObject({ basis: 'estimated', leastMl: expect.closeTo(14.76, 5) });
});

it('base, licence, creature, prints, material and room of a product can be searched', async () => {
  const store = await world.store('wren');
  const product = (name: string, more: object = {}) =>
    world.row('products', {
      store,
      name,
      slug: name,
      priceCents: 900,
      state: 'published',
      publishedAt: dateOf(NOW),
      ...more,
    });
  const golem = await product('stone-golem', {
    ...{ baseMm: 32, licences: ['personal', 'merchant'], archetype: 'Stone golem', printMaterial: 'resin' },
    ...{ printSupports: 'presupported', printLayerMm: 0.03, printExposureS: 2.2 },
  });
  await product('imp');
  const file = { sha256: 'a'.repeat(64), storageKey: 'k', sizeX: 37, sizeY: 120.5, sizeZ: 48, role: 'other' };
  for (const of of [
    world.row('product_files', { ...file, product: golem, name: 'golem.stl' }),
    world.row('product_files', {
      ...file,
      product: golem,
      name: 'old.stl',
      sizeZ: 900,
      retiredAt: dateOf(1),
    }),
  ])
    await of;
  const search = await openSearch({
    pb: world.pb,
    cacheDir: `${world.modelsDir}-search`,
    onError: (reason) => expect.fail(String(reason)),
  });
  const followed = async (after: number): Promise<number> => {
    const changes = await changesAfter(world.pb, after, 5000);
    await search.follow(changes);
    return changes.at(-1)?.seq ?? after;
  };
  const having = async (more: Partial<Parameters<OpenedSearch['search']>[0]>) =>
    (await search.search({ sort: 'newest', offset: 0, limit: 9, facets: true, ...more }))?.ids;
  const wanted = {
    base: '32',
    licence: 'merchant',
    archetype: 'stone-golem',
    material: 'resin',
    layer: 'to-0.03',
    exposure: '2-3',
  };
  for (const [facet, value] of Object.entries({ ...wanted, supports: 'presupported' }))
    expect(await having({ include: { [facet]: [value] } }), facet).toEqual([golem]);
  expect(await having({ fits: { narrow: 40, wide: 121, tall: 50 } })).toEqual([golem]);
  expect(await having({ fits: { narrow: 40, wide: 120, tall: 50 } })).toEqual([]);
  expect(await having({ include: { prints: ['any'] } })).toEqual([]);

  // A print that is shown, and then one that says more.
  let seq = await latestChange(world.pb);
  const review = {
    product: golem,
    store,
    source: 'purchase',
    stars: 5,
    material: 'pla',
    writtenAt: dateOf(1),
  };
  const id = await world.row('reviews', review);
  await world.row('review_photos', { review: id, product: golem, store, position: 0 });
  seq = await followed(seq);
  expect(await having({ include: { prints: ['pla'] } })).toEqual([golem]);
  await world.pb.collection('reviews').update(id, { material: 'petg', supports: 'none' });
  await followed(seq);
  for (const value of ['petg', 'none', 'any'])
    expect(await having({ include: { prints: [value] } }), value).toEqual([golem]);
  expect(await having({ include: { prints: ['pla'] } })).toEqual([]);
  await world.pb.collection('reviews').delete(id);
  await search.close();
});
