import { withOrigin } from '../../../paths.ts';
import { type Feed, type FeedEntry, withWholeLinks } from './feed.ts';

type Absolute = (path: string) => string;

/**
 * A feed as JSON Feed 1.1.
 * @param self the feed's own path.
 * @param absolute turns a path into a full address.
 */
export function jsonFeed(feed: Feed, self: string, absolute: Absolute): object {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title.toWellFormed(),
    description: feed.description.toWellFormed(),
    home_page_url: absolute(feed.page),
    feed_url: absolute(self),
    language: 'en',
    items: feed.entries.map((entry) => item(entry, absolute)),
  };
}

function item(entry: FeedEntry, absolute: Absolute): object {
  const { picture, price } = entry;
  const address = absolute(entry.path);
  return {
    id: address,
    url: absolute(withOrigin(entry.path, 'feed')),
    title: entry.title.toWellFormed(),
    summary: entry.summary.toWellFormed(),
    content_html:
      `${price ? `<p>${price.text}</p>` : ''}${withWholeLinks(entry.html, absolute)}`.toWellFormed(),
    date_published: new Date(entry.publishedAt).toISOString(),
    date_modified: new Date(Math.max(entry.publishedAt, entry.changedAt)).toISOString(),
    authors: [{ name: entry.storeName.toWellFormed() }],
    ...(entry.mature ? { tags: ['Mature'] } : {}),
    ...(picture
      ? {
          image: absolute(picture.path),
          attachments: [
            {
              url: absolute(picture.path),
              mime_type: 'image/webp',
              title: picture.alt.toWellFormed(),
              ...(picture.size ? { size_in_bytes: picture.size.bytes } : {}),
            },
          ],
        }
      : {}),
    // A custom extension, marked by the underscore.
    ...(price ? { _price: { ...price, currency: 'USD' } } : {}),
  };
}
