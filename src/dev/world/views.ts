import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { addViewCounts, viewsOfStore } from '../../data/commerce/view-counts.ts';
import type { VisitOrigin } from '../../domain/commerce/origin.ts';
import type { ViewCount } from '../../domain/commerce/view-count.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { SHOP_WINDOW, STORES } from './cast.ts';

const DAY_MS = 86_400_000;
/** The days with page views, up to yesterday; today's views come from real visitors of the demo world. */
const DAYS = 28;
/** More rows than four weeks of the demo world have. */
const ROWS_MAX = 2000;

/** A number from 0 to 1 that is always the same for the same text. */
function chance(...words: (string | number)[]): number {
  return (createHash('sha256').update(words.join('/')).digest()[0] ?? 0) / 255;
}

/** The page views of one day: few, more at weekends, and different for each model. */
function looks(id: string, at: Instant, daysAgo: number): ViewCount {
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
  const fame = 1 + 9 * chance(id) ** 3;
  const visits = Math.round(fame * chance(id, daysAgo) * (isWeekend ? 1.8 : 1));
  return {
    views: visits + Math.round(visits * 0.4 * chance(id, daysAgo, 'again')),
    visits,
    carts: Math.round(visits * 0.35 * chance(id, daysAgo, 'cart')),
  };
}

/** How visits are spread over the kinds of places they come from, of twenty. */
const SHARES: readonly (readonly [VisitOrigin, number])[] = [
  ['site', 8],
  ['search', 13],
  ['link', 16],
  ['mail', 18],
  ['feed', 19],
  ['direct', 20],
];

/** The visits and carts of one day by where they came from. */
function cameFrom(id: string, daysAgo: number, { visits, carts }: ViewCount): Map<VisitOrigin, ViewCount> {
  const counts = new Map<VisitOrigin, ViewCount>();
  for (let at = 0; at < visits; at++) {
    const lot = chance(id, daysAgo, 'from', at) * 20;
    const origin = SHARES.find(([, until]) => lot <= until)?.[0] ?? 'direct';
    const before = counts.get(origin) ?? { views: 0, visits: 0, carts: 0 };
    counts.set(origin, { ...before, visits: before.visits + 1, carts: before.carts + (at < carts ? 1 : 0) });
  }
  return counts;
}

/**
 * Writes four weeks of page views, always the same ones. Days that an earlier run has written are left as they are.
 */
export async function seedViews(pb: PocketBase, now: Instant): Promise<void> {
  const span = { productId: null, from: now - (DAYS + 1) * DAY_MS, to: now };
  const written = new Set<Instant>();
  for (const { id } of Object.values(STORES))
    for (const { day } of (await viewsOfStore(pb, id, span, ROWS_MAX)) ?? []) written.add(day);
  for (let daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
    const at = now - daysAgo * DAY_MS;
    if (written.has(Math.floor(at / DAY_MS) * DAY_MS)) continue;
    const counts = new Map<string, ViewCount>();
    for (const { id } of SHOP_WINDOW) {
      const seen = looks(id, at, daysAgo);
      counts.set(`product/${id}`, seen);
      for (const [origin, count] of cameFrom(id, daysAgo, seen)) counts.set(`product/${id}/${origin}`, count);
    }
    for (const { id } of Object.values(STORES))
      counts.set(`store/${id}`, { ...looks(id, at, daysAgo), carts: 0 });
    for (const [key, { views, visits, carts }] of counts)
      if (views + visits + carts === 0) counts.delete(key);
    await addViewCounts(pb, at, counts);
  }
}
