import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productsOfStore } from '../../../src/data/catalogue/product-cards.ts';
import { markPublished } from '../../../src/data/catalogue/product-drafts.ts';
import { productById } from '../../../src/data/catalogue/products.ts';
import {
  addShelf,
  changeShelf,
  couponCodesByShelf,
  orderShelves,
  removeShelf,
  shelfOfStore,
} from '../../../src/data/catalogue/shelves.ts';
import { createShelves } from '../../../src/data/catalogue/store-openings.ts';
import { shelvesOfStore } from '../../../src/data/catalogue/stores.ts';
import { SHELVES_MAX, SHELVES_OF_PRODUCT_MAX } from '../../../src/domain/catalogue/shelf.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
let world: TestWorld;
let made = 0;

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const openStore = () => world.store(`store-${++made}`);

function product(store: string, state = 'published', more: object = {}): Promise<string> {
  made++;
  return world.row('products', {
    store,
    name: `Model ${made}`,
    slug: `m-${made}`,
    state,
    priceCents: 500,
    ...more,
  });
}

async function shelf(store: string, slug: string, productIds: string[] = []): Promise<string> {
  const added = await addShelf(world.pb, store, { name: slug, slug, productIds }, NOW);
  if ('refusal' in added) throw new Error(added.refusal);
  return added.id;
}

const counts = async (store: string) =>
  (await shelvesOfStore(world.pb, store)).map(({ slug, productCount }) => `${slug} ${productCount}`);
const shelvesOf = async (id: string) => (await world.pb.collection('products').getOne(id))['shelves'];
const rowOf = (id: string) => world.pb.collection('shelves').getOne(id);

describe('a new shelf', () => {
  it('comes after the others, and counts its published products', async () => {
    const store = await openStore();
    const [seen, draft] = [await product(store), await product(store, 'draft')];
    const first = await shelf(store, 'ruins', [seen, draft]);
    const second = await shelf(store, 'village', [seen]);
    expect(await counts(store)).toEqual(['ruins 1', 'village 1']);
    expect(await shelvesOf(seen)).toEqual([first, second]);
    expect(await shelvesOf(draft)).toEqual([first]);
    expect(await shelfOfStore(world.pb, store, first)).toEqual({
      id: first,
      name: 'ruins',
      slug: 'ruins',
      productIds: [seen, draft].sort(),
    });
    const { cards } = await productsOfStore(world.pb, store, { page: 1, perPage: 9, shelf: first });
    expect(cards.map(({ id }) => id)).toEqual([seen]);
  });

  it('cannot have a slug of the same store, but one of another store', async () => {
    const [store, other] = [await openStore(), await openStore()];
    await shelf(store, 'ruins');
    await shelf(other, 'ruins');
    const draft = { name: 'Again', slug: 'ruins', productIds: [] };
    expect(await addShelf(world.pb, store, draft, NOW)).toEqual({ refusal: 'slug-taken' });
  });

  it('cannot have another store’s product, and is then not created', async () => {
    const [store, other] = [await openStore(), await openStore()];
    const theirs = await product(other);
    const draft = { name: 'Loot', slug: 'loot', productIds: [await product(store), theirs] };
    expect(await addShelf(world.pb, store, draft, NOW)).toEqual({ refusal: 'products' });
    expect(await counts(store)).toEqual([]);
    expect(await shelvesOf(theirs)).toEqual([]);
  });

  it('is refused beyond the limits per product and per store', async () => {
    const store = await openStore();
    const slugs = Array.from({ length: SHELVES_MAX - 1 }, (_, at) => `s-${at}`);
    await createShelves(
      world.pb,
      store,
      slugs.map((slug) => ({ slug, name: slug })),
    );
    const all = (await shelvesOfStore(world.pb, store)).map(({ id }) => id);
    const everywhere = await product(store, 'published', { shelves: all.slice(0, SHELVES_OF_PRODUCT_MAX) });
    const draft = { name: 'More', slug: 'more', productIds: [everywhere] };
    expect(await addShelf(world.pb, store, draft, NOW)).toEqual({ refusal: 'products' });
    const empty = { ...draft, productIds: [] };
    expect(await addShelf(world.pb, store, empty, NOW)).toHaveProperty('id');
    expect(await addShelf(world.pb, store, { ...empty, slug: 'most' }, NOW)).toEqual({
      refusal: 'too-many',
    });
  });
});

