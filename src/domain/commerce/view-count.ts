import type { Instant } from '../kernel/instant.ts';
import { isOrigin, ORIGINS, type VisitOrigin } from './origin.ts';

/**
 * Page views for sellers: how often a page was viewed, in how many visits, and how often a product was added to a cart.
 * Nothing here identifies a person; a visit is known only to the visitor's own browser.
 */

/** The browser sends collected events this long after the first one, in milliseconds. */
export const FLUSH_MS = 3000;
/** Maximum number of events per client and second. */
export const EVENTS_A_SECOND = 10;
/** A visit ends after this long without a view, in milliseconds. */
export const VISIT_IDLE_MS = 1_800_000;
/** Lifetime of the consent cookie in seconds; then the question is asked again. */
export const CONSENT_SECONDS = 365 * 86_400;
/** Maximum number of events in a batch. */
export const BATCH_MAX = (EVENTS_A_SECOND * FLUSH_MS) / 1000;

export const VIEW_EVENT_KINDS = ['product', 'store', 'cart'] as const;
/** A product page viewed, a store page viewed, a product added to a cart. */
export type ViewEventKind = (typeof VIEW_EVENT_KINDS)[number];

export interface ViewEvent {
  kind: ViewEventKind;
  /** The product's id, or the store's. */
  id: string;
  /** Whether it is the first view in this visit. Always false for `cart`. */
  first: boolean;
  /** Where the visit to the product came from; null for a store, and where the browser does not say. */
  origin: VisitOrigin | null;
}

/** The current visit in the browser: time of the last view, and ids viewed so far. */
export interface Visit {
  at: Instant;
  seen: readonly string[];
  /** The class of the first view, by id. */
  origins: Readonly<Record<string, VisitOrigin>>;
}

/** Maximum number of pages remembered per visit; later ones count as viewed before. */
export const SEEN_MAX = 200;

/**
 * Adds a view of `id` to the visit; `first` says whether it was the first one.
 * @param origin where this view came from. The class of the first view of the visit stays and is in the answer.
 */
export function visitAfter(
  visit: Visit | null,
  id: string,
  now: Instant,
  origin: VisitOrigin = 'direct',
): { visit: Visit; first: boolean; origin: VisitOrigin } {
  // A clock that was set back starts a new visit, too.
  const goesOn = visit !== null && now >= visit.at && now - visit.at <= VISIT_IDLE_MS;
  const seen = goesOn ? visit.seen : [];
  const first = !seen.includes(id) && seen.length < SEEN_MAX;
  const origins = goesOn ? visit.origins : {};
  const known = origins[id] ?? origin;
  return {
    visit: {
      at: now,
      seen: first ? [...seen, id] : seen,
      origins: first ? { ...origins, [id]: known } : origins,
    },
    first,
    origin: known,
  };
}

/** Reads a visit from browser storage; null if it is invalid. */
export function parseVisit(text: string | null): Visit | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('seen' in stored))
      return null;
    const { at, seen } = stored;
    if (typeof at !== 'number' || !Array.isArray(seen)) return null;
    const ids = seen.filter((id): id is string => typeof id === 'string').slice(0, SEEN_MAX);
    const told = 'origins' in stored && typeof stored.origins === 'object' ? (stored.origins ?? {}) : {};
    const of = new Map(Object.entries(told));
    const origins = ids.flatMap((id) =>
      isOrigin(of.get(id)) ? [[id, of.get(id) as VisitOrigin] as const] : [],
    );
    return { at, seen: ids, origins: Object.fromEntries(origins) };
  } catch {
    return null;
  }
}

/**
 * Applies the rate limit to one more event at `now`.
 * @param counted times of the last events, oldest first.
 * @returns the times to remember, or null if there were too many within a second.
 */
export function withEvent(counted: readonly Instant[], now: Instant): Instant[] | null {
  const lately = counted.filter((at) => at > now - 1000);
  return lately.length < EVENTS_A_SECOND ? [...lately, now] : null;
}

