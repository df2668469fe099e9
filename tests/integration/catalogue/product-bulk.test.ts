import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProductPictures } from '../../../src/data/catalogue/product-drafts.ts';
import { changeProductText, sellerProduct } from '../../../src/data/catalogue/seller-products.ts';
import { accessGroupOfStore } from '../../../src/data/library/access-groups.ts';
import { ORIGIN_VERSION, type Origin } from '../../../src/domain/catalogue/origin.ts';
import { bulkSummary } from '../../../src/domain/catalogue/product-bulk.ts';
import type { OwnStore } from '../../../src/domain/catalogue/store.ts';
import { MAX_STRIKES, strikeRefusal } from '../../../src/domain/moderation/strikes.ts';
import * as bulk from '../../../src/server/catalogue/product-bulk.ts';
import { publishDue } from '../../../src/server/catalogue/product-schedule.ts';
import { reviewHold } from '../../../src/server/catalogue/review-hold.ts';
import { addRelease, publishRelease } from '../../../src/server/guild/release-editing.ts';
import { setProductsOfGroup } from '../../../src/server/library/access-groups.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
let world: TestWorld;
const NONE = new Set<string>();
let clock = NOW;
/** Every change gets its own time, because `updatedAt` is the version of a product. */
const now = () => {
  clock += 1000;
  return clock;
};

/** As the store's owner does it. */
const applyBulkAction: typeof bulk.applyBulkAction = async (pb, store, ...rest) =>
  bulk.applyBulkAction(await ownerOf(pb, store), store, ...rest);
const undoBulkAction: typeof bulk.undoBulkAction = async (pb, store, ...rest) =>
  bulk.undoBulkAction(await ownerOf(pb, store), store, ...rest);

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** A complete draft that costs nothing. */
async function giveaway(store: string, slug: string): Promise<string> {
  const id = await world.row('products', {
    ...{ store, name: slug, slug, state: 'draft', free: true, priceCents: 0 },
    ...{ licences: ['personal'], type: 'figure', scale: '32', genre: ['fantasy'], ai: 'none' },
  });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  await addProductPictures(world.pb, id, [{ bytes: new Uint8Array(picture), alt: 'A box' }]);
  await world.row('product_files', {
    ...{ product: id, name: 'a.stl', role: 'unsupported', version: 1 },
    ...{ storageKey: slug, sha256: 'a'.repeat(64), sizeBytes: 84 },
  });
  return id;
}
const OWN = { kind: 'own' } as const;

const product = (store: string, name: string, priceCents: number) =>
  world.row('products', { store, name, slug: name, state: 'draft', priceCents, tags: ['orc'] });

it('each product has its own result, changes can be undone, and products of others are not found', async () => {
  const [store, other] = [await world.store('first'), await world.store('second')];
  const [hag, toad] = [await product(store, 'hag', 1000), await product(store, 'toad', 0)];
  const foreign = await product(other, 'knight', 1000);
  const priceOf = async (id: string, of = store) =>
    (await sellerProduct(world.pb, of, id))?.product.priceCents ?? null;

  const results = await applyBulkAction(
    world.pb,
    store,
    [hag, toad, foreign, hag],
    { kind: 'price-percent', percent: 10 },
    now,
  );
  expect(results).toEqual([
    {
      ...{ id: hag, name: 'hag', refusals: [], inReview: false },
      way: {
        kind: 'text',
        former: { priceCents: 1000, free: false },
        wrote: { priceCents: 1100, free: false },
      },
    },
    { id: toad, name: 'toad', refusals: ['It has no price yet.'], inReview: false, way: null },
    { id: foreign, name: '', refusals: ['Your store has no such product.'], inReview: false, way: null },
  ]);
  expect([await priceOf(hag), await priceOf(toad), await priceOf(foreign, other)]).toEqual([1100, 0, 1000]);

  const [{ way } = { way: null }] = results;
  if (!way) throw new Error('there is no way back');
  const ways = [hag, foreign].map((id) => ({ id, way }));
  const back = await undoBulkAction(world.pb, store, ways, NONE, now);
  expect(back.map(({ refusals }) => refusals.length)).toEqual([0, 1]);
  expect([await priceOf(hag), await priceOf(foreign, other)]).toEqual([1000, 1000]);

  const [moved] = await applyBulkAction(world.pb, store, [hag], { kind: 'move', verb: 'unlist' }, now);
  expect(moved?.refusals).toEqual(['Its current state does not allow this.']);
});

