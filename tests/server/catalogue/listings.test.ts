import { describe, expect, it } from 'vitest';
import type { ProductCard } from '../../../src/domain/catalogue/product.ts';
import type { Category } from '../../../src/domain/catalogue/store.ts';
import { openListings } from '../../../src/server/catalogue/listings.ts';

/** Sources that the test changes, and how often they were asked. */
function open() {
  const prices = new Map([
    ['a', 500],
    ['b', 700],
  ]);
  const names = new Map([['ashgrove', 'Ashgrove']]);
  const tree: Pick<Category, 'slug'>[] = [{ slug: 'terrain' }];
  let trips = 0;
  let now = 1_000;
  const gates: (() => void)[] = [];
  let gated = false;
  const answer = async <T>(value: T): Promise<T> => {
    trips += 1;
    if (gated) await new Promise<void>((resolve) => gates.push(resolve));
    return value;
  };
  const listings = openListings(
    {
      categories: () => answer({ offered: [...tree] as Category[], all: [], moved: {} }),
      storeNames: (slugs) =>
        answer(
          slugs.flatMap((slug) => {
            const name = names.get(slug);
            return name === undefined ? [] : [{ id: 'store1', slug, name }];
          }),
        ),
      cards: (ids) =>
        answer(
          ids.flatMap((id) => {
            const priceCents = prices.get(id);
            return priceCents === undefined
              ? []
              : [{ id, priceCents, store: { id: 'store1', slug: 'ashgrove', name: 'x' } } as ProductCard];
          }),
        ),
    },
    () => now,
  );
  return {
    listings,
    prices,
    names,
    tree,
    trips: () => trips,
    later: (ms: number) => {
      now += ms;
    },
    hold: () => {
      gated = true;
    },
    release: () => {
      gated = false;
      for (const gate of gates.splice(0)) gate();
    },
    priced: async (...ids: string[]) => (await listings.cards(ids)).map(({ priceCents }) => priceCents),
  };
}

const change = (collection: string, record: string) => [{ seq: 1, collection, record, op: 'put' as const }];

describe('listings in memory', () => {
  it('ask the backend for nothing that they know already', async () => {
    const { listings, trips, priced } = open();
    const page = async () => [
      await listings.categories(),
      await listings.storeNames(['ashgrove', 'nobody']),
      await priced('b', 'a'),
    ];
    const first = await page();
    const before = trips();
    expect(await page()).toEqual(first);
    expect(trips()).toBe(before);
    expect(first.slice(1)).toEqual([{ ashgrove: 'Ashgrove' }, [700, 500]]);
  });

  it('show the new price after a change, and no product that is hidden', async () => {
    const { listings, prices, priced } = open();
    await priced('a', 'b');
    prices.set('a', 400);
    listings.forget(change('products', 'a'));
    expect(await priced('a', 'b')).toEqual([400, 700]);
    prices.delete('b');
    listings.forget(change('products', 'b'));
    expect(await priced('a', 'b')).toEqual([400]);
  });

  it('ask once for a product that is not listed, until it or a store changes', async () => {
    const { listings, prices, trips } = open();
    expect(await listings.cards(['a', 'hidden'])).toHaveLength(1);
    expect(await listings.cards(['hidden', 'a'])).toHaveLength(1);
    expect(trips()).toBe(1);
    prices.set('hidden', 900);
    listings.forget(change('products', 'hidden'));
    expect(await listings.cards(['a', 'hidden'])).toHaveLength(2);
    prices.delete('hidden');
    listings.forget(change('products', 'hidden'));
    await listings.cards(['hidden']);
    // Its store opens: nothing says which it is.
    prices.set('hidden', 900);
    listings.forget(change('stores', 'store2'));
    expect(await listings.cards(['hidden'])).toHaveLength(1);
  });

  it('show no product of a store that has closed, and a store by its new name', async () => {
    const { listings, prices, names, priced } = open();
    await priced('a', 'b');
    await listings.storeNames(['ashgrove']);
    prices.clear();
    names.set('ashgrove', 'Ashgrove Miniatures');
    listings.forget(change('stores', 'store1'));
    expect(await priced('a', 'b')).toEqual([]);
    expect(await listings.storeNames(['ashgrove'])).toEqual({ ashgrove: 'Ashgrove Miniatures' });
  });

  it('find a store that opens after its name was asked for', async () => {
    const { listings, names } = open();
    expect(await listings.storeNames(['new-store'])).toEqual({});
    names.set('new-store', 'A new store');
    listings.forget(change('stores', 'store2'));
    expect(await listings.storeNames(['new-store'])).toEqual({ 'new-store': 'A new store' });
  });

  it('show no category that is gone', async () => {
    const { listings, tree } = open();
    await listings.categories();
    tree.pop();
    listings.forget(change('categories', 'c1'));
    expect((await listings.categories()).offered).toEqual([]);
  });

  it('keep no answer that was asked for before a change', async () => {
    const { listings, prices, names, tree, priced, hold, release } = open();
    hold();
    const old = Promise.all([priced('a'), listings.categories(), listings.storeNames(['ashgrove'])]);
    prices.set('a', 400);
    names.set('ashgrove', 'New');
    tree.pop();
    listings.forget(change('products', 'a'));
    release();
    await old;
    expect(await priced('a')).toEqual([400]);
    expect((await listings.categories()).offered).toEqual([]);
    expect(await listings.storeNames(['ashgrove'])).toEqual({ ashgrove: 'New' });
  });

  it('keeps everything through changes that lists do not show, for as long as a page is cached', async () => {
    const { listings, prices, priced, later } = open();
    await priced('a');
    prices.set('a', 400);
    listings.forget(change('orders', 'a'));
    later(59_000);
    expect(await priced('a')).toEqual([500]);
    later(2_000);
    expect(await priced('a')).toEqual([400]);
  });

  it('read the shelves of a store once, and again when shelves change', async () => {
    const { listings } = open();
    let shelves = ['Ruins'];
    let trips = 0;
    const read = () =>
      listings.kept('shelves a', ['shelves', 'stores'], async () => {
        trips += 1;
        return shelves;
      });
    expect(await read()).toEqual(['Ruins']);
    shelves = ['Ruins', 'Beasts'];
    listings.forget(change('orders', 'o1'));
    expect(await read()).toEqual(['Ruins']);
    expect(trips).toBe(1);
    listings.forget(change('shelves', 's1'));
    expect(await read()).toEqual(['Ruins', 'Beasts']);
  });

  it('keep no reading that began before a change', async () => {
    const { listings } = open();
    let finish: (names: string[]) => void = () => undefined;
    const old = listings.kept('guilds', ['guilds'], () => new Promise<string[]>((done) => (finish = done)));
    listings.forget(change('guilds', 'g1'));
    finish(['closed']);
    expect(await old).toEqual(['closed']);
    expect(await listings.kept('guilds', ['guilds'], async () => ['open'])).toEqual(['open']);
  });
});