describe('changing a shelf', () => {
  it('saves name, slug and products, and recounts it', async () => {
    const store = await openStore();
    const [stays, goes, comes] = [await product(store), await product(store), await product(store)];
    const id = await shelf(store, 'old', [stays, goes]);
    const beside = await shelf(store, 'beside', [goes]);
    const draft = { id, name: 'New', slug: 'new', productIds: [stays, comes, comes] };
    expect(await changeShelf(world.pb, store, draft, NOW)).toBeNull();
    expect(await counts(store)).toEqual(['new 2', 'beside 1']);
    expect(await shelvesOf(goes)).toEqual([beside]);
    expect(await shelvesOf(comes)).toEqual([id]);
  });

  it('is possible for its own store only', async () => {
    const [store, other] = [await openStore(), await openStore()];
    const id = await shelf(store, 'mine', [await product(store)]);
    const draft = { id, name: 'Stolen', slug: 'stolen', productIds: [] };
    expect(await changeShelf(world.pb, other, draft, NOW)).toBe('gone');
    expect(await removeShelf(world.pb, other, id, NOW)).toBe('gone');
    expect(await orderShelves(world.pb, other, [id], NOW)).toBe('order');
    expect(await shelfOfStore(world.pb, other, id)).toBeNull();
    expect(await counts(store)).toEqual(['mine 1']);
  });

  it('makes concurrent publishing of a product on it fail', async () => {
    const store = await openStore();
    const draft = await product(store, 'ready');
    const id = await shelf(store, 'later', [draft]);
    const seen = await productById(world.pb, draft);
    if (!seen) throw new Error('no product');
    await changeShelf(world.pb, store, { id, name: 'later', slug: 'later', productIds: [] }, NOW + 1);
    expect(await markPublished(world.pb, seen, NOW, NOW)).toBe('changed-meanwhile');
    const again = await productById(world.pb, draft);
    if (!again) throw new Error('no product');
    expect(await markPublished(await ownerOf(world.pb, store), again, NOW, NOW)).toBeNull();
    expect(await counts(store)).toEqual(['later 0']);
  });
});

it('shelves are ordered all together or not at all', async () => {
  const store = await openStore();
  const [a, b, c] = [await shelf(store, 'a'), await shelf(store, 'b'), await shelf(store, 'c')];
  expect(await orderShelves(world.pb, store, [c, a, b], NOW)).toBeNull();
  expect(await counts(store)).toEqual(['c 0', 'a 0', 'b 0']);
  for (const wrong of [
    [c, a],
    [c, a, a],
    [c, a, b, await shelf(await openStore(), 'd')],
    [a, b, b, c],
  ])
    expect(await orderShelves(world.pb, store, wrong, NOW)).toBe('order');
  expect(await counts(store)).toEqual(['c 0', 'a 0', 'b 0']);
  expect((await rowOf(c))['position']).toBe(0);
});

it('removing a shelf keeps its products and removes it from coupons', async () => {
  const store = await openStore();
  const model = await product(store);
  const [going, staying] = [await shelf(store, 'going', [model]), await shelf(store, 'staying', [model])];
  const coupon = await world.row('coupons', {
    store,
    code: 'HARVEST',
    percent: 10,
    scope: 'shelves',
    shelves: [going, staying],
  });
  expect(await couponCodesByShelf(world.pb, store)).toEqual(
    new Map([
      [going, ['HARVEST']],
      [staying, ['HARVEST']],
    ]),
  );
  expect(await removeShelf(world.pb, store, going, NOW)).toBeNull();
  expect(await counts(store)).toEqual(['staying 1']);
  expect(await shelvesOf(model)).toEqual([staying]);
  expect((await world.pb.collection('coupons').getOne(coupon))['shelves']).toEqual([staying]);
  expect(await removeShelf(world.pb, store, going, NOW)).toBe('gone');
});
