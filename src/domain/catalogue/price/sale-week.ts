import { cleanLine } from '../../kernel/clean-text.ts';
import { dayText, type Instant } from '../../kernel/instant.ts';
import { readFields, type SettingGroup } from '../../kernel/setting-group.ts';
import { slugOf } from '../../kernel/slug.ts';
import { type Product, priceNow, type Sale } from '../product.ts';

/**
 * A sale of the whole marketplace: an operator names its days and the least discount, and sellers join with models of theirs.
 * A model that joined has an ordinary sale with the week's dates, so that its price follows the same rule everywhere.
 */
export interface SaleWeek {
  /** "" for none. */
  name: string;
  /** A sentence for visitors and sellers. */
  text: string;
  /** The first instant on sale, and the first one after it. */
  from: Instant | null;
  to: Instant | null;
  /** In whole percent. */
  leastPercent: number;
}

export const SALE_WEEK_LIMITS = { name: 60, text: 300, leastPercent: 5, mostPercent: 90, days: 31 } as const;
const DAY_MS = 86_400_000;

export const SALE_WEEK: SettingGroup<SaleWeek> = {
  name: 'sale-week',
  fallback: { name: '', text: '', from: null, to: null, leastPercent: 15 },
  check(value) {
    const fields = readFields(value);
    const { name, text, leastPercent, mostPercent, days } = SALE_WEEK_LIMITS;
    const week: SaleWeek = {
      name: fields.text('name', '', name, cleanLine),
      text: fields.text('text', '', text, cleanLine),
      from: fields.moment('from', null),
      to: fields.moment('to', null),
      leastPercent: fields.wholeNumber(
        'leastPercent',
        15,
        leastPercent,
        mostPercent,
        `Enter a discount between ${leastPercent} and ${mostPercent} %.`,
      ),
    };
    if (week.name !== '') {
      if (slugOf(week.name).length < 2)
        fields.refuse('name', 'Use at least two letters from a to z or digits: they make the address.');
      if (week.from === null) fields.refuse('from', 'Choose when it begins.');
      if (week.to === null) fields.refuse('to', 'Choose when it ends.');
      if (week.from !== null && week.to !== null) {
        if (week.to <= week.from) fields.refuse('to', 'The end must be after the start.');
        else if (week.to - week.from > days * DAY_MS) fields.refuse('to', `Choose at most ${days} days.`);
      }
    }
    return fields.checked(week);
  },
};

/** A sale week that is announced: it has a name, an address and dates. */
export interface AnnouncedWeek extends SaleWeek {
  /** The last part of its page's address; models join under it. */
  slug: string;
  from: Instant;
  to: Instant;
}

/** The sale week as it is announced, or null where there is none. */
export function announcedWeek(week: SaleWeek): AnnouncedWeek | null {
  const { name, from, to } = week;
  return name === '' || from === null || to === null ? null : { ...week, from, to, slug: slugOf(name) };
}

export type SaleWeekState = 'coming' | 'running' | 'over';

export function saleWeekState({ from, to }: Pick<AnnouncedWeek, 'from' | 'to'>, now: Instant): SaleWeekState {
  return now < from ? 'coming' : now < to ? 'running' : 'over';
}

/** How long before its beginning visitors read of a sale week on the home page, in ms. */
const SHOWN_BEFORE_MS = 7 * DAY_MS;

/** The sale week that the home page tells of at this moment, or null. */
export function shownWeek(week: SaleWeek, now: Instant): AnnouncedWeek | null {
  const announced = announcedWeek(week);
  return announced && announced.from - SHOWN_BEFORE_MS <= now && now < announced.to ? announced : null;
}

/** Its days as people read them: "24 November 2026 to 30 November 2026". The last one still belongs to it. */
export function saleWeekDays({ from, to }: Pick<AnnouncedWeek, 'from' | 'to'>): string {
  const [first, last] = [dayText(from), dayText(to - 1)];
  return first === last ? first : `${first} to ${last}`;
}

/** Why a store cannot join with this discount, by field; empty where it can. */
export function joinRefusals(
  week: AnnouncedWeek,
  { percent, productIds }: { percent: number; productIds: readonly string[] | null },
  now: Instant,
): { percent?: string; productIds?: string; week?: string } {
  const { mostPercent } = SALE_WEEK_LIMITS;
  const refusals: ReturnType<typeof joinRefusals> = {};
  if (saleWeekState(week, now) === 'over') refusals.week = 'This sale week is over.';
  if (!Number.isInteger(percent) || percent < week.leastPercent || percent > mostPercent)
    refusals.percent = `Enter a discount between ${week.leastPercent} and ${mostPercent} %.`;
  if (productIds?.length === 0) refusals.productIds = 'Choose at least one model.';
  return refusals;
}

/** The sale that a model of the week has. */
export function weekSale({ from, to }: Pick<AnnouncedWeek, 'from' | 'to'>, percent: number): Sale {
  return { percent, from, to };
}

export type EntryRefusal = 'free' | 'open-price' | 'no-price' | 'own-sale' | 'cheapest';

export const ENTRY_REFUSAL_TEXTS: Record<EntryRefusal, string> = {
  free: 'It is free.',
  'open-price': 'Buyers choose its price.',
  'no-price': 'It has no price yet.',
  'own-sale': 'It has a sale of its own that is not over. End that sale first.',
  cheapest: 'Its price cannot be lower.',
};

/** Why a model cannot be part of the week with this discount, or null. */
export function entryRefusal(
  product: Pick<Product, 'priceCents' | 'free' | 'openPrice' | 'sale'>,
  week: Pick<AnnouncedWeek, 'from' | 'to'>,
  percent: number,
  now: Instant,
): EntryRefusal | null {
  if (product.free) return 'free';
  if (product.openPrice) return 'open-price';
  if (product.priceCents === 0) return 'no-price';
  const { sale } = product;
  if (sale && sale.to > now && !(sale.from === week.from && sale.to === week.to)) return 'own-sale';
  const { listCents, payCents } = priceNow({ ...product, sale: weekSale(week, percent) }, week.from);
  return payCents < listCents ? null : 'cheapest';
}
