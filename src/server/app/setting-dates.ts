import {
  announcedWeeks,
  SALE_WEEKS,
  saleWeekState,
  shownWeek,
} from '../../domain/catalogue/price/sale-week.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { BANNER, bannerAt } from '../../domain/site/banner.ts';
import { featuredStores, HOME_FEATURES } from '../../domain/site/home-features.ts';
import { pageTag } from '../../paths.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { SiteSettings } from '../kernel/site-settings.ts';
import type { PageCache } from './app.ts';

/** How late a banner, a featured store or a sale week may appear or go, in ms. */
const EVERY_MS = 5_000;

/**
 * Purges every page when the date of a banner, a featured store or a sale week comes, which no change of a record tells. Each process
 * does it for its own pages.
 */
export function openSettingDates(
  site: SiteSettings,
  pages: PageCache,
  now: () => Instant,
  onError: (reason: unknown) => void,
): PeriodicJob {
  const shownNow = () => {
    const weeks = site.get(SALE_WEEKS);
    return JSON.stringify([
      bannerAt(site.get(BANNER), now()),
      featuredStores(site.get(HOME_FEATURES), now()),
      shownWeek(weeks, now()),
      announcedWeeks(weeks).map((week) => saleWeekState(week, now())),
    ]);
  };
  let shown = shownNow();
  const look = async () => {
    const current = shownNow();
    if (current === shown) return;
    shown = current;
    pages.purge([pageTag.site()]);
  };
  return openPeriodicJob(look, EVERY_MS, onError);
}
