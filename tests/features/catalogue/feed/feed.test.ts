import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { type Feed, feedEntries } from '../../../../src/features/catalogue/feed/feed.ts';
import { jsonFeed } from '../../../../src/features/catalogue/feed/json-feed.ts';
import { rssXml } from '../../../../src/features/catalogue/feed/rss.ts';
import { HOSTILE } from '../../../hostile-texts.ts';
import { aProduct } from '../product/a-product.ts';

const absolute = (path: string) => new URL(path, 'https://hall.example').href;
const day = Date.UTC(2026, 10, 21, 5);
const measure = async () => ({ width: 640, height: 480, bytes: 12_345 });
const source = (changes: Parameters<typeof aProduct>[0] = {}) => ({
  ...aProduct({ publishedAt: day, ...changes }),
  changedAt: day + 1000,
});
async function feedOf(...products: Parameters<typeof feedEntries>[0]): Promise<Feed> {
  return {
    title: 'New at Guildhall',
    description: 'Newest first.',
    page: '/',
    entries: await feedEntries(products, day, measure),
  };
}

interface Node {
  name: string;
  attributes: Record<string, string>;
  text: string;
}
/** Every element of an XML text in order, with its own text. @throws if the text is not well-formed XML. */
function elementsOf(xml: string): Node[] {
  const parser = new SaxesParser({ xmlns: false });
  const all: Node[] = [];
  const open: Node[] = [];
  parser.on('error', (problem) => {
    throw problem;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, text: '' };
    all.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return all;
}
const rss = async (...products: ReturnType<typeof source>[]) =>
  elementsOf(rssXml(await feedOf(...products), '/feeds/new.xml', absolute, 'Miniatures Hall'));
const texts = (nodes: Node[], name: string) =>
  nodes.filter((node) => node.name === name).map(({ text }) => text);

/** Tags other than the plain ones allowed in a description. */
const strangeTags = (html: string) =>
  [...html.matchAll(/<[^>]*>/g)]
    .map(([tag]) => tag)
    .filter(
      (tag) => !/^<\/?(p|br|em|strong|del|ul|ol|li|code|pre|h3|h4|blockquote|hr|span)( \/)?>$/.test(tag),
    );

describe('a feed as RSS', () => {
  it('has title, address, text, price, picture and date of a product', async () => {
    const nodes = await rss(source());
    expect(texts(nodes, 'title')).toEqual(['New at Guildhall', 'Mossback Cairn-Golem']);
    expect(texts(nodes, 'guid')).toEqual(['https://hall.example/product/golem0000000000']);
    expect(texts(nodes, 'pubDate')).toEqual(['Sat, 21 Nov 2026 05:00:00 GMT']);
    expect(texts(nodes, 'lastBuildDate')).toEqual(['Sat, 21 Nov 2026 05:00:01 GMT']);
    expect(texts(nodes, 'dc:creator')).toEqual(['Ashgrove Miniatures']);
    expect(texts(nodes, 'g:price')).toEqual(['5.99 USD']);
    expect(texts(nodes, 'description')[1]).toBe('$5.99. A walking cairn. It reads as large.');
    expect(texts(nodes, 'content:encoded')[0]).toContain('<strong>large</strong>');
    expect(nodes.find(({ name }) => name === 'enclosure')?.attributes).toEqual({
      url: 'https://hall.example/img/640/products/golem0000000000/golem.webp',
      length: '12345',
      type: 'image/webp',
    });
    expect(nodes.find(({ name }) => name === 'media:content')?.attributes).toMatchObject({
      width: '640',
      height: '480',
    });
    expect(nodes.find(({ name }) => name === 'atom:link')?.attributes['href']).toBe(
      'https://hall.example/feeds/new.xml',
    );
  });

  it('has no picture of a mature model and marks it', async () => {
    const nodes = await rss(source({ mature: true }));
    expect(nodes.some(({ name }) => name === 'enclosure' || name === 'media:content')).toBe(false);
    expect(texts(nodes, 'category')).toEqual(['Mature']);
  });

  it('names the site by its name of today', async () => {
    expect(texts(await rss(source()), 'generator')).toEqual(['Miniatures Hall']);
  });

  it('waits for no picture that is not encoded yet', async () => {
    const entries = await feedEntries([source()], day, async () => null);
    const feed = { title: '', description: '', page: '/', entries };
    const nodes = elementsOf(rssXml(feed, '/feeds/new.xml', absolute, 'Miniatures Hall'));
    expect(nodes.find(({ name }) => name === 'media:content')?.attributes['url']).toMatch(/^https:.*webp$/);
    expect(nodes.some(({ name }) => name === 'enclosure')).toBe(false);
    const json = JSON.stringify(jsonFeed(feed, '/feeds/new.json', absolute));
    expect(json).toContain('"image":"https://hall.example/img/640/');
    expect(json).not.toContain('size_in_bytes');
  });

  it('lets others have their turn between two long texts', async () => {
    const order: string[] = [];
    const named = (name: string) =>
      Object.defineProperty(source(), 'description', {
        get() {
          order.push(name);
          return 'text';
        },
      });
    setImmediate(() => order.push('somebody else'));
    await feedOf(named('one'), named('two'));
    expect(order[0]).toBe('one');
    expect(order.indexOf('somebody else')).toBeLessThan(order.indexOf('two'));
  });

  it('leaves out alone an entry that cannot be shown', async () => {
    const broken = source();
    Object.defineProperty(broken, 'store', {
      get() {
        throw new Error('broken');
      },
    });
    const { entries } = await feedOf(source({ name: 'one' }), broken, source({ name: 'two' }));
    expect(entries.map(({ title }) => title)).toEqual(['one', 'two']);
  });

  it('shows the sale price, and "Free" for free models', async () => {
    const sale = { percent: 50, from: day - 1, to: day + 1 };
    const nodes = await rss(source({ sale }), source({ free: true, priceCents: 0 }));
    expect(texts(nodes, 'g:price')).toEqual(['3.00 USD', '0.00 USD']);
    expect(texts(nodes, 'description').slice(1)).toEqual([
      expect.stringContaining('$3.00. '),
      expect.stringContaining('Free. '),
    ]);
  });

  it('has absolute links to our own pages only', async () => {
    const description = '[ours](/store/a?x=1&y=2) [theirs](https://evil.example) [sly](//evil.example)';
    const [content = ''] = texts(await rss(source({ description })), 'content:encoded');
    expect([...content.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://hall.example/store/a?x=1&amp;y=2',
    ]);
  });

  it('is valid without entries', async () => {
    expect(texts(await rss(), 'item')).toEqual([]);
  });
});

describe.each(Object.entries(HOSTILE))('a feed with hostile text: %s', (_, text) => {
  const product = source({
    name: text,
    description: text,
    store: { id: 'a', slug: 'a', name: text, logo: null },
    images: [{ file: 'golem.webp', alt: text }],
  });

  it('is well-formed RSS with one item and safe HTML', async () => {
    const feed = { ...(await feedOf(product)), title: text, description: text };
    const nodes = elementsOf(rssXml(feed, '/feeds/new.xml', absolute, 'Miniatures Hall'));
    expect(texts(nodes, 'item')).toHaveLength(1);
    expect(strangeTags(texts(nodes, 'content:encoded')[0] ?? '')).toEqual([]);
    const plain = '<b>bold</b> & <i>not</i> &amp; &lt;u&gt;';
    if (text === plain) expect(texts(nodes, 'title')).toEqual([plain, plain]);
  });

  it('is a JSON Feed with one item and well-formed text', async () => {
    const json = JSON.stringify(jsonFeed(await feedOf(product), '/feeds/new.json', absolute));
    const read = JSON.parse(json) as { version: string; items: Record<string, string>[] };
    expect(read.items).toHaveLength(1);
    expect(json.isWellFormed()).toBe(true);
    expect(json).not.toMatch(/\\ud[89a-f]/i);
    expect(strangeTags(read.items[0]?.['content_html'] ?? '')).toEqual([]);
  });
});

it('a JSON Feed has address, dates and picture of its items', async () => {
  const feed = jsonFeed(await feedOf(source()), '/feeds/new.json', absolute);
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: 'https://hall.example/',
    feed_url: 'https://hall.example/feeds/new.json',
    items: [
      {
        id: 'https://hall.example/product/golem0000000000',
        date_published: '2026-11-21T05:00:00.000Z',
        authors: [{ name: 'Ashgrove Miniatures' }],
        attachments: [{ mime_type: 'image/webp', size_in_bytes: 12_345 }],
        _price: { text: '$5.99', amount: '5.99', currency: 'USD' },
      },
    ],
  });
});
