/** Where visits to products come from, in classes only: neither an address nor a person is kept. */

export const ORIGINS = ['search', 'link', 'feed', 'mail', 'post', 'site', 'direct'] as const;
/** The class of a visit to a product. A product added to a cart and sold has the class of the visit that led there. */
export type VisitOrigin = (typeof ORIGINS)[number];

export const ORIGIN_TEXTS: Record<VisitOrigin, string> = {
  search: 'Search engines',
  link: 'Other sites',
  feed: 'Feeds',
  mail: 'Our mails',
  post: 'Posts',
  site: 'This site',
  direct: 'Directly',
};

/** What each class stands for, as the page of the seller explains it. */
export const ORIGIN_NOTES: Record<VisitOrigin, string> = {
  search: 'Google, Bing, DuckDuckGo and the like',
  link: 'links on other sites, in forums and social networks',
  feed: 'the feeds of new models',
  mail: 'notifications and digests that we send',
  post: 'your own news here: a link in a post',
  site: 'our own search, home page, stores and lists',
  direct: 'a typed address, a bookmark, or a link in an app',
};

/** Whether a value is one of the classes. */
export function isOrigin(value: unknown): value is VisitOrigin {
  return ORIGINS.some((one) => one === value);
}

/** Hosts of search engines. Other services of the same companies, such as their mail, are other sites. */
const SEARCH_ENGINES = [
  /^(www\.|news\.)?google\.(com?\.)?[a-z]{2,3}$/,
  /^((www|cn)\.)?bing\.com$/,
  /^((www|html|lite|start)\.)?duckduckgo\.com$/,
  /^([a-z-]+\.)?search\.yahoo\.(com|co\.jp)$/,
  /^(www\.)?yandex\.(com(\.tr)?|[a-z]{2})$/,
  /^(www\.)?ya\.ru$/,
  /^((www|m)\.)?baidu\.com$/,
  /^((www|lite)\.)?qwant\.com$/,
  /^(www\.)?(ecosia\.org|startpage\.com|mojeek\.com|kagi\.com|swisscows\.com|metager\.(org|de))$/,
  /^search\.(brave\.com|naver\.com|seznam\.cz|aol\.com)$/,
  /^com\.google\.android\.googlequicksearchbox$/,
];

/** Pages on which people read what a store wrote: one post, also as a member, and the store's list of them. */
const POST_PAGE = /^[a-z]+:\/\/[^/]+\/(post\/|store\/[^/]+\/posts)/i;

/** The host of an address with its port, in lower case; "" if it has none. */
function hostOf(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#@]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
}

/**
 * The class of a visit.
 * @param page the address of the page with its query; `from=feed` or `from=mail` in it marks our own links.
 * @param referrer the address of the page before, as the browser tells it; "" for none. Anything else is taken as none.
 */
export function originOf(page: string, referrer: string): VisitOrigin {
  const mark = /[?&]from=(feed|mail)(?=[&#]|$)/.exec(page)?.[1];
  if (isOrigin(mark)) return mark;
  const from = hostOf(referrer);
  if (from === '') return 'direct';
  if (from === hostOf(page)) return POST_PAGE.test(referrer) ? 'post' : 'site';
  return SEARCH_ENGINES.some((engine) => engine.test(from)) ? 'search' : 'link';
}

/** A class for one product of a cart. */
export interface ProductOrigin {
  productId: string;
  origin: VisitOrigin;
}

/** Maximum number of products whose class a browser remembers. */
export const ORIGINS_KEPT = 200;

/** Notes the class of a product and forgets the oldest where there are too many. */
export function noteOrigin(
  origins: ReadonlyMap<string, VisitOrigin>,
  productId: string,
  origin: VisitOrigin,
): Map<string, VisitOrigin> {
  const others = [...origins].filter(([id]) => id !== productId);
  return new Map([...others, [productId, origin] as const].slice(-ORIGINS_KEPT));
}

/** Reads what `withOrigin` noted from browser storage, as a list of pairs. Invalid entries are dropped; never throws. */
export function parseOrigins(text: string | null): Map<string, VisitOrigin> {
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return new Map();
  }
  const pairs: unknown[] = Array.isArray(stored) ? stored : [];
  return new Map(
    pairs.flatMap((pair) => {
      const [id, origin] = Array.isArray(pair) ? (pair as unknown[]) : [];
      return typeof id === 'string' && isOrigin(origin) ? [[id, origin] as const] : [];
    }),
  );
}