it('products that were edited or changed state since are left unchanged and reported', async () => {
  const store = await world.store('third');
  const shelf = await world.row('shelves', { store, slug: 'ruins', name: 'Ruins' });
  const ids = [await product(store, 'elf', 1000), await product(store, 'imp', 1000)];
  const [elf = '', imp = ''] = ids;
  const seen = async (id: string) => {
    const own = await sellerProduct(world.pb, store, id);
    if (!own) throw new Error('the product is gone');
    return own.product;
  };
  const deedAndBack = async (
    deed: Parameters<typeof applyBulkAction>[3],
    between: () => Promise<unknown>,
    shelves = new Set([shelf]),
  ) => {
    const done = await applyBulkAction(world.pb, store, ids, deed, now);
    await between();
    const ways = done.flatMap(({ id, way }) => (way ? [{ id, way }] : []));
    const back = await undoBulkAction(world.pb, store, ways, shelves, now);
    return back.map(({ refusals }) => refusals.join(' '));
  };
  const edit = (text: Parameters<typeof changeProductText>[2]) => async () =>
    changeProductText(world.pb, await seen(imp), text, now());

  expect(
    await deedAndBack({ kind: 'tags', tags: ['boss'], on: true }, edit({ tags: ['orc', 'mine'] })),
  ).toEqual(['', 'Left unchanged because it was edited since: tags.']);
  expect([(await seen(elf)).tags, (await seen(imp)).tags]).toEqual([['orc'], ['orc', 'mine']]);

  const sale = { percent: 20, from: NOW, to: NOW + 1000 };
  expect(await deedAndBack({ kind: 'sale', sale }, edit({ printNotes: 'Slowly' }))).toEqual(['', '']);
  expect([(await seen(elf)).sale, (await seen(imp)).printNotes]).toEqual([null, 'Slowly']);

  expect(await deedAndBack({ kind: 'shelf', shelf, on: true }, edit({ shelves: [] }))).toEqual([
    '',
    'Left unchanged because it was edited since: store categories.',
  ]);

  const publishAt = NOW + 86_400_000;
  await world.pb.collection('products').update(elf, { state: 'scheduled', publishAt: new Date(publishAt) });
  expect(
    await deedAndBack({ kind: 'move', verb: 'archive' }, async () => {
      await applyBulkAction(world.pb, store, [imp], { kind: 'move', verb: 'restore' }, now);
    }),
  ).toEqual([
    // It can only be scheduled again if it can be published.
    expect.stringContaining('Add a picture.'),
    'Left unchanged because its state was changed since.',
  ]);
  await world.pb.collection('products').update(elf, { state: 'draft' });
  expect(await deedAndBack({ kind: 'move', verb: 'archive' }, async () => {})).toEqual(['', '']);
  expect([(await seen(elf)).state, (await seen(imp)).state]).toEqual(['draft', 'ready']);
});

it('undoing restores the publication date of unlisted products and the schedule of published ones', async () => {
  const store = await world.store('fourth');
  const gift = await giveaway(store, 'gift');
  const current = async () => {
    const own = await sellerProduct(world.pb, store, gift);
    const counted = await world.pb.collection('stores').getOne<{ productCount: number }>(store);
    return [own?.product.state, own?.product.publishedAt ?? null, counted.productCount];
  };
  const deed = async (verb: 'publish' | 'unlist') => {
    const done = await applyBulkAction(world.pb, store, [gift], { kind: 'move', verb, origin: OWN }, now);
    return done.flatMap(({ id, way }) => (way ? [{ id, way }] : []));
  };
  const publishing = await deed('publish');
  const [, day] = await current();
  const unlisting = await deed('unlist');
  expect(await current()).toEqual(['unlisted', day, 0]);
  await undoBulkAction(world.pb, store, unlisting, NONE, now);
  expect(await current()).toEqual(['published', day, 1]);
  await undoBulkAction(world.pb, store, publishing, NONE, now);
  expect(await current()).toEqual(['draft', day, 0]);
});

it('a seller with three strikes cannot publish again by undoing', async () => {
  const store = await world.store('struck');
  const gift = await giveaway(store, 'struck-gift');
  const state = async () => (await sellerProduct(world.pb, store, gift))?.product.state;
  const deed = async (verb: 'publish' | 'unlist' | 'withdraw') => {
    const done = await applyBulkAction(world.pb, store, [gift], { kind: 'move', verb, origin: OWN }, now);
    return done.flatMap(({ id, way }) => (way ? [{ id, way }] : []));
  };
  const undo = (ways: Awaited<ReturnType<typeof deed>>) => undoBulkAction(world.pb, store, ways, NONE, now);
  await deed('publish');
  const unlisting = await deed('unlist');
  const { owner } = await world.pb.collection('stores').getOne<{ owner: string }>(store);
  await world.pb.collection('users').update(owner, { strikes: MAX_STRIKES });
  const [refused] = await undo(unlisting);
  expect([refused?.refusals, await state()]).toEqual([[strikeRefusal(MAX_STRIKES)], 'unlisted']);
  // What is less public than before stays allowed.
  await world.pb.collection('users').update(owner, { strikes: 0 });
  const publishing = await deed('publish');
  await world.pb.collection('users').update(owner, { strikes: MAX_STRIKES });
  expect([(await undo(publishing))[0]?.refusals, await state()]).toEqual([[], 'unlisted']);
});

