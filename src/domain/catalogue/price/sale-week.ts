import { cleanLine } from '../../kernel/clean-text.ts';
import { dayText, type Instant } from '../../kernel/instant.ts';
import { readFields, type SettingGroup, type SettingProblems } from '../../kernel/setting-group.ts';
import { slugOf } from '../../kernel/slug.ts';
import { type Discount, type Product, priceNow } from '../product.ts';

/**
 * A sale of the whole marketplace: an operator names its days and the least discount, and sellers join with models of theirs.
 * A model that joined has an ordinary sale with the week's dates, so that its price follows the same rule everywhere.
 */
export interface SaleWeek {
  name: string;
  /** A sentence for visitors and sellers. */
  text: string;
  /** The first instant on sale, and the first one after it; null in a form that is not filled in. */
  from: Instant | null;
  to: Instant | null;
  /** In whole percent. */
  leastPercent: number;
}

/** Those that are planned, and past ones that nobody has removed. No two overlap. */
export interface SaleWeeks {
  weeks: readonly SaleWeek[];
}

export const SALE_WEEK_LIMITS = {
  ...{ name: 60, text: 300, leastPercent: 5, mostPercent: 90, days: 31 },
  weeks: 20,
} as const;
const DAY_MS = 86_400_000;

export const SALE_WEEKS: SettingGroup<SaleWeeks> = {
  name: 'sale-week',
  fallback: { weeks: [] },
  check(value) {
    const fields = readFields(value);
    // The form from when there was one week at a time; without a name there was none.
    const sent = fields.raw('weeks') ?? (fields.raw('name') ? [value] : []);
    if (!Array.isArray(sent) || sent.length > SALE_WEEK_LIMITS.weeks) {
      fields.refuse('weeks', `Plan at most ${SALE_WEEK_LIMITS.weeks} weeks. Remove one that is over.`);
      return fields.checked({ weeks: [] });
    }
    const weeks = sent.map((one, at) => {
      const { week, problems } = checkedWeek(one);
      for (const [field, message] of Object.entries(problems)) fields.refuse(`weeks.${at}.${field}`, message);
      return week;
    });
    weeks.forEach((week, at) => {
      const before = weeks.slice(0, at);
      if (before.some((other) => slugOf(other.name) === slugOf(week.name)))
        fields.refuse(`weeks.${at}.name`, 'Another week has this name. Each needs an address of its own.');
      const met = before.find((other) => overlap(week, other));
      if (met) fields.refuse(`weeks.${at}.from`, `It overlaps with ${met.name}.`);
    });
    return fields.checked({ weeks });
  },
};

/** One week of a form, and a message for each of its fields that is refused. */
function checkedWeek(value: unknown): { week: SaleWeek; problems: SettingProblems } {
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
      `Enter a discount between ${leastPercent} and ${mostPercent}%.`,
    ),
  };
  if (slugOf(week.name).length < 2)
    fields.refuse('name', 'Use at least two letters from a to z or digits: they make the address.');
  if (week.from === null) fields.refuse('from', 'Choose when it begins.');
  if (week.to === null) fields.refuse('to', 'Choose when it ends.');
  if (week.from !== null && week.to !== null) {
    if (week.to <= week.from) fields.refuse('to', 'The end must be after the start.');
    else if (week.to - week.from > days * DAY_MS) fields.refuse('to', `Choose at most ${days} days.`);
  }
  const checked = fields.checked(week);
  return { week, problems: 'problems' in checked ? checked.problems : {} };
}

function overlap(one: SaleWeek, other: SaleWeek): boolean {
  if (one.from === null || one.to === null || other.from === null || other.to === null) return false;
  return one.from < other.to && other.from < one.to;
}

/** A sale week that is announced: it has an address and dates. */
export interface AnnouncedWeek extends SaleWeek {
  /** The last part of its page's address; models join under it. */
  slug: string;
  from: Instant;
  to: Instant;
}

