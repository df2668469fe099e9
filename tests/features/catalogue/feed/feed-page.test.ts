import { describe, expect, it } from 'vitest';
import type { Feed, FeedEntry } from '../../../../src/features/catalogue/feed/feed.ts';
import { answerFeed } from '../../../../src/features/catalogue/feed/feed-page.ts';

const CHANGED = Date.UTC(2026, 10, 1);
const EMPTY: Feed = {
  title: 'New at Ashgrove',
  description: 'Models.',
  page: '/store/ashgrove',
  entries: [],
};
const ENTRY: FeedEntry = {
  ...{ id: 'wyrm00000000000', path: '/product/wyrm', title: 'Wyrm & Co', storeName: 'Ashgrove' },
  ...{ price: { text: '$5.99', amount: '5.99' }, summary: 'A wyrm.', html: '<p>A wyrm.</p>', picture: null },
  ...{ mature: false, publishedAt: CHANGED, changedAt: CHANGED },
};

/** What a page gives: where it stands, and what it says about its cache. */
function context(site?: string) {
  const said: object[] = [];
  const cache = { set: (what: object) => said.push(what) };
  const url = new URL('http://127.0.0.1:4321/store/ashgrove/feed.xml');
  return { said, page: { cache, url, site: site && new URL(site), locals: {} } as never };
}

describe('the answer of a feed', () => {
  it.each([
    ['xml', 'application/rss+xml; charset=utf-8', '<rss'],
    ['json', 'application/feed+json; charset=utf-8', '{'],
  ] as const)(
    'of %s says its type, and leads to the public address of the site',
    async (kind, type, begin) => {
      const { page } = context('https://guildhall.example');
      const answer = answerFeed(page, { ...EMPTY, entries: [ENTRY] }, '/store/ashgrove/feed.xml', kind);
      expect(answer.headers.get('content-type')).toBe(type);
      const text = await answer.text();
      expect(text).toContain(begin);
      expect(text).toContain('https://guildhall.example/product/wyrm');
      expect(text).not.toContain('127.0.0.1');
    },
  );

  it('leads to the address it was asked at where the site has no other', async () => {
    const text = await answerFeed(context().page, EMPTY, '/store/ashgrove/feed.xml', 'json').text();
    expect(text).toContain('http://127.0.0.1:4321/store/ashgrove');
  });

  it('says when it changed last; an empty one never did', () => {
    const full = context();
    answerFeed(full.page, { ...EMPTY, entries: [ENTRY] }, '/x', 'json');
    expect(full.said).toEqual([{ lastModified: new Date(CHANGED) }]);
    const empty = context();
    answerFeed(empty.page, EMPTY, '/x', 'xml');
    expect(empty.said).toEqual([]);
  });
});