it('products are published for the first time once it is said whose design they are', async () => {
  const store = await world.store('declared');
  const ids = [await giveaway(store, 'toadstool'), await giveaway(store, 'lantern')];
  const publish = (origin: Origin | null) =>
    applyBulkAction(world.pb, store, ids, { kind: 'move', verb: 'publish', origin }, now);
  expect((await publish(null)).map(({ refusals }) => refusals)).toEqual(
    ids.map(() => ['Say whether it is your own design or licensed.']),
  );
  const licensed = { kind: 'licensed', from: 'Mira Ashgrove', licence: 'CC BY 4.0' } as const;
  expect(bulkSummary(await publish(licensed), 'published')).toBe('2 published.');
  for (const id of ids) {
    expect(await sellerProduct(world.pb, store, id)).toMatchObject({
      product: { state: 'published' },
      origin: { origin: licensed, version: ORIGIN_VERSION },
    });
  }
  // It is asked once for each product.
  await applyBulkAction(world.pb, store, ids, { kind: 'move', verb: 'withdraw' }, now);
  expect(bulkSummary(await publish(null), 'published')).toBe('2 published.');
});

it('the first three products of a new seller are sent for review, where the site reviews them', async () => {
  const store = await world.store('reviewed');
  const publish = async (ids: string[]) =>
    applyBulkAction(world.pb, store, ids, { kind: 'move', verb: 'publish', origin: OWN }, now, 'three');
  const state = async (id: string) => (await sellerProduct(world.pb, store, id))?.product.state;
  const [first, second, planned] = [
    await giveaway(store, 'one'),
    await giveaway(store, 'two'),
    await giveaway(store, 'planned'),
  ];
  const sent = await publish([first]);
  expect(bulkSummary(sent, 'published')).toBe('0 published, 1 sent for review.');
  expect(await state(first)).toBe('in-review');
  await undoBulkAction(
    world.pb,
    store,
    sent.flatMap(({ id, way }) => (way ? [{ id, way }] : [])),
    NONE,
    now,
  );
  expect(await state(first)).toBe('draft');

  // Undoing publishes nothing that was never public.
  const forged = { state: 'published' as const, publishAt: null, timeZone: '' };
  const [undone] = await undoBulkAction(
    world.pb,
    store,
    [{ id: first, way: { kind: 'move', from: forged, to: 'draft' } }],
    NONE,
    now,
  );
  expect([undone?.refusals.length, await state(first)]).toEqual([1, 'draft']);

  // A scheduled one waits when its time has come.
  await world.pb.collection('products').update(planned, {
    ...{ state: 'scheduled', publishAt: new Date(now()) },
  });
  await publishDue(world.pb, now(), 'three');
  expect(await state(planned)).toBe('in-review');

  // Three that were public once: the seller is known.
  for (const slug of ['a', 'b', 'c'])
    await world.pb.collection('products').update(await giveaway(store, slug), {
      ...{ state: 'published', publishedAt: new Date(now()) },
    });
  await publish([second]);
  expect(await state(second)).toBe('published');
});

it('a first product that waits for review reaches nobody by a guild or an access group', async () => {
  const store = await world.store('holding');
  const [first, second] = [await giveaway(store, 'held-one'), await giveaway(store, 'held-two')];
  const hold = reviewHold(world.pb, store, 'three');
  expect(await hold([first, second])).toContain('is reviewed before anybody gets it');
  expect(await reviewHold(world.pb, store, 'none')([first])).toBeNull();

  // Every way out of the store asks: an access group, a guild's release, bundle and reward.
  const access = await world.row('access_groups', { store, name: 'Backers', state: 'active' });
  const group = await accessGroupOfStore(world.pb, store, access);
  const own = { id: store, state: 'open' } as OwnStore;
  if (!group) throw new Error('the group is gone');
  expect(await setProductsOfGroup(world.pb, { store: own, group }, [first], now(), hold)).toMatchObject({
    refusal: { sentence: expect.stringContaining('is reviewed') },
  });
  const guild = {
    id: await world.row('guilds', { store, name: 'Held', grantRule: 'one_per_payment', state: 'live' }),
    state: 'live' as const,
  };
  const draft = {
    ...{ title: 'November', month: '2026-11' as const, description: '', tierIds: [], publishAt: null },
    ...{ productIds: [first], backCents: null },
  };
  const made = await addRelease(world.pb, guild.id, draft, now());
  const seller = { user: { strikes: 0 }, guild };
  const parts = { pb: world.pb, now, onError: () => undefined };
  expect(await publishRelease(parts, seller, 'id' in made ? made.id : '', hold)).toMatchObject({
    sentence: expect.stringContaining('is reviewed'),
  });

  // Reviewed ones, and everything of a store that is known, may go out.
  await world.pb.collection('products').update(first, { state: 'unlisted', publishedAt: new Date(now()) });
  expect(await hold([first])).toBeNull();
  expect(await hold([first, second])).not.toBeNull();
  for (const slug of ['held-a', 'held-b'])
    await world.pb.collection('products').update(await giveaway(store, slug), {
      ...{ state: 'published', publishedAt: new Date(now()) },
    });
  expect(await hold([second])).toBeNull();
  expect(await reviewHold(world.pb, store, 'all')([second])).not.toBeNull();
});