/** The sale weeks as they are announced, the earliest first. */
export function announcedWeeks({ weeks }: SaleWeeks): AnnouncedWeek[] {
  return weeks
    .flatMap((week) => {
      const { name, from, to } = week;
      return from === null || to === null ? [] : [{ ...week, from, to, slug: slugOf(name) }];
    })
    .sort((one, other) => one.from - other.from);
}

/** The announced week with this address, or null. */
export function weekOfSlug(weeks: SaleWeeks, slug: string): AnnouncedWeek | null {
  return announcedWeeks(weeks).find((week) => week.slug === slug) ?? null;
}

/** A message for the name of each of these weeks whose address is among `used`, by the field of the form. */
export function usedNameRefusals({ weeks }: SaleWeeks, used: ReadonlySet<string>): Record<string, string> {
  const refused = weeks.flatMap(({ name }, at) => (used.has(slugOf(name)) ? [`weeks.${at}.name`] : []));
  return Object.fromEntries(refused.map((field) => [field, NAME_USED]));
}
const NAME_USED =
  'Another week of this name has sold models less than a month apart. Choose another name, so that each has figures of its own.';

export type SaleWeekState = 'coming' | 'running' | 'over';

export function saleWeekState({ from, to }: Pick<AnnouncedWeek, 'from' | 'to'>, now: Instant): SaleWeekState {
  return now < from ? 'coming' : now < to ? 'running' : 'over';
}

/** How long before its beginning visitors read of a sale week on the home page, in ms. */
const SHOWN_BEFORE_MS = 7 * DAY_MS;

/** The sale week that the home page tells of at this moment, the first of them, or null. */
export function shownWeek(weeks: SaleWeeks, now: Instant): AnnouncedWeek | null {
  return announcedWeeks(weeks).find(({ from, to }) => from - SHOWN_BEFORE_MS <= now && now < to) ?? null;
}

/** How long before its beginning sellers are told of a sale week, in ms: in time, but not of a whole year on one day. */
const TOLD_BEFORE_MS = 30 * DAY_MS;

/** The sale weeks that sellers are told of at this moment. */
export function toldWeeks(weeks: SaleWeeks, now: Instant): AnnouncedWeek[] {
  return announcedWeeks(weeks).filter(({ from, to }) => from - TOLD_BEFORE_MS <= now && now < to);
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
    refusals.percent = `Enter a discount between ${week.leastPercent} and ${mostPercent}%.`;
  if (productIds?.length === 0) refusals.productIds = 'Choose at least one model.';
  return refusals;
}

/** The sale that a model of the week has. */
export function weekSale({ from, to }: Pick<AnnouncedWeek, 'from' | 'to'>, percent: number): Discount {
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

/** What the rule asks of a model. Its sale is no obstacle where it is that of a sale week, whose address is `weekOfSale`. */
type Entering = Pick<Product, 'priceCents' | 'free' | 'openPrice' | 'sale'> & { weekOfSale?: string | null };

/** Whether a model can be part of a week, but gets its sale only when that of an earlier week is over. */
export function waitsForWeek(
  { sale, weekOfSale = null }: Pick<Entering, 'sale' | 'weekOfSale'>,
  week: Pick<AnnouncedWeek, 'from' | 'slug'>,
  now: Instant,
): boolean {
  if (sale === null || weekOfSale === null || weekOfSale === week.slug) return false;
  return sale.to > now && sale.from < week.from;
}

/** Why a model cannot be part of the week with this discount, or null. */
export function entryRefusal(
  product: Entering,
  week: Pick<AnnouncedWeek, 'from' | 'to'>,
  percent: number,
  now: Instant,
): EntryRefusal | null {
  if (product.free) return 'free';
  if (product.openPrice) return 'open-price';
  if (product.priceCents === 0) return 'no-price';
  const { sale, weekOfSale = null } = product;
  if (sale && weekOfSale === null && sale.to > now && !(sale.from === week.from && sale.to === week.to))
    return 'own-sale';
  const { listCents, payCents } = priceNow({ ...product, sale: weekSale(week, percent) }, week.from);
  return payCents < listCents ? null : 'cheapest';
}
