import type PocketBase from 'pocketbase';
import type { SaleFilter } from '../../domain/commerce/sales-figures.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { monthAfter, monthOf } from '../../domain/kernel/month.ts';
import type { IncomeKind } from '../../domain/payments/income.ts';
import { NAMED, NAMED_ARE_MANY, namedBy } from '../identity/user-names.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag } from '../kernel/table.ts';

const NAMESAKES = shape({ areMany: value(NAMED_ARE_MANY, flag) });

/** A filter of sales as SQL, over rows of `seller_income` named `i`, and over the sums that are kept of them. */

const KIND = sql`iif(i.state = 'disputed', iif(i.refundedCents > 0, 'disputed-given-back', 'disputed'),
  iif(i.refundedCents > 0, 'given-back', 'kept'))`;

export const SUM_MATCHES = sql`({:source} = '' OR source = {:source})
  AND kind IN (SELECT value FROM json_each({:kinds}))`;

/** What is not asked for is not read: a walk along an index stays in it. */
export const ROW_MATCHES = sql`({:source} = '' OR i.source = {:source})
  AND ({:anyKind} OR ${KIND} IN (SELECT value FROM json_each({:kinds})))
  AND ({:paidFrom} = '' OR i.paidAt >= {:paidFrom}) AND ({:paidTo} = '' OR i.paidAt < {:paidTo})
  AND ({:product} = '' OR i.product = {:product}) AND ({:coupon} = '' OR i.couponCode = {:coupon})
  AND ({:buyer} = '' OR EXISTS (SELECT 1 FROM users b
    WHERE b.id = i.buyer AND instr(lower(b.username), {:buyer}) > 0))`;

/** The values of both. */
export function valuesOf(filter: SaleFilter) {
  return {
    source: filter.source ?? '',
    anyKind: filter.state === null,
    kinds: KINDS[filter.state ?? 'any'],
    product: filter.productId ?? '',
    coupon: filter.couponCode ?? '',
    buyer: filter.buyer?.toLowerCase() ?? '',
    namePart: namedBy(filter.buyer ?? '', NAMED_MAX).namePart,
    paidFrom: dateOf(filter.from),
    paidTo: dateOf(filter.to),
    ...spanOf(filter),
  };
}

const KINDS: Record<NonNullable<SaleFilter['state']> | 'any', readonly IncomeKind[]> = {
  any: ['kept', 'given-back', 'disputed', 'disputed-given-back'],
  kept: ['kept'],
  'given-back': ['given-back', 'disputed-given-back'],
  disputed: ['disputed', 'disputed-given-back'],
};

/** More people of a name than this, and the store's sales are looked through instead. */
const NAMED_MAX = 10_000;

/** Whether the filter's buyer leads to so few people that their sales are the start, as `BUYERS`. */
export async function leadsToBuyers(pb: PocketBase, { buyer }: SaleFilter): Promise<boolean> {
  if (buyer === null) return false;
  const named = await first(pb, select(NAMESAKES, sql`SELECT ${NAMESAKES}`, namedBy(buyer, NAMED_MAX)));
  return named?.areMany === false;
}

/** Ids of people that the filter's buyer may be. */
export const BUYERS = NAMED;

const DAY_MS = 86_400_000;
/** Later than any day. */
const LATEST = '9999-12-31';

/** Whether the sums of days answer the filter, apart from its product and coupon. */
export function isOfWholeDays({ buyer, from, to }: SaleFilter): boolean {
  return buyer === null && (from ?? 0) % DAY_MS === 0 && (to ?? 0) % DAY_MS === 0;
}

/**
 * The days of a filter, and which of them are whole months. The row of month "" holds all time, so it is read alone, or
 * months from "0" on.
 */
function spanOf({ from: start, to: end }: Pick<SaleFilter, 'from' | 'to'>) {
  const from = start === null ? '' : dayText(start);
  // The end is exclusive; an end within a day has a part of it.
  const to = end === null ? LATEST : dayText(end - 1 + DAY_MS);
  if (start === null && end === null)
    return { from, to, monthFrom: '', monthTo: '0', headTo: '', tailFrom: to };
  const monthFrom = start === null ? '0' : monthAfter(monthOf(start - 1), 1);
  const monthTo = end === null ? '9' : monthOf(end);
  if (monthFrom >= monthTo) return { from, to, monthFrom: '0', monthTo: '0', headTo: to, tailFrom: to };
  return {
    ...{ from, to, monthFrom, monthTo },
    headTo: start === null ? '' : `${monthFrom}-01`,
    tailFrom: end === null ? to : `${monthTo}-01`,
  };
}

const dayText = (at: Instant) => new Date(at).toISOString().slice(0, 10);
