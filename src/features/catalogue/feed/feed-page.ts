import type { APIContext } from 'astro';
import { type FeedProduct, newestForFeed } from '../../../data/catalogue/products.ts';
import { pageTag, paths } from '../../../paths.ts';
import { siteNameOf } from '../../kernel/page/site-settings.ts';
import { plainText } from '../product/markdown.ts';
import { storeOrAnswer } from '../store/store-page.ts';
import { FEED_PICTURE, FEED_SIZE, type Feed, feedChangedAt, feedEntries } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { rssXml } from './rss.ts';

export type FeedKind = 'xml' | 'json';

const TYPES: Record<FeedKind, string> = {
  xml: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
};

/** The feed of the newest products of the site. */
export async function answerNewFeed(context: APIContext, kind: FeedKind): Promise<Response> {
  const products = await newestForFeed(context.locals.pb, FEED_SIZE);
  context.cache.set({ maxAge: 300, swr: 600, tags: [pageTag.products()] });
  const feed: Feed = {
    title: `New at ${siteNameOf(context.locals)}`,
    description: 'Miniatures, terrain and props for 3D printing, newest first.',
    page: paths.home(),
    entries: await entries(context, products),
  };
  return answerFeed(context, feed, paths.newFeed(kind), kind);
}

/** The feed of one store's newest products, at its slug; 404 if the store is not public. */
export async function answerStoreFeed(context: APIContext, kind: FeedKind): Promise<Response> {
  const found = await storeOrAnswer(context, (slug) => paths.storeFeed(slug, kind));
  if ('answer' in found) return found.answer;
  const { store } = found;
  const products = await newestForFeed(context.locals.pb, FEED_SIZE, store.id);
  context.cache.set({ maxAge: 300, tags: [pageTag.products()] });
  const feed: Feed = {
    title: `${store.name} at ${siteNameOf(context.locals)}`,
    description: store.tagline || plainText(store.about, 300) || `New models by ${store.name}.`,
    page: paths.store(store.slug),
    entries: await entries(context, products),
  };
  return answerFeed(context, feed, paths.storeFeed(store.slug, kind), kind);
}

function entries({ locals }: APIContext, products: FeedProduct[]) {
  return feedEntries(products, Date.now(), (record, file) =>
    locals.app.http.pictures.measured({ width: FEED_PICTURE, collection: 'products', record, file }),
  );
}

/** A feed in a format. @param self its own path. */
export function answerFeed(
  { cache, site, url, locals }: APIContext,
  feed: Feed,
  self: string,
  kind: FeedKind,
): Response {
  const absolute = (path: string) => new URL(path, site ?? url.origin).href;
  const changedAt = feedChangedAt(feed);
  if (changedAt > 0) cache.set({ lastModified: new Date(changedAt) });
  const body =
    kind === 'xml'
      ? rssXml(feed, self, absolute, siteNameOf(locals))
      : JSON.stringify(jsonFeed(feed, self, absolute));
  return new Response(body, { headers: { 'content-type': TYPES[kind] } });
}
