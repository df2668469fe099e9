import { SITE_TIMES, siteOf } from '../../domain/kernel/network.ts';
import { type Gauge, type Limiter, once, type RateLimits } from './rate-limits.ts';

/**
 * A limit by address. Its keys are networks as `networkOf` writes them; the networks of an IPv6 /48 together have eight
 * times the limit, so that a whole /48 is no endless supply of senders.
 */
export function networkLimiter(
  counts: RateLimits,
  name: string,
  limit: { points: number; seconds: number },
): Limiter {
  const networks = counts.limiter(name, limit);
  const sites = counts.limiter(`${name}-site`, { ...limit, points: limit.points * SITE_TIMES });
  return {
    // The site is asked second: what one network asks above its own limit takes nothing from its neighbours.
    async take(network, points) {
      const site = siteOf(network);
      const wait = await networks.take(network, points);
      return wait ?? (site === null ? null : sites.take(site, points));
    },
    async add(network, points) {
      const site = siteOf(network);
      const own = await networks.add(network, points);
      if (site === null) return own;
      const all = await sites.add(site, points);
      const share = Math.floor(all.points / SITE_TIMES);
      return share > own.points ? { points: share, msLeft: all.msLeft } : own;
    },
    // What others of the site did stays counted.
    forget: (network) => networks.forget(network),
  };
}

/** At most so many things of each address at once, and eight times as many of an IPv6 /48. */
export function networkGauge(counts: RateLimits, name: string, most: number): Gauge {
  const networks = counts.gauge(name, most);
  const sites = counts.gauge(`${name}-site`, most * SITE_TIMES);
  return {
    async enter(network) {
      const leave = await networks.enter(network);
      const site = siteOf(network);
      if (!leave || site === null) return leave;
      const leaveSite = await sites.enter(site);
      if (!leaveSite) {
        leave();
        return null;
      }
      return once(() => {
        leave();
        leaveSite();
      });
    },
  };
}
