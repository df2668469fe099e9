import { expect, it } from 'vitest';
import type { ProductCard } from '../../../../src/domain/catalogue/product.ts';
import { relatedProducts } from '../../../../src/features/catalogue/product/related-products.ts';
import type { SearchQuery } from '../../../../src/search/engine.ts';

const PRODUCT = { id: 'own', category: null, store: { id: 's0', slug: 's0', name: 'Own', logo: null } };

/** A site with these cards, whose engine answers these ids. */
function siteWith(cards: { id: string; store: string; mature?: boolean }[], found: readonly string[] | null) {
  const cardOf = new Map(
    cards.map(({ id, store, mature = false }) => [id, { id, mature, store: { id: store } } as ProductCard]),
  );
  const asked: SearchQuery[] = [];
  const catalogue = {
    search: {
      search: async (query: SearchQuery) => {
        asked.push(query);
        return found && { ids: found };
      },
    },
    listings: {
      cards: async (ids: readonly string[]) => ids.flatMap((id) => cardOf.get(id) ?? []),
      kept: async () => [],
    },
  };
  const site = (showsMature: boolean) =>
    ({ app: { catalogue }, pb: {}, showsMature }) as unknown as Parameters<typeof relatedProducts>[0];
  return { asked, site };
}
const ids = (cards: readonly ProductCard[]) => cards.map(({ id }) => id);
const NOTHING = { together: [], shapes: [] };

it('the engine is asked once, for what the visitor may see', async () => {
  const { asked, site } = siteWith([], []);
  await relatedProducts(site(false), PRODUCT, NOTHING);
  expect(asked).toEqual([
    { like: { id: 'own' }, mature: false, sort: 'relevance', offset: 0, limit: expect.any(Number) },
  ]);
});

it('what is like a product is mixed over stores, and a similar shape comes forward', async () => {
  const cards = ['a', 'b', 'c', 'd'].map((id) => ({ id, store: 'one' }));
  const others = ['e', 'f', 'g', 'h'].map((id, at) => ({ id, store: `other${at}` }));
  const { site } = siteWith([...cards, ...others], ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  const plain = await relatedProducts(site(false), PRODUCT, NOTHING);
  expect(ids(plain.like)).toEqual(['a', 'b', 'e', 'f', 'g', 'h', 'c', 'd']);
  const shaped = await relatedProducts(site(false), PRODUCT, { together: [], shapes: ['h'] });
  expect(ids(shaped.like)[0]).toBe('h');
  expect(ids(shaped.shapes)).toEqual([]);
});

it('nothing hidden is shown, no mature model to who does not see these, and the product itself nowhere', async () => {
  const { site } = siteWith(
    [
      { id: 'a', store: 'x' },
      { id: 'm', store: 'y', mature: true },
      { id: 'own', store: 's0' },
    ],
    ['a', 'gone', 'own'],
  );
  const companions = { together: ['m', 'own', 'gone'], shapes: ['m', 'own', 'gone'] };
  const { like, together, shapes } = await relatedProducts(site(false), PRODUCT, companions);
  expect([ids(like), ids(together), ids(shapes)]).toEqual([['a'], [], []]);
  expect(ids((await relatedProducts(site(true), PRODUCT, companions)).together)).toEqual(['m']);
});

it('no product stands in two lists, and a search that cannot answer leaves what is known', async () => {
  const { site } = siteWith(
    ['a', 'b', 'c'].map((id) => ({ id, store: id })),
    null,
  );
  const { like, together, shapes } = await relatedProducts(site(false), PRODUCT, {
    together: ['a'],
    shapes: ['a', 'b', 'c'],
  });
  expect([ids(together), ids(like), ids(shapes)]).toEqual([['a'], ['b', 'c'], []]);
});
