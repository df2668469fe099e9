import http from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTER_NAMES } from '../../src/domain/catalogue/search/search-params.ts';
import { paths } from '../../src/paths.ts';
import { freshAddress, request, world } from './request.ts';

const RUNS = { numRuns: 40 };

/** The status of an address sent exactly as written; fetch would normalise it. */
function statusOf(address: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port, host } = new URL(world.url);
  const sent = { host, accept: 'text/html', 'x-forwarded-for': freshAddress(), ...headers };
  return new Promise((resolve, reject) => {
    const request = http.get({ hostname, port, path: address, headers: sent, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    request.once('error', reject);
  });
}
/** 503 is not a failure: the machine that runs the tests may be busy. */
const fails = (status: number) => status >= 500 && status !== 503;

const SEGMENTS = [
  '%00',
  'a%00b',
  '%F0%9F%92%8E',
  '%ED%A0%80',
  '%E0%A4%A',
  '%',
  '%zz',
  '%2e%2e%2f%2e%2e%2f',
  '..%5c..%5c',
  '%C3%A9\u00e9',
  "'%20OR%201=1--",
  '%7B%3Aid%7D',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(15),
  'A'.repeat(15),
  'x'.repeat(10_000),
  '%25%25%25',
  `%${'25'.repeat(30)}00`,
  '%0d%0aset-cookie:%20a=b',
  ';',
  '(;;;)',
  '[object%20Object]',
];
/** Every address with a part that a visitor can make up. */
const ADDRESSES: Record<string, (part: string) => string> = {
  'a product': (part) => `/product/${part}`,
  'a store': (part) => `/store/${part}`,
  'the products of a store': (part) => `/store/${part}/products`,
  'a shelf of a store': (part) => `/store/seller/products?shelf=${part}`,
  'a page of a store': (part) => `/store/seller/products?page=${part}`,
  'the shelves of a store': (part) => `/store/${part}/categories`,
  'the guild of a store': (part) => `/store/${part}/guild`,
  'a gift': (part) => `/gift/${part}`,
  'a claim': (part) => `/claim/${part}`,
  'an unsubscribe link': (part) => `/mail-off/${part}`,
  'a link that cancels a membership': (part) => `/cancel-membership/${part}`,
  'a sitemap': (part) => `/sitemaps/${part}-1.xml`,
  'the number of a sitemap': (part) => `/sitemaps/products-${part}.xml`,
  'a sign-in provider': (part) => `/login/with/${part}`,
  'the callback of a provider': (part) => `/login/oauth?code=${part}&state=${part}`,
  'a redirect after the login': (part) => `/login?redirect=${part}`,
  'a token from a mail': (part) => `/verify-email?token=${part}`,
  'a token of a password reset': (part) => `/reset-password?token=${part}`,
  'a payment session': (part) => `/product-payment-success?session_id=${part}`,
  'a product of the library': (part) => `/account/library/${part}`,
  'an order': (part) => `/account/payments/${part}`,
  'a file': (part) => `/download/${'a'.repeat(15)}/${part}`,
  'an archive': (part) => `/download/${'a'.repeat(15)}/zip/${part}`,
  'a picture': (part) => `/img/320/products/${'a'.repeat(15)}/${part}.webp`,
  'a file of the database': (part) => `/api/files/products/${'a'.repeat(15)}/${part}`,
  'a missing page': (part) => `/${part}`,
  'a search': (part) => `/search?query=${part}`,
};

describe('a made-up address', () => {
  it.each(Object.entries(ADDRESSES))('of %s never causes a server error', async (_what, address) => {
    const { buyer: cookie } = world.cookies;
    for (const part of SEGMENTS) {
      const status = await statusOf(address(part), { cookie });
      expect.soft(fails(status), `${address(part).slice(0, 80)} → ${status}`).toBe(false);
    }
  });

  it.each(['/product/', '/store/', '/gift/', '/claim/'])('below %s is not found', async (below) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), async (id) => {
        const status = await statusOf(below + encodeURIComponent(id));
        // Dots are normalised to another address; no generated id matches one of ours.
        if (!/^\.{1,2}$/.test(id)) expect([404, 503]).toContain(status);
      }),
      RUNS,
    );
  });
});

describe('a search', () => {
  const NAMES = ['query', 'sort', 'page', 'x', '__proto__', 'query[]', ...FILTER_NAMES];
  const name = fc.constantFrom(...NAMES, ...FILTER_NAMES.map((filter) => `not-${filter}`));
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '0',
      '-1',
      '1.5',
      '1e9',
      '42',
      'NaN',
      '99999999999999999999',
      'free',
      'yes',
      'constructor',
    ),
    fc.constantFrom(
      '"',
      '" OR "',
      'NEAR(a b)',
      '*',
      '^a',
      '-',
      'a:b',
      "'--",
      '(',
      '{:x}',
      'x'.repeat(10_000),
    ),
  );
  /** Lone surrogates are replaced, as a browser does. */
  const queryOf = (pairs: [string, string][]) =>
    new URLSearchParams(pairs.map(([key, text]): [string, string] => [key, text.toWellFormed()])).toString();

  it('answers any combination of parameters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 8 }), async (pairs) => {
        // Node itself refuses addresses longer than 16 kB.
        expect([200, 431, 503]).toContain(await statusOf(`/search?${queryOf(pairs)}`));
      }),
      RUNS,
    );
  });

  it.each([
    ['the same parameter a hundred times', `/search?${'category=terrain&'.repeat(100)}`],
    ['lists', '/search?query[]=a&page[]=1&page=1&page=2&sort=a&sort=b'],
    ['broken escapes', '/search?query=%E0%A4%A&page=%&=%&&&==='],
    ['lone surrogates', '/search?query=%ED%A0%80%00%FF&category=%ED%B0%80'],
    ['a page beyond the last', '/search?page=41'],
    ['a page far beyond', '/search?page=999999999999'],
    ['names from the object prototype', '/search?sort=__proto__&price=constructor&free=toString'],
    ['invalid prices', '/search?price=0-0&price=-1&price=Infinity&price=%F0%9F%92%8E'],
  ])('accepts %s', async (_what, address) => {
    expect([200, 503]).toContain(await statusOf(address));
  });
});

describe('a made-up cookie', () => {
  it.each([
    'pb_auth=',
    'pb_auth=%',
    'pb_auth=%E0%A4%A',
    'pb_auth=null',
    'pb_auth=%7B%22token%22%3A%22a.b.c%22%2C%22record%22%3A%5B%5D%7D',
    `pb_auth=${'x'.repeat(10_000)}`,
    'pb_auth="a"; pb_auth=b; =; ;;',
    `pb_auth=${encodeURIComponent(JSON.stringify({ token: `a.${'x'.repeat(3000)}.c` }))}`,
    `pb_auth=${encodeURIComponent('{"a":'.repeat(500))}`,
  ])('signs nobody in: %s', async (cookie) => {
    expect(await (await request('anonymous', paths.owned(), { headers: { cookie } })).json()).toEqual({
      whole: true,
      owned: [],
      gone: [],
      reviewed: [],
      store: null,
      cursor: '',
    });
    expect(await statusOf(paths.account(), { cookie })).toBe(302);
  });
});
