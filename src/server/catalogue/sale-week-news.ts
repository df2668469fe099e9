import { withSellersNotice } from '../../data/catalogue/sale-weeks.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import {
  type AnnouncedWeek,
  SALE_WEEKS,
  saleWeekDays,
  toldWeeks,
} from '../../domain/catalogue/price/sale-week.ts';
import type { SettingReader } from '../../domain/kernel/setting-group.ts';
import { paths } from '../../paths.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { oneLineName } from '../notifications/mail-layout.ts';
import { occasionOf } from '../notifications/notifications.ts';

const EVERY_MS = 60_000;
/** Sellers notified per transaction, so that the database stays free for others. */
const AT_ONCE = 500;

/** Tells every seller with a public store of a sale week, each once. Returns how many were told by this call. */
export async function tellOfWeek(commerce: CommerceContext, week: AnnouncedWeek): Promise<number> {
  const title = `${oneLineName(week.name)}: join the sale of the whole marketplace`;
  const occasion = occasionOf(commerce, {
    kind: 'sale-week',
    storeId: null,
    key: `sale-week:${week.slug}:${week.from}`,
    title,
    path: paths.sellerSaleWeek(),
    mail: {
      subject: title,
      paragraphs: [
        `${oneLineName(week.name)} is announced: ${saleWeekDays(week)} (UTC), at least ${week.leastPercent}% off.`,
        'Join with all of your models or with some. Their sale begins and ends by itself, and the week’s page lists them.',
      ],
    },
  });
  let told = 0;
  for (;;) {
    const steps = transaction(commerce.pb);
    const notified = withSellersNotice(steps, occasion, commerce.now(), AT_ONCE);
    await steps.run();
    if (notified.rows === 0) return told;
    told += notified.rows;
    commerce.mailQueued();
  }
}

/** Looks every minute for sale weeks that sellers do not know of yet. Several processes may do it at once. */
export function openSaleWeekNews(commerce: CommerceContext, site: SettingReader): PeriodicJob {
  const known = new Set<string>();
  const look = async () => {
    for (const week of toldWeeks(site.get(SALE_WEEKS), commerce.now())) {
      const key = `${week.slug} ${week.from}`;
      if (known.has(key)) continue;
      await tellOfWeek(commerce, week);
      known.add(key);
    }
  };
  return openPeriodicJob(look, EVERY_MS, commerce.onError);
}
