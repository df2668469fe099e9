import { type Product, priceNow } from '../../../domain/catalogue/product.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { moneyText } from '../../../domain/kernel/money.ts';
import { type PictureWidth, paths } from '../../../paths.ts';
import { plainText, renderMarkdown } from '../product/markdown.ts';

/** What feed readers are told: the newest products of the hall or of one store, in no format yet. */

/** Entries in one feed. */
export const FEED_SIZE = 30;
/** Width in px of the picture beside an entry. */
export const FEED_PICTURE: PictureWidth = 640;
const SUMMARY_LIMIT = 300;

export interface Feed {
  title: string;
  description: string;
  /** Path of the page whose news this is. */
  page: string;
  entries: FeedEntry[];
}

/** A picture as it is sent: its path, its size in px, and how many bytes it has. */
export interface FeedPicture {
  path: string;
  alt: string;
  width: number;
  height: number;
  bytes: number;
}

export interface FeedEntry {
  id: string;
  /** Path of the product's page. */
  path: string;
  title: string;
  storeName: string;
  /** "$5.99", or "Free". */
  price: string;
  /** The price in dollars with a point, such as "5.99". */
  amount: string;
  /** One line of plain text. */
  summary: string;
  /** The description as safe HTML; its links begin with a slash. */
  html: string;
  /** None for a mature model: a page hides such a picture behind a press, a feed reader cannot. */
  picture: FeedPicture | null;
  mature: boolean;
  publishedAt: Instant;
  changedAt: Instant;
}

type Told = Pick<
  Product,
  | 'id'
  | 'name'
  | 'store'
  | 'description'
  | 'priceCents'
  | 'free'
  | 'sale'
  | 'mature'
  | 'images'
  | 'publishedAt'
> & { changedAt: Instant };

/** What a picture measures as it is sent; null where that cannot be told just now. */
export type Measure = (
  product: string,
  file: string,
) => Promise<{ width: number; height: number; bytes: number } | null>;

/** Products as a feed's entries, in their order, priced at `now`. */
export function feedEntries(products: Told[], now: Instant, measure: Measure): Promise<FeedEntry[]> {
  return Promise.all(products.map((product) => entryOf(product, now, measure)));
}

async function entryOf(product: Told, now: Instant, measure: Measure): Promise<FeedEntry> {
  const { id, name, store, description, mature, images, publishedAt, changedAt } = product;
  const { payCents } = priceNow(product, now);
  const [main] = images;
  const size = main && !mature ? await measure(id, main.file) : null;
  return {
    id,
    path: paths.product(id),
    title: oneLine(name),
    storeName: oneLine(store.name),
    price: product.free ? 'Free' : moneyText(payCents),
    amount: (payCents / 100).toFixed(2),
    summary: plainText(description, SUMMARY_LIMIT) || `${oneLine(name)} by ${oneLine(store.name)}`,
    html: renderMarkdown(description),
    picture:
      main && size
        ? { path: paths.picture('products', id, main.file, FEED_PICTURE), alt: main.alt, ...size }
        : null,
    mature,
    publishedAt: publishedAt ?? changedAt,
    changedAt,
  };
}

/** When anything a feed tells was changed last; 0 where it tells nothing. */
export function feedChangedAt({ entries }: Feed): Instant {
  return Math.max(0, ...entries.map(({ changedAt }) => changedAt));
}

/** Safe HTML of ours with its links made whole, for readers who stand elsewhere. */
export function withWholeLinks(html: string, absolute: (path: string) => string): string {
  return html.replace(
    /<a href="(\/[^"]*)"/g,
    (_, path: string) => `<a href="${absolute('/').replace(/\/$/, '')}${path}"`,
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
