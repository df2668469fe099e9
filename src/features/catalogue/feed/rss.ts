import { withOrigin } from '../../../paths.ts';
import { xmlText } from '../../kernel/page/xml-text.ts';
import { type Feed, type FeedEntry, feedChangedAt, withWholeLinks } from './feed.ts';

const SPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
  'xmlns:g="http://base.google.com/ns/1.0"',
].join(' ');
/** Refresh interval for feed readers, in minutes. */
const TTL = 60;

type Absolute = (path: string) => string;
const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`;
const dateText = (instant: number) => new Date(instant).toUTCString();

/**
 * A feed as RSS 2.0.
 * @param self the feed's own path.
 * @param absolute turns a path into a full address.
 * @param siteName the site's name now.
 */
export function rssXml(feed: Feed, self: string, absolute: Absolute, siteName: string): string {
  const changedAt = feedChangedAt(feed);
  return [
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${SPACES}><channel>`,
    element('title', feed.title),
    element('link', absolute(feed.page)),
    element('description', feed.description),
    element('language', 'en'),
    element('generator', siteName),
    element('ttl', String(TTL)),
    changedAt > 0 ? element('lastBuildDate', dateText(changedAt)) : '',
    `<atom:link href="${xmlText(absolute(self))}" rel="self" type="application/rss+xml"/>`,
    ...feed.entries.map((entry) => item(entry, absolute)),
    '</channel></rss>',
  ].join('');
}

function item(entry: FeedEntry, absolute: Absolute): string {
  const address = absolute(entry.path);
  return [
    '<item>',
    element('title', entry.title),
    element('link', absolute(withOrigin(entry.path, 'feed'))),
    `<guid isPermaLink="true">${xmlText(address)}</guid>`,
    element('dc:creator', entry.storeName),
    element('pubDate', dateText(entry.publishedAt)),
    entry.mature ? element('category', 'Mature') : '',
    element('description', `${entry.price ? `${entry.price.text}. ` : ''}${entry.summary}`),
    element(
      'content:encoded',
      `${entry.price ? `<p>${entry.price.text}</p>` : ''}${withWholeLinks(entry.html, absolute)}`,
    ),
    entry.price ? element('g:price', `${entry.price.amount} USD`) : '',
    picture(entry, absolute),
    '</item>',
  ].join('');
}

function picture({ picture: shown }: FeedEntry, absolute: Absolute): string {
  if (!shown) return '';
  const { path, alt, size } = shown;
  const media = `url="${xmlText(absolute(path))}" type="image/webp"`;
  const measures = size ? ` fileSize="${size.bytes}" width="${size.width}" height="${size.height}"` : '';
  return [
    // RSS demands the length of an enclosure.
    size ? `<enclosure ${media} length="${size.bytes}"/>` : '',
    `<media:content ${media} medium="image"${measures}>`,
    `<media:description type="plain">${xmlText(alt)}</media:description></media:content>`,
  ].join('');
}
