import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../../src/domain/catalogue/search/search-params.ts';
import { readableAddress } from '../../../src/front/addresses.ts';
import { paths } from '../../../src/paths.ts';
import { cacheKey, urgencyOf } from '../../../src/server/http/routes.ts';

describe('the address under which a page is cached', () => {
  it.each([
    ['/', '', '/'],
    ['/', 'utm_source=mail&x=1', '/'],
    ['/product/abc', 'ref=1', '/product/abc'],
    ['/store/ashgrove/products', 'page=2&x=1', '/store/ashgrove/products?page=2'],
    ['/store/ashgrove/products', 'shelf=dragons&page=1', '/store/ashgrove/products?shelf=dragons'],
    ['/store/ashgrove', 'shelf=dragons&page=2', '/store/ashgrove'],
    ['/artists', 'sort=whatever&page=02', '/artists'],
    ['/product/abc', 'sort=best&reviews=x', '/product/abc'],
    ['/product/abc/prints', 'photo=x', '/product/abc/prints?photo=x'],
    ['/api/suggestions', 'query=++drag++', '/api/suggestions?query=drag'],
    ['/search', 'query=dragon', '/search?query=dragon'],
    ['/feeds/new.xml', 'x=1', '/feeds/new.xml'],
    ['/store/ashgrove/feed.json', 'page=2', '/store/ashgrove/feed.json'],
    ['/api/suggestions', 'query=drag&x=1', '/api/suggestions?query=drag'],
    ['/search', 'utm_campaign=x&query=dragon', '/search?query=dragon'],
  ])('of %s?%s is %s', (path, query, key) => {
    expect(cacheKey(path, query)).toBe(key);
  });

  it('is the same in whatever order the parameters come', () => {
    expect(cacheKey('/search', 'sort=newest&query=a')).toBe(cacheKey('/search', 'query=a&sort=newest'));
  });

  it.each([
    'foo=1',
    'query=',
    'page=1',
    'page=x',
    'sort=newest',
    'scale=none',
    'query=%20&price=7&not-store=A/B',
  ])('is the same for a parameter that a search ignores: %s', (query) =>
    expect(cacheKey('/search', query)).toBe('/search'),
  );

  it('reads a search as the page does, whatever its length', () => {
    const query = `query=dragon&not-store=a&${Array.from({ length: 12 }, (_, at) => `store=${'s'.repeat(50)}${at}`).join('&')}`;
    for (const long of [
      query,
      `${query}&${query.replaceAll('store', 'category')}&${query.replaceAll('store', 'not-category')}`,
    ]) {
      const key = cacheKey('/search', long) ?? '';
      const read = key.slice('/search?'.length);
      expect(cacheKey('/search', read)).toBe(key);
      expect(parseSearch(new URLSearchParams(read)).query).toBe('dragon');
      for (const [, slug] of key.matchAll(/store=([^&]+)/g)) expect(slug).toMatch(/^(a|s{50}\d+)$/);
    }
  });

  it('is null for personal pages', () => {
    for (const path of [
      '/login',
      '/signup',
      '/account',
      '/account/library',
      '/product-payment-success',
      '/x',
    ])
      expect(cacheKey(path, '')).toBeNull();
  });

  it('is bounded, whatever a stranger sends', () => {
    const key = cacheKey('/search', `query=${'a'.repeat(10_000)}&${'b=1&'.repeat(2_000)}`);
    expect(key?.length).toBeLessThan(3_000);
  });
});

describe('an address', () => {
  it.each(['/', '/search?query=%', '/product/%F0%9F%92%8E', '/a%20b?x=%E0%A4%A', '/100%25'])(
    'that can be read stays as it came: %s',
    (address) => expect(readableAddress(address)).toBe(address),
  );

  it.each([
    ['/%E0%A4%A', '/%25E0%25A4%25A'],
    ['/100%?x=%20', '/100%25?x=%20'],
    ['/%ED%A0%80/%20', '/%25ED%25A0%2580/%2520'],
  ])('that is half an escape is read as it was written: %s', (address, read) => {
    expect(readableAddress(address)).toBe(read);
  });
});

it.each([
  paths.paymentWebhook(),
  paths.productPaymentSuccess(),
  paths.subscriptionPaymentSuccess(),
  paths.sellerSubscriptionSuccess(),
  paths.cart(),
  '/_actions/checkout.quote',
  '/_actions/checkout.checkOut',
  '/_actions/memberships.join',
  paths.joinGuild('ashen-forge'),
  paths.giveMembership('ashen-forge'),
  paths.login(),
  paths.oauthStart('google'),
  paths.oauthReturn(),
  '/_actions/session.signIn',
  '/_actions/session.confirmPasswordReset',
  paths.withdraw(),
  paths.withdraw('a-token'),
  '/_actions/withdrawals.ask',
  paths.cancelMembership(),
])('%s is never kept waiting by people who browse', (path) => {
  expect(urgencyOf(path)).toBe('vital');
});

it.each([
  '/',
  paths.search(),
  paths.product('x'),
  paths.library(),
  '/_actions/products.all',
  '/no-such-page',
])('%s can be asked for again', (path) => expect(urgencyOf(path)).toBe('page'));

it.each([
  paths.newFeed('json'),
  paths.storeFeed('ashen-forge', 'xml'),
  paths.sitemap(),
  '/sitemaps/products-1.xml',
  '/robots.txt',
])('%s is read by programs, which come again', (path) => {
  expect(urgencyOf(path)).toBe('background');
});

it('what helps while somebody types waits for pages, whoever types', () => {
  expect(urgencyOf(paths.suggestions())).toBe('hint');
  expect(urgencyOf(`${paths.suggestions()}?query=stone`, true)).toBe('hint');
  expect(urgencyOf(`${paths.help()}?query=refund`)).toBe('hint');
  expect(urgencyOf(paths.help())).toBe('page');
});

it('somebody who is signed in has places of their own, and none less at the checkout', () => {
  expect(urgencyOf(paths.account(), true)).toBe('member');
  expect(urgencyOf('/_actions/products.all', true)).toBe('member');
  expect(urgencyOf(paths.cart(), true)).toBe('vital');
});
