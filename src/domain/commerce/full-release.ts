import { releaseIsOut } from '../guild/join-offer.ts';
import type { Release } from '../guild/release.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Cents, MINIMUM_PRICE_CENTS } from '../kernel/money.ts';
import { monthOf } from '../kernel/month.ts';
import { splitByWeight } from '../kernel/split.ts';

/** A past release that is sold as a whole, or a bundle: all of its models together cost its price. */
export interface FullRelease {
  id: string;
  title: string;
  cents: Cents;
  productIds: readonly string[];
}

/** Whether a release is sold to non-members: published, with a price, and its month is over. */
export function isSoldAsFullRelease(
  release: Pick<Release, 'state' | 'publishedAt' | 'month' | 'backCents'>,
  now: Instant,
): boolean {
  return (
    release.backCents !== null &&
    release.state === 'published' &&
    releaseIsOut(release, now) &&
    release.month < monthOf(now)
  );
}

interface Priced {
  productId: string;
  listCents: Cents;
  payCents: Cents;
}

/**
 * Prices of lines that make up full releases, by product: the release's price, divided by list prices. A release applies
 * if all of its models are among the lines and it is cheaper; of two that share a model, the one that saves more. No line
 * costs less than the smallest amount that can be charged, or than its list price if that is lower.
 */
export function fullReleasePrices(
  lines: readonly Priced[],
  releases: readonly FullRelease[],
): Map<string, { payCents: Cents; title: string }> {
  const byId = new Map(lines.map((line) => [line.productId, line]));
  const offers = releases
    .flatMap((release) => {
      const own = [...new Set(release.productIds)].flatMap((id) => byId.get(id) ?? []);
      if (own.length === 0 || own.length < new Set(release.productIds).size) return [];
      const pays = dividedOver(own, release.cents);
      const saved = own.reduce((sum, line, at) => sum + line.payCents - (pays[at] ?? 0), 0);
      return saved > 0 ? [{ release, own, pays, saved }] : [];
    })
    .sort((a, b) => b.saved - a.saved || (a.release.id < b.release.id ? -1 : 1));
  const prices = new Map<string, { payCents: Cents; title: string }>();
  for (const { release, own, pays } of offers) {
    if (own.some(({ productId }) => prices.has(productId))) continue;
    for (const [at, { productId }] of own.entries())
      prices.set(productId, { payCents: pays[at] ?? 0, title: release.title });
  }
  return prices;
}

function dividedOver(lines: readonly Priced[], cents: Cents): Cents[] {
  const rooms = lines.map(({ listCents }) => listCents - Math.min(listCents, MINIMUM_PRICE_CENTS));
  const room = rooms.reduce((sum, one) => sum + one, 0);
  const list = lines.reduce((sum, { listCents }) => sum + listCents, 0);
  const off = splitByWeight(Math.min(Math.max(list - cents, 0), room), rooms);
  return lines.map(({ listCents }, at) => listCents - (off[at] ?? 0));
}
