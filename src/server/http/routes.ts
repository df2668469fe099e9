import { parseSearch, searchAddress } from '../../domain/catalogue/search/search-params.ts';
import { isReviewSort } from '../../domain/community/review.ts';
import { HELP_QUERY_MAX } from '../../domain/site/help-search.ts';
import type { Urgency } from '../../front/load-shedding/queue-limits.ts';
import { paths } from '../../paths.ts';

/** The canonical value of a parameter, or null where the page would ignore it. */
type Reading = (value: string) => string | null;
const asIs: Reading = (value) => value.slice(0, VALUE_LIMIT);
/** Page 1 is the page without a number. */
const pageNumber: Reading = (value) => (/^[1-9]\d{0,4}$/.test(value) && value !== '1' ? value : null);
const reviewsPage: Reading = (value) => (/^[1-9]\d{0,3}$/.test(value) ? value : null);
const slug: Reading = (value) => (/^[a-z0-9-]{1,60}$/.test(value) ? value : null);
const storeOrder: Reading = (value) => (value === 'newest' ? value : null);
const listPlace: Reading = (value) => (/^\d{1,15}-[a-z0-9]{15}$/.test(value) ? value : null);
const reviewOrder: Reading = (value) => (isReviewSort(value) ? value : null);
const searchWords: Reading = (value) => parseSearch(new URLSearchParams({ query: value })).query || null;

const helpWords: Reading = (value) => value.trim().slice(0, HELP_QUERY_MAX) || null;

/** Paths of cached pages, which are the same for every visitor, and how each reads its query. */
const CACHED: { path: RegExp; query: Readonly<Record<string, Reading>> | 'search' }[] = [
  { path: /^\/$/, query: {} },
  { path: /^\/search$/, query: 'search' },
  { path: /^\/categories$/, query: {} },
  { path: /^\/artists$/, query: { sort: storeOrder, page: pageNumber } },
  { path: /^\/guilds$/, query: { page: pageNumber } },
  { path: /^\/(join|terms|privacy|licensing|accessibility|imprint)$/, query: {} },
  { path: /^\/help$/, query: { query: helpWords } },
  { path: /^\/help\/[a-z]{1,40}$/, query: {} },
  { path: /^\/legal\/[a-z]+\/\d+$/, query: {} },
  { path: /^\/api\/suggestions$/, query: { query: searchWords } },
  { path: /^\/product\/[^/]+$/, query: { reviews: reviewsPage, sort: reviewOrder } },
  { path: /^\/product\/[^/]+\/prints$/, query: { page: pageNumber, photo: asIs } },
  { path: /^\/product\/[^/]+\/questions$/, query: { page: pageNumber } },
  { path: /^\/store\/[^/]+(\/(categories|guild))?$/, query: {} },
  { path: /^\/store\/[^/]+\/products$/, query: { query: searchWords, page: pageNumber, shelf: slug } },
  { path: /^\/store\/[^/]+\/prints$/, query: { page: pageNumber, photo: asIs } },
  { path: /^\/store\/[^/]+\/(feed|posts)\.(xml|json)$/, query: {} },
  { path: /^\/store\/[^/]+\/posts$/, query: { before: listPlace } },
  // A post for members is read at an address below it, which is never cached.
  { path: /^\/post\/[^/]+$/, query: { before: listPlace } },
  { path: /^\/feeds\/new\.(xml|json)$/, query: {} },
  { path: /^\/(shopping-cart|my-printers)$/, query: {} },
  { path: /^\/sitemap\.xml$/, query: {} },
  { path: /^\/sitemaps\/[\w-]+\.xml$/, query: {} },
  { path: /^\/robots\.txt$/, query: {} },
];
const VALUE_LIMIT = 200;
const QUERY_LIMIT = 2000;
/** No search that fits the limit above is written longer. */
const WRITTEN_LIMIT = 3 * QUERY_LIMIT;

/**
 * The address under which a request's page is cached and rendered, or null if it is not cached. It is written anew from
 * what the page reads in the query, so that neither `?x=1` nor another spelling of a value creates another cache entry.
 */
export function cacheKey(path: string, query: string): string | null {
  const route = CACHED.find((entry) => entry.path.test(path));
  if (!route) return null;
  if (query === '') return path;
  const params = new URLSearchParams(query.slice(0, WRITTEN_LIMIT));
  const text = route.query === 'search' ? searchText(params) : textOf(params, route.query);
  return text === '' ? path : `${path}?${text}`;
}

function searchText(params: URLSearchParams): string {
  const text = searchAddress(parseSearch(params));
  // Cut between two parameters, so that none becomes another one.
  return text.length <= QUERY_LIMIT ? text : text.slice(0, Math.max(0, text.lastIndexOf('&', QUERY_LIMIT)));
}

function textOf(params: URLSearchParams, readings: Readonly<Record<string, Reading>>): string {
  const known = new URLSearchParams();
  for (const [name, reading] of Object.entries(readings)) {
    const value = params.get(name);
    const read = value === null ? null : reading(value);
    if (read !== null) known.set(name, read);
  }
  return known.toString();
}

/** Checkout, everything on the way in, from the form to the mailed link, and the ways out that the law gives. */
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
  '/_actions/gifts.giveMembership',
  paths.withdraw(),
  '/_actions/withdrawals.ask',
  '/_actions/withdrawals.confirm',
  paths.cancelMembership(),
]);
const VITAL_GROUPS = [
  /^\/_actions\/session\./,
  /^\/login\/with\//,
  /^\/store\/[^/]+\/guild\/(join|gift)$/,
  /^\/(withdraw|cancel-membership)\/[^/]+$/,
];
/** Read by feed readers and search engines, which come again by themselves. */
const BACKGROUND = /^(\/feeds\/|\/store\/[^/]+\/(feed|posts)\.|\/sitemap|\/robots\.txt$)/;

/** Helps while somebody types: suggestions, and the words of the help pages that they look for. */
const HINT = /^(\/api\/suggestions$|\/help\?)/;

/**
 * How urgent a request is. Downloads, uploads and listening pages have limits of their own.
 * @param address the path, with its query where it has one. @param isMember whether somebody asks who is signed in.
 */
export function urgencyOf(address: string, isMember = false): Urgency {
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  if (VITAL.has(path) || VITAL_GROUPS.some((group) => group.test(path))) return 'vital';
  if (HINT.test(path) || HINT.test(address)) return 'hint';
  if (BACKGROUND.test(path)) return 'background';
  return isMember ? 'member' : 'page';
}
