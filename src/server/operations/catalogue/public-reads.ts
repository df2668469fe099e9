import { z } from 'astro/zod';
import { listedIdsOfStore } from '../../../data/catalogue/product-cards.ts';
import { publishedProduct } from '../../../data/catalogue/products.ts';
import { storesAfter, visibleStore } from '../../../data/catalogue/stores.ts';
import { LAST_PAGE, RESULTS_A_PAGE } from '../../../domain/catalogue/search/search-params.ts';
import type { Store } from '../../../domain/catalogue/store.ts';
import type { App } from '../../app/app.ts';
import { notFound, RefusalError } from '../../kernel/refusal-error.ts';
import { ANSWERED } from '../kernel/names.ts';
import { operation } from '../kernel/operation.ts';
import { count, cursorOf, cursorText, id, idAfter, next, pageQuery, text } from '../kernel/shapes.ts';
import {
  cardAnswer,
  productAnswer,
  publicCard,
  publicProduct,
  publicStore,
  storeAnswer,
  typedFilter,
  understoodAnswer,
} from './public-answers.ts';
import { searchInput, searchOf } from './search-input.ts';

/**
 * What everybody may see. Models that are marked mature are left out: nobody has asked for them here. The pages show more than
 * this, so they read it themselves.
 */

/** Of a store: its id, or its name in addresses. */
const ofStore = { store: z.string().max(60) };

/** A store that everybody may see. @throws RefusalError not_found */
async function openStore(app: App, slugOrId: string): Promise<Store> {
  const store = await visibleStore(app.pb, slugOrId);
  if (!store || store.mature) throw notFound('There is no such store.');
  return store;
}

export const publicOperations = {
  search: operation({
    summary:
      'Search. Every filter of the search page is a parameter of the same name; “not-” before it leaves values out.',
    who: 'public',
    api: { method: 'GET', path: '/products', scope: null },
    input: searchInput,
    answer: z
      .object({
        items: z.array(publicCard),
        total: count,
        understood: z.array(typedFilter).describe('Filters that were read in the words.'),
        next: z.int().nullable().describe('Pass it as `page`; null at the end.'),
      })
      .register(ANSWERED, { id: 'SearchResult' }),
    async run({ app, input }) {
      const { page } = input;
      const { params, categories } = await searchOf(app, input);
      const found = await app.catalogue.finder.find(params, {
        categories,
        offset: (page - 1) * RESULTS_A_PAGE,
        limit: RESULTS_A_PAGE,
        facets: false,
        mature: false,
      });
      if (!found)
        throw new RefusalError('unavailable', 'The search is starting; try again in a moment.', {
          retryAfterS: 5,
        });
      const { result } = found;
      const items = await app.catalogue.listings.cards(result.ids);
      const isLast = page >= LAST_PAGE || page * RESULTS_A_PAGE >= result.total;
      return {
        items: items.map((card) => cardAnswer(app, card)),
        total: result.total,
        understood: understoodAnswer(params.query, found),
        next: isLast ? null : page + 1,
      };
    },
  }),

  product: operation({
    summary: 'One published model.',
    who: 'public',
    api: { method: 'GET', path: '/products/{product:id}', scope: null },
    input: z.object({ id }),
    answer: publicProduct,
    async run({ app, input }) {
      const one = await publishedProduct(app.pb, input.id);
      if (!one || one.mature) throw notFound('There is no such model.');
      return productAnswer(app, one);
    },
  }),

  categories: operation({
    summary: 'The categories of the marketplace, each below its parent.',
    who: 'public',
    api: { method: 'GET', path: '/categories', scope: null },
    input: z.object({}),
    answer: z
      .object({
        items: z.array(
          z.object({
            slug: text,
            name: text,
            parent: text.nullable().describe('The slug of the wider one.'),
          }),
        ),
      })
      .register(ANSWERED, { id: 'CategoryList' }),
    async run({ app }) {
      const { offered } = await app.catalogue.listings.categories();
      return {
        items: offered.flatMap(({ children, ...one }) => [
          { ...one, parent: null },
          ...children.map((child) => ({ ...child, parent: one.slug })),
        ]),
      };
    },
  }),

  stores: operation({
    summary: 'Open stores that have models, by id.',
    who: 'public',
    api: { method: 'GET', path: '/stores', scope: null },
    input: z.object(pageQuery(100)),
    answer: z.object({ items: z.array(publicStore), next }).register(ANSWERED, { id: 'StoreList' }),
    async run({ app, input: { after, limit } }) {
      const list = await storesAfter(app.pb, { after: idAfter(after), limit: limit + 1 });
      const page = list.slice(0, limit);
      return {
        items: page.map((store) => storeAnswer(app, store)),
        next: list.length > page.length ? (page.at(-1)?.id ?? null) : null,
      };
    },
  }),

  store: operation({
    summary: 'One store, by its id or its name in addresses.',
    who: 'public',
    api: { method: 'GET', path: '/stores/{store:store}', scope: null },
    input: z.object(ofStore),
    answer: publicStore,
    run: async ({ app, input }) => storeAnswer(app, await openStore(app, input.store)),
  }),

  productsOfStore: operation({
    summary: 'The published models of a store, the newest first.',
    who: 'public',
    api: { method: 'GET', path: '/stores/{store:store}/products', scope: null },
    input: z.object({ ...ofStore, ...pageQuery(100) }),
    answer: z.object({ items: z.array(publicCard), next }).register(ANSWERED, { id: 'ProductCardList' }),
    async run({ app, input: { store: slugOrId, after, limit } }) {
      const store = await openStore(app, slugOrId);
      const list = await listedIdsOfStore(app.pb, store.id, { after: cursorOf(after), limit: limit + 1 });
      const page = list.slice(0, limit);
      const last = list.length > page.length ? page.at(-1) : undefined;
      const cards = await app.catalogue.listings.cards(page.map((one) => one.id));
      return { items: cards.map((card) => cardAnswer(app, card)), next: last ? cursorText(last) : null };
    },
  }),
};
