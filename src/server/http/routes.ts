import { paths } from '../../paths.ts';
import type { Urgency } from './admission.ts';

/** Paths of cached pages, which are the same for every visitor, and their relevant query parameters. */
const CACHED: { path: RegExp; query: readonly string[] | 'any' }[] = [
  { path: /^\/$/, query: [] },
  { path: /^\/search$/, query: 'any' },
  { path: /^\/categories$/, query: [] },
  { path: /^\/artists$/, query: ['sort', 'page'] },
  { path: /^\/guilds$/, query: ['page'] },
  { path: /^\/api\/suggestions$/, query: ['query'] },
  { path: /^\/product\/[^/]+$/, query: ['reviews', 'sort'] },
  { path: /^\/product\/[^/]+\/prints$/, query: ['page', 'photo'] },
  { path: /^\/product\/[^/]+\/questions$/, query: ['page'] },
  { path: /^\/store\/[^/]+(\/(products|categories|guild))?$/, query: ['page', 'shelf'] },
  { path: /^\/store\/[^/]+\/prints$/, query: ['page', 'photo'] },
  { path: /^\/store\/[^/]+\/feed\.(xml|json)$/, query: [] },
  { path: /^\/feeds\/new\.(xml|json)$/, query: [] },
  { path: /^\/shopping-cart$/, query: [] },
  { path: /^\/sitemap\.xml$/, query: [] },
  { path: /^\/sitemaps\/[\w-]+\.xml$/, query: [] },
  { path: /^\/robots\.txt$/, query: [] },
];
const VALUE_LIMIT = 200;
const QUERY_LIMIT = 2000;

/**
 * The address under which a request's page is cached and rendered, or null if it is not cached. Unknown parameters are
 * dropped, so that `?x=1` does not create another cache entry.
 */
export function cacheKey(path: string, query: string): string | null {
  const route = CACHED.find((entry) => entry.path.test(path));
  if (!route) return null;
  if (query === '') return path;
  if (route.query === 'any') {
    const known = [...new URLSearchParams(query)].filter(
      ([name]) => /^[\w-]{1,20}$/.test(name) && !/^(utm_|fbclid|gclid)/.test(name),
    );
    const sorted = new URLSearchParams(
      known.map(([name, value]): [string, string] => [name, value.slice(0, VALUE_LIMIT)]),
    );
    sorted.sort();
    const text = sorted.toString().slice(0, QUERY_LIMIT);
    return text === '' ? path : `${path}?${text}`;
  }
  const params = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const name of route.query) {
    const value = params.get(name);
    if (value !== null) known.set(name, value.slice(0, VALUE_LIMIT));
  }
  const text = known.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Makes an address decodable: if its path has an invalid escape sequence, every percent sign in it is escaped. Such a
 * path is then simply not found.
 */
export function readableAddress(address: string): string {
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    return path.replaceAll('%', '%25') + address.slice(path.length);
  }
}

/** Checkout, and everything on the way in: from the form to the mailed link. */
const VITAL = new Set([
  paths.paymentWebhook(),
  paths.productPaymentSuccess(),
  paths.subscriptionPaymentSuccess(),
  paths.sellerSubscriptionSuccess(),
  paths.cart(),
  paths.login(),
  paths.signup(),
  paths.loginCode(),
  paths.oauthReturn(),
  paths.verifyEmail(),
  paths.confirmEmail(),
  paths.resetPassword(),
  '/_actions/checkout.quote',
  '/_actions/checkout.checkOut',
  '/_actions/memberships.join',
]);
const VITAL_GROUPS = [/^\/_actions\/session\./, /^\/login\/with\//, /^\/store\/[^/]+\/guild\/join$/];
/** Read by feed readers and search engines, which come again by themselves. */
const BACKGROUND = /^(\/feeds\/|\/store\/[^/]+\/feed\.|\/sitemap|\/robots\.txt$)/;

/** How urgent the request of a path is. Downloads, uploads and listening pages have limits of their own. */
export function urgencyOf(path: string): Urgency {
  if (VITAL.has(path) || VITAL_GROUPS.some((group) => group.test(path))) return 'vital';
  return BACKGROUND.test(path) ? 'background' : 'page';
}

/** A path without slashes at its end. `/\/+$/` would look through every row of slashes within it once for each slash. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