export type ViewBatchRefusal = { field: string; message: string };

/** Reads the events of a batch, or returns the invalid field and why. */
export function readViewBatch(sent: unknown): ViewEvent[] | ViewBatchRefusal {
  const events = typeof sent === 'object' && sent !== null && 'events' in sent ? sent.events : undefined;
  if (!Array.isArray(events)) return { field: 'events', message: 'Send a list of events.' };
  if (events.length === 0 || events.length > BATCH_MAX)
    return { field: 'events', message: `Send 1 to ${BATCH_MAX} events at once.` };
  const read: ViewEvent[] = [];
  for (const [at, event] of events.entries()) {
    const { kind, id, first, origin = null } = (event ?? {}) as Record<string, unknown>;
    const field = (name: string) => `events.${at}.${name}`;
    const known = VIEW_EVENT_KINDS.find((one) => one === kind);
    if (!known) return { field: field('kind'), message: `Use one of ${VIEW_EVENT_KINDS.join(', ')}.` };
    if (typeof id !== 'string' || !/^[a-z0-9]{15}$/.test(id))
      return { field: field('id'), message: 'This is not the number of a product or a store.' };
    if (typeof first !== 'boolean') return { field: field('first'), message: 'Say true or false.' };
    if (origin !== null && !isOrigin(origin))
      return { field: field('origin'), message: `Use one of ${ORIGINS.join(', ')}.` };
    read.push({
      kind: known,
      id,
      first: first && known !== 'cart',
      origin: known === 'store' ? null : origin,
    });
  }
  return read;
}

/** User agents of crawlers, tools and automated browsers. */
const BOTS =
  /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|preview|scan|fetch|monitor|lighthouse|headless|archiver|facebookexternalhit|embedly|curl|wget|python|java\/|go-http|okhttp|axios|node|libwww|feed/i;

/** Whether views with this User-Agent are counted. Without one they are not. */
export function countsAsVisitor(userAgent: string | null): boolean {
  return userAgent !== null && /mozilla\/|opera\//i.test(userAgent) && !BOTS.test(userAgent);
}

/** Whether these headers contain a privacy signal: Do Not Track or Global Privacy Control. */
export function hasPrivacySignal(header: (name: string) => string | null): boolean {
  return header('dnt') === '1' || header('sec-gpc') === '1';
}

/** The analytics consent cookie. It does not identify the visitor. */
const CONSENT = /(?:^|;\s*)counting=yes(?:;|$)/;

/** Whether a request with these headers may be counted: its visitor agreed, and is neither a bot nor sends a privacy signal. */
export function mayBeCounted(header: (name: string) => string | null): boolean {
  return (
    CONSENT.test(header('cookie') ?? '') && !hasPrivacySignal(header) && countsAsVisitor(header('user-agent'))
  );
}

/** Counts of one page on one day. */
export interface ViewCount {
  views: number;
  visits: number;
  carts: number;
}

/**
 * Sums up events by page: "product/{id}" or "store/{id}". Visits and carts of a product are summed up once more by where
 * they came from: "product/{id}/{origin}".
 */
export function viewCounts(events: readonly ViewEvent[]): Map<string, ViewCount> {
  const counts = new Map<string, ViewCount>();
  for (const { kind, id, first, origin } of events) {
    const page = `${kind === 'store' ? 'store' : 'product'}/${id}`;
    for (const key of origin !== null && (first || kind === 'cart') ? [page, `${page}/${origin}`] : [page]) {
      const count = counts.get(key) ?? { views: 0, visits: 0, carts: 0 };
      counts.set(key, {
        views: count.views + (kind === 'cart' ? 0 : 1),
        visits: count.visits + (first ? 1 : 0),
        carts: count.carts + (kind === 'cart' ? 1 : 0),
      });
    }
  }
  return counts;
}
