import type { Instant } from '../kernel/instant.ts';

/**
 * What visitors look at, counted for sellers: how often a page was seen, in how many visits, and how often it led into a
 * cart. Nothing in here knows a person; a visit is known to the visitor's own browser only.
 */

/** What waits in the browser is sent together, so many milliseconds after the first of it. */
export const FLUSH_MS = 3000;
/** No client counts more than so many events a second. */
export const EVENTS_A_SECOND = 10;
/** A visit ends when nothing was looked at for so many milliseconds. */
export const VISIT_IDLE_MS = 1_800_000;
/** The cookie that says yes ends after so many seconds; then the question is asked anew. */
export const CONSENT_SECONDS = 365 * 86_400;
/** The most one batch can hold: what fits between two of them. */
export const BATCH_MAX = (EVENTS_A_SECOND * FLUSH_MS) / 1000;

export const VIEW_EVENT_KINDS = ['product', 'store', 'cart'] as const;
/** A product's page seen, a store's page seen, a product put into a cart. */
export type ViewEventKind = (typeof VIEW_EVENT_KINDS)[number];

export interface ViewEvent {
  kind: ViewEventKind;
  /** The product's id, or the store's. */
  id: string;
  /** Whether this visit saw it for the first time. Never of a cart. */
  first: boolean;
}

/** What a browser remembers of the visit that goes on: when it last looked at something, and what it has seen. */
export interface Visit {
  at: Instant;
  seen: readonly string[];
}

/** So many pages are told apart in one visit; what is seen after them counts as seen before. */
export const SEEN_MAX = 200;

/** The visit after `id` was looked at, and whether it was the first time in it. */
export function visitAfter(visit: Visit | null, id: string, now: Instant): { visit: Visit; first: boolean } {
  // A clock that was set back begins a new one, too.
  const goesOn = visit !== null && now >= visit.at && now - visit.at <= VISIT_IDLE_MS;
  const seen = goesOn ? visit.seen : [];
  const first = !seen.includes(id) && seen.length < SEEN_MAX;
  return { visit: { at: now, seen: first ? [...seen, id] : seen }, first };
}

/** A visit out of whatever a browser kept; null for anything that is none. */
export function parseVisit(text: string | null): Visit | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('seen' in kept)) return null;
    const { at, seen } = kept;
    if (typeof at !== 'number' || !Array.isArray(seen)) return null;
    return { at, seen: seen.filter((id): id is string => typeof id === 'string').slice(0, SEEN_MAX) };
  } catch {
    return null;
  }
}

/**
 * Whether one more event may be counted at `now`.
 * @param counted when the last ones were, oldest first.
 * @returns what to remember, or null where there were too many within a second.
 */
export function withEvent(counted: readonly Instant[], now: Instant): Instant[] | null {
  const lately = counted.filter((at) => at > now - 1000);
  return lately.length < EVENTS_A_SECOND ? [...lately, now] : null;
}

export type ViewBatchRefusal = { field: string; message: string };

/** The events of a batch as a browser sent it, or the field that is wrong and why. */
export function readViewBatch(sent: unknown): ViewEvent[] | ViewBatchRefusal {
  const events = typeof sent === 'object' && sent !== null && 'events' in sent ? sent.events : undefined;
  if (!Array.isArray(events)) return { field: 'events', message: 'Send a list of events.' };
  if (events.length === 0 || events.length > BATCH_MAX)
    return { field: 'events', message: `Send 1 to ${BATCH_MAX} events at once.` };
  const read: ViewEvent[] = [];
  for (const [at, event] of events.entries()) {
    const { kind, id, first } = (event ?? {}) as Record<string, unknown>;
    const field = (name: string) => `events.${at}.${name}`;
    const known = VIEW_EVENT_KINDS.find((one) => one === kind);
    if (!known) return { field: field('kind'), message: `Use one of ${VIEW_EVENT_KINDS.join(', ')}.` };
    if (typeof id !== 'string' || !/^[a-z0-9]{15}$/.test(id))
      return { field: field('id'), message: 'This is not the number of a product or a store.' };
    if (typeof first !== 'boolean') return { field: field('first'), message: 'Say true or false.' };
    read.push({ kind: known, id, first: first && known !== 'cart' });
  }
  return read;
}

/** Programs that look at pages and are nobody: what names itself one, and what drives a browser by itself. */
const BOTS =
  /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|preview|scan|fetch|monitor|lighthouse|headless|archiver|facebookexternalhit|embedly|curl|wget|python|java\/|go-http|okhttp|axios|node|libwww|feed/i;

/** Whether a visitor with this User-Agent is counted. One who says nothing is not. */
export function countsAsVisitor(userAgent: string | null): boolean {
  return userAgent !== null && /mozilla\/|opera\//i.test(userAgent) && !BOTS.test(userAgent);
}

/** Whether these headers ask not to be followed: Do Not Track or Global Privacy Control. */
export function hasPrivacySignal(header: (name: string) => string | null): boolean {
  return header('dnt') === '1' || header('sec-gpc') === '1';
}

/** What is added to one row: a product's day, or with `product` null its store's own page. */
export interface ViewCount {
  views: number;
  visits: number;
  carts: number;
}

/** What events come to, by what they are about: "product/{id}" or "store/{id}". */
export function viewCounts(events: readonly ViewEvent[]): Map<string, ViewCount> {
  const counts = new Map<string, ViewCount>();
  for (const { kind, id, first } of events) {
    const key = `${kind === 'store' ? 'store' : 'product'}/${id}`;
    const count = counts.get(key) ?? { views: 0, visits: 0, carts: 0 };
    counts.set(key, {
      views: count.views + (kind === 'cart' ? 0 : 1),
      visits: count.visits + (first ? 1 : 0),
      carts: count.carts + (kind === 'cart' ? 1 : 0),
    });
  }
  return counts;
}
