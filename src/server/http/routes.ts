/** Which paths are cached pages, identical for everybody, and which of their parameters make a difference. */
const CACHED: { path: RegExp; query: readonly string[] | 'any' }[] = [
  { path: /^\/$/, query: [] },
  { path: /^\/search$/, query: 'any' },
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
 * The address under which a request's page is cached and rendered, or null where it is not cached. Parameters the page
 * does not know are left out, so that a stranger's `?x=1` makes no page of its own.
 */
export function cacheKey(path: string, query: string): string | null {
  const route = CACHED.find((entry) => entry.path.test(path));
  if (!route) return null;
  if (query === '') return path;
  if (route.query === 'any') {
    const kept = [...new URLSearchParams(query)].filter(
      ([name]) => /^[\w-]{1,20}$/.test(name) && !/^(utm_|fbclid|gclid)/.test(name),
    );
    const sorted = new URLSearchParams(
      kept.map(([name, value]): [string, string] => [name, value.slice(0, VALUE_LIMIT)]),
    );
    sorted.sort();
    const text = sorted.toString().slice(0, QUERY_LIMIT);
    return text === '' ? path : `${path}?${text}`;
  }
  const asked = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of route.query) {
    const value = asked.get(name);
    if (value !== null) kept.set(name, value.slice(0, VALUE_LIMIT));
  }
  const text = kept.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * The address as it came, or where its path is half an escape sequence or no text, with each of its percent signs
 * escaped: such a path is read as it was written, and leads nowhere like any other that is not there.
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
