import { type Product, priceLabel, priceNow } from '../../../domain/catalogue/product.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { type PictureWidth, paths } from '../../../paths.ts';
import { plainText, renderMarkdown } from '../product/markdown.ts';

/** Feeds of the newest products of the site or of one store, independent of the format. */

/** Entries in one feed. */
export const FEED_SIZE = 30;
/** Width in px of the picture beside an entry. */
export const FEED_PICTURE: PictureWidth = 640;
const SUMMARY_LIMIT = 300;

export interface Feed {
  title: string;
  description: string;
  /** Path of the page that the feed belongs to. */
  page: string;
  entries: FeedEntry[];
}

/** A picture as it is sent. */
export interface FeedPicture {
  path: string;
  alt: string;
  /** In px and in bytes; null until it has been encoded once. */
  size: PictureSize | null;
}

export interface PictureSize {
  width: number;
  height: number;
  bytes: number;
}

export interface FeedEntry {
  id: string;
  /** Path of its page. */
  path: string;
  title: string;
  storeName: string;
  /** Null where nothing is sold, as by a post. */
  price: {
    /** "$5.99", "Free", or "from $3.00" where buyers choose. */
    text: string;
    /** In dollars with a point, such as "5.99". */
    amount: string;
  } | null;
  /** One line of plain text. */
  summary: string;
  /** The description as safe HTML; its links begin with a slash. */
  html: string;
  /** Null for mature models, because feed readers cannot blur pictures. */
  picture: FeedPicture | null;
  mature: boolean;
  publishedAt: Instant;
  changedAt: Instant;
}

type FeedSource = Pick<
  Product,
  | 'id'
  | 'name'
  | 'store'
  | 'description'
  | 'priceCents'
  | 'free'
  | 'openPrice'
  | 'sale'
  | 'mature'
  | 'images'
  | 'publishedAt'
> & { changedAt: Instant };

/** The size of a picture as it is sent; null if it is not known yet. */
export type Measure = (product: string, file: string) => Promise<PictureSize | null>;

/** Products as a feed's entries, in their order, priced at `now`. One that cannot be shown is left out alone. */
export async function feedEntries(
  products: FeedSource[],
  now: Instant,
  measure: Measure,
): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (const product of products) {
    try {
      entries.push(await entryOf(product, now, measure));
    } catch (reason) {
      console.warn(`the feed's entry of product ${product.id} was left out:`, String(reason));
    }
    // Thirty long texts rendered in one go would hold up everybody else.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return entries;
}

async function entryOf(product: FeedSource, now: Instant, measure: Measure): Promise<FeedEntry> {
  const { id, name, store, description, mature, images, publishedAt, changedAt } = product;
  const { payCents } = priceNow(product, now);
  const [main] = images;
  return {
    id,
    path: paths.product(id),
    title: oneLine(name),
    storeName: oneLine(store.name),
    price: { text: priceLabel(product, now), amount: (payCents / 100).toFixed(2) },
    summary: plainText(description, SUMMARY_LIMIT) || `${oneLine(name)} by ${oneLine(store.name)}`,
    html: renderMarkdown(description),
    picture:
      main && !mature
        ? {
            path: paths.picture('products', id, main.file, FEED_PICTURE),
            alt: main.alt,
            size: await measure(id, main.file),
          }
        : null,
    mature,
    publishedAt: publishedAt ?? changedAt,
    changedAt,
  };
}

/** When any entry of a feed last changed; 0 if it is empty. */
export function feedChangedAt({ entries }: Feed): Instant {
  return Math.max(0, ...entries.map(({ changedAt }) => changedAt));
}

/** Makes the relative links of safe HTML absolute. */
export function withWholeLinks(html: string, absolute: (path: string) => string): string {
  return html.replace(
    /<a href="(\/[^"]*)"/g,
    (_, path: string) => `<a href="${absolute('/').replace(/\/$/, '')}${path}"`,
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
