import { z } from 'astro/zod';
import { listedIdsOfStore } from '../../../data/catalogue/product-cards.ts';
import { publishedProduct } from '../../../data/catalogue/products.ts';
import { storesAfter, visibleStore } from '../../../data/catalogue/stores.ts';
import { type Product, type ProductCard, priceNow } from '../../../domain/catalogue/product.ts';
import { PUBLIC_PRODUCT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import { averageTenths, ratingCount, type StarCounts } from '../../../domain/catalogue/rating.ts';
import { LAST_PAGE, RESULTS_A_PAGE } from '../../../domain/catalogue/search/search-params.ts';
import type { Store } from '../../../domain/catalogue/store.ts';
import { PUBLIC_STORE_FIELDS } from '../../../domain/catalogue/store-fields.ts';
import { pick } from '../../../domain/kernel/fields/field-table.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';
import { paths } from '../../../paths.ts';
import type { App } from '../../app/app.ts';
import type { Found } from '../../catalogue/finder.ts';
import { notFound, RefusalError } from '../../kernel/refusal-error.ts';
import { cursorOf, cursorText, idAfter } from '../../operations/kernel/shapes.ts';
import { type ApiRoute, publicRead } from './route.ts';
import { searchOf, searchQuery } from './search-query.ts';
import {
  cards,
  categories,
  found,
  momentOf,
  momentOrNull,
  noQuery,
  oneStore,
  pageQuery,
  product,
  stores,
} from './shapes.ts';

/** Width of the pictures that answers name, in px. */
const PICTURE_WIDTH = 960;

const ratingOf = (stars: StarCounts) => {
  const tenths = averageTenths(stars);
  return { average: tenths === null ? null : tenths / 10, count: ratingCount(stars) };
};

const priceOf = (priced: Pick<Product, 'priceCents' | 'free' | 'openPrice' | 'sale'>, now: number) => {
  const { listCents, payCents, percentOff } = priceNow(priced, now);
  return {
    currency: CURRENCY,
    isFree: priced.free,
    isOpen: priced.openPrice !== null,
    listCents,
    payCents,
    percentOff,
  };
};

const storeOf = ({ settings }: App, { id, slug, name }: { id: string; slug: string; name: string }) => ({
  ...{ id, slug, name },
  url: settings.siteUrl + paths.store(slug),
});

const pictureOf = ({ settings }: App, productId: string, file: string) =>
  settings.siteUrl + paths.picture('products', productId, file, PICTURE_WIDTH);

const shownCard = (app: App, card: ProductCard): z.input<typeof cards>['items'][number] => ({
  id: card.id,
  name: card.name,
  store: storeOf(app, card.store),
  url: app.settings.siteUrl + paths.product(card.id),
  picture: card.mainImage === '' ? null : pictureOf(app, card.id, card.mainImage),
  price: priceOf(card, app.commerce.now()),
  scale: card.scale,
  supports: card.supports,
  ai: card.ai,
  rating: ratingOf(card.stars),
});

const shownProduct = (app: App, one: Product): z.input<typeof product> => ({
  id: one.id,
  slug: one.slug,
  name: one.name,
  store: storeOf(app, one.store),
  url: app.settings.siteUrl + paths.product(one.id),
  description: one.description,
  price: priceOf(one, app.commerce.now()),
  category: one.category
    ? [one.category.parent?.slug, one.category.slug].filter((slug) => slug !== undefined)
    : [],
  tags: one.tags,
  facets: {
    type: one.facets.type,
    genre: one.facets.genre,
    scale: one.facets.scale,
    supports: one.facets.supports,
    printer: one.facets.printer,
    parts: one.facets.parts,
  },
  ...pick(PUBLIC_PRODUCT_FIELDS, one),
  sizeMm: one.size && { x: one.size.x, y: one.size.y, z: one.size.z },
  volumeMl: one.volumeMl,
  licences: one.licences,
  ai: one.ai,
  pictures: one.images.map(({ file, alt }) => ({ url: pictureOf(app, one.id, file), alt })),
  files: one.files.map(({ name, role, scale, sizeBytes }) => ({ name, role, scale, sizeBytes })),
  rating: ratingOf(one.stars),
  publishedAt: momentOrNull(one.publishedAt),
  updatedAt: momentOf(one.updatedAt),
});

/** The filters that were typed, as programs read them. */
const understoodOf = (query: string, { search, givenUp }: Found): z.input<typeof found>['understood'] =>
  [...search.typed, ...givenUp].map((facet) => ({
    parameter: facet.choice === 'exclude' ? `not-${facet.name}` : facet.name,
    values: [...facet.values],
    fromCents: facet.prices?.from ?? null,
    toCents: facet.prices?.to ?? null,
    words: facet.places.map(([start, end]) => query.slice(start, end)),
    isApplied: !givenUp.includes(facet),
  }));

const shownStore = (app: App, store: Store): z.input<typeof oneStore> => ({
  id: store.id,
  slug: store.slug,
  name: store.name,
  url: app.settings.siteUrl + paths.store(store.slug),
  ...pick(PUBLIC_STORE_FIELDS, store),
  about: store.about,
  productCount: store.productCount,
  rating: ratingOf(store.stars),
  openedAt: momentOrNull(store.openedAt),
});

/** A store that everybody may see. @throws RefusalError not_found */
async function openStore(app: App, slugOrId: string): Promise<Store> {
  const store = await visibleStore(app.pb, slugOrId);
  if (!store || store.mature) throw notFound('There is no such store.');
  return store;
}

/** What everybody may see. Models that are marked mature are left out: nobody has asked for them here. */
export const CATALOGUE_ROUTES: readonly ApiRoute[] = [
  publicRead({
    path: '/products',
    summary:
      'Search. Every filter of the search page is a parameter of the same name; “not-” before it leaves values out.',
    query: searchQuery,
    answer: found,
    async handle({ app, query, search }) {
      const { params, categories } = await searchOf(app, search);
      const answer = await app.finder.find(params, {
        categories,
        offset: (query.page - 1) * RESULTS_A_PAGE,
        limit: RESULTS_A_PAGE,
        facets: false,
        mature: false,
      });
      if (!answer)
        throw new RefusalError('unavailable', 'The search is starting; try again in a moment.', {
          retryAfterS: 5,
        });
      const { result } = answer;
      const items = await app.listings.cards(result.ids);
      const isLast = query.page >= LAST_PAGE || query.page * RESULTS_A_PAGE >= result.total;
      return {
        items: items.map((card) => shownCard(app, card)),
        total: result.total,
        understood: understoodOf(params.query, answer),
        next: isLast ? null : query.page + 1,
      };
    },
  }),

  publicRead({
    path: '/products/{product}',
    summary: 'One published model.',
    query: noQuery,
    answer: product,
    async handle({ app, params }) {
      const one = await publishedProduct(app.pb, params['product'] ?? '');
      if (!one || one.mature) throw notFound('There is no such model.');
      return shownProduct(app, one);
    },
  }),

  publicRead({
    path: '/categories',
    summary: 'The categories of the marketplace, each below its parent.',
    query: noQuery,
    answer: categories,
    async handle({ app }) {
      const { offered } = await app.listings.categories();
      const shown = ({ slug, name }: { slug: string; name: string }, parent: string | null) => ({
        ...{ slug, name, parent },
      });
      return {
        items: offered.flatMap((one) => [
          shown(one, null),
          ...one.children.map((child) => shown(child, one.slug)),
        ]),
      };
    },
  }),

  publicRead({
    path: '/stores',
    summary: 'Open stores that have models, by id.',
    query: z.object(pageQuery(100)),
    answer: stores,
    async handle({ app, query }) {
      const list = await storesAfter(app.pb, { after: idAfter(query.after), limit: query.limit + 1 });
      const page = list.slice(0, query.limit);
      const next = list.length > page.length ? (page.at(-1)?.id ?? null) : null;
      return { items: page.map((store) => shownStore(app, store)), next };
    },
  }),

  publicRead({
    path: '/stores/{store}',
    summary: 'One store, by its id or its name in addresses.',
    query: noQuery,
    answer: oneStore,
    handle: async ({ app, params }) => shownStore(app, await openStore(app, params['store'] ?? '')),
  }),

  publicRead({
    path: '/stores/{store}/products',
    summary: 'The published models of a store, the newest first.',
    query: z.object(pageQuery(100)),
    answer: cards,
    async handle({ app, params, query }) {
      const store = await openStore(app, params['store'] ?? '');
      const after = cursorOf(query.after);
      const list = await listedIdsOfStore(app.pb, store.id, { after, limit: query.limit + 1 });
      const page = list.slice(0, query.limit);
      const last = list.length > page.length ? page.at(-1) : undefined;
      const items = await app.listings.cards(page.map(({ id }) => id));
      return {
        items: items.map((card) => shownCard(app, card)),
        next: last ? cursorText(last) : null,
      };
    },
  }),
];
