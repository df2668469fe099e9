import {
  type FormFields,
  fieldText,
  fieldTexts,
  formOf,
  itemsOf,
  rejectUnknown,
  requiredText,
  wholeNumber,
} from '../api/form.ts';
import { noSuchObject, Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { INTERVALS, type Rhythm } from '../calendar.ts';
import { nowSeconds, type StandInContext } from '../context.ts';
import { type StandInTaxBehavior, taxBehaviorOf, taxCodeOf } from '../tax.ts';

/** Products and their one-time or recurring prices. Amounts in cents. */

/** A stored price; `recurring` is null for a one-time price. */
export type Price = ProviderObject & {
  unit_amount: number;
  currency: string;
  recurring: Rhythm | null;
  tax_behavior: StandInTaxBehavior;
};

export function createProviderProduct(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, ['id', 'name', 'description', 'images', 'metadata', 'active', 'tax_code', 'expand']);
  const row = context.book.add(
    'products',
    'product',
    {
      name: requiredText(form, 'name'),
      active: form['active'] !== 'false',
      description: fieldText(form['description']),
      images: itemsOf(form['images']),
      metadata: fieldTexts(form['metadata']),
      tax_code: taxCodeOf(form['tax_code'], 'tax_code'),
    },
    fieldText(form['id']) ?? undefined,
  );
  context.book.change(row, { updated: row.created });
  context.emit('product.created', row);
  return row;
}

export function changeProduct(context: StandInContext, id: string, form: FormFields): ProviderObject {
  rejectUnknown(form, ['name', 'description', 'images', 'metadata', 'active', 'tax_code', 'expand']);
  const row = context.book.find('products', id);
  if (!row) throw noSuchObject('product', id);
  context.book.change(row, {
    ...(form['name'] === undefined ? {} : { name: requiredText(form, 'name') }),
    ...(form['description'] === undefined ? {} : { description: fieldText(form['description']) }),
    ...(form['images'] === undefined ? {} : { images: itemsOf(form['images']) }),
    ...(form['active'] === undefined ? {} : { active: form['active'] === 'true' }),
    ...(form['tax_code'] === undefined ? {} : { tax_code: taxCodeOf(form['tax_code'], 'tax_code') }),
    metadata: withTexts(row['metadata'], form['metadata']),
    updated: nowSeconds(),
  });
  context.emit('product.updated', row);
  return row;
}

const PRICE_FIELDS = [
  'currency',
  'unit_amount',
  'recurring',
  'product',
  'product_data',
  'lookup_key',
  'transfer_lookup_key',
  'nickname',
  'metadata',
  'active',
  'tax_behavior',
  'expand',
];

/** @param within the parameter that contains the price, for error messages */
export function createPrice(context: StandInContext, form: FormFields, within = ''): Price {
  rejectUnknown(form, PRICE_FIELDS, within);
  const { book } = context;
  const named = fieldText(form['product']);
  const product =
    named === null
      ? createProviderProduct(context, formOf(form['product_data']))
      : book.find('products', named);
  if (!product) throw noSuchObject('product', named ?? '', 'product');
  const key = fieldText(form['lookup_key']);
  const holder = key === null ? undefined : book.all('prices').find((row) => row['lookup_key'] === key);
  if (holder && form['transfer_lookup_key'] !== 'true')
    throw new Problem(400, `A price (${holder.id}) already uses that lookup key.`, { param: 'lookup_key' });
  if (holder) book.change(holder, { lookup_key: null });
  const recurring = form['recurring'] === undefined ? null : rhythmOf(formOf(form['recurring']));
  const row = book.add('prices', 'price', {
    active: form['active'] !== 'false',
    billing_scheme: 'per_unit',
    currency: requiredText(form, 'currency').toLowerCase(),
    unit_amount: wholeNumber(form['unit_amount'], 'unit_amount'),
    product: product.id,
    recurring: recurring && { ...recurring, usage_type: 'licensed', meter: null, trial_period_days: null },
    type: recurring ? 'recurring' : 'one_time',
    lookup_key: key,
    nickname: fieldText(form['nickname']),
    metadata: fieldTexts(form['metadata']),
    tax_behavior: taxBehaviorOf(form['tax_behavior'], 'tax_behavior'),
  }) as Price;
  context.emit('price.created', row);
  return row;
}

function rhythmOf(form: FormFields): Rhythm {
  rejectUnknown(form, ['interval', 'interval_count', 'usage_type'], 'recurring');
  const interval = INTERVALS.find((one) => one === form['interval']);
  if (!interval)
    throw new Problem(400, `Invalid interval: must be one of ${INTERVALS.join(', ')}`, {
      param: 'recurring[interval]',
    });
  const every =
    form['interval_count'] === undefined ? 1 : wholeNumber(form['interval_count'], 'interval_count');
  if (every < 1) throw new Problem(400, 'Invalid positive integer', { param: 'recurring[interval_count]' });
  return { interval, interval_count: every };
}

/** Changes a price, except its amount: a new amount is a new price. Its tax behaviour can be set once. */
export function changePrice(context: StandInContext, id: string, form: FormFields): ProviderObject {
  rejectUnknown(form, ['active', 'metadata', 'nickname', 'tax_behavior', 'expand']);
  const row = priceOf(context, id);
  const behavior =
    form['tax_behavior'] === undefined
      ? row.tax_behavior
      : taxBehaviorOf(form['tax_behavior'], 'tax_behavior');
  if (behavior !== row.tax_behavior && row.tax_behavior !== 'unspecified')
    throw new Problem(400, 'The tax_behavior of a price cannot be changed once it is set.', {
      param: 'tax_behavior',
    });
  context.book.change(row, {
    ...(form['active'] === undefined ? {} : { active: form['active'] === 'true' }),
    ...(form['nickname'] === undefined ? {} : { nickname: fieldText(form['nickname']) }),
    tax_behavior: behavior,
    metadata: withTexts(row['metadata'], form['metadata']),
  });
  context.emit('price.updated', row);
  return row;
}

/** @throws Problem where there is none of that id. */
export function priceOf({ book }: StandInContext, id: string | null, param = 'price'): Price {
  const row = book.find('prices', id);
  if (!row) throw noSuchObject('price', id ?? '', param);
  return row as Price;
}

/** The name of a price on pages and invoices. */
export function priceName({ book }: StandInContext, price: Price): string {
  return String(book.find('products', price['product'])?.['name'] ?? 'Something');
}

/** Merges metadata; an empty text removes a name. */
export function withTexts(before: unknown, sent: FormFields[string] | undefined): Record<string, string> {
  const merged = { ...(before as Record<string, string> | undefined), ...fieldTexts(sent) };
  return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== ''));
}
