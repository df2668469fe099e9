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
import { checkAmount, checkLines, checkName } from '../api/limits.ts';
import { noSuchObject, Problem, RefusedRequest } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { siteNow } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import { createPrice, priceName, priceOf } from '../subscriptions/catalogue.ts';
import type { SubscriptionRequest } from '../subscriptions/page-subscriptions.ts';
import { percentOf } from '../subscriptions/plan-changes.ts';
import {
  automaticTaxOf,
  automaticTaxView,
  checkTaxable,
  countryOfCustomer,
  taxBehaviorOf,
  taxCodeOf,
  taxPercentIn,
} from '../tax.ts';
import { checkLocatable, taxedFields, type UntaxedItem } from './page-tax.ts';

/** Payment pages for one payment or a subscription. A payment, the marketplace or time closes them. Amounts in cents. */

const KNOWN = [
  'mode',
  'line_items',
  'client_reference_id',
  'customer',
  'customer_email',
  'customer_update',
  'metadata',
  'payment_intent_data',
  'subscription_data',
  'automatic_tax',
  'tax_id_collection',
  'expires_at',
  'success_url',
  'cancel_url',
  'ui_mode',
  'expand',
];
/** The minimum charge. Source: the provider's documentation, for US dollars. */
const MINIMUM_CENTS = 50;
const A_DAY_S = 86_400;
const SHORTEST_S = 30 * 60;

export function openCheckout(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, KNOWN);
  const { mode } = form;
  if (mode !== 'payment' && mode !== 'subscription')
    throw new Problem(400, 'Only mode=payment and mode=subscription are modelled here.', { param: 'mode' });
  if (form['ui_mode'] !== undefined && form['ui_mode'] !== 'hosted_page')
    throw new Problem(400, 'Only ui_mode=hosted_page is modelled here.', { param: 'ui_mode' });
  const lines = itemsOf(form['line_items']);
  checkLines(lines.length);
  const taxed = automaticTaxOf(form['automatic_tax']).enabled;
  const items = lines.map((item, at) => itemOf(context, formOf(item), `line_items[${at}]`, mode));
  if (taxed) for (const [at, { behavior }] of items.entries()) checkTaxable(behavior, `line_items[${at}]`);
  const currency = items[0]?.currency ?? '';
  if (items.length === 0 || items.some((item) => item.currency !== currency))
    throw new Problem(400, 'Line items need one currency.', { param: 'line_items' });
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0);
  checkAmount(subtotal, 'line_items');
  const wish = mode === 'subscription' ? subscriptionRequest(form, items) : null;
  if (wish === null && subtotal < MINIMUM_CENTS)
    throw new Problem(400, 'The total amount due must add up to at least $0.50 usd.', {
      code: 'amount_too_small',
    });
  const isTrial = wish !== null && wish.trialDays > 0;
  const buyer = customerOf(context, form);
  const customer = context.book.find('customers', buyer['customer']) ?? null;
  if (taxed) checkLocatable(customer, fieldText(formOf(form['customer_update'])['address']));
  const country = countryOfCustomer(customer);
  const percent = taxed && country !== null ? taxPercentIn(context, country) : null;
  const payment = formOf(form['payment_intent_data']);
  rejectUnknown(payment, ['metadata', 'transfer_group', 'description'], 'payment_intent_data');
  const row = context.book.add('sessions', 'checkout.session', {
    mode,
    status: 'open',
    payment_status: 'unpaid',
    ...taxedFields(items, percent, isTrial),
    automatic_tax: automaticTaxView(taxed, country !== null),
    tax_id_collection: taxIdCollectionOf(form, customer),
    ...(percent === null ? {} : { tax_percent: percent, tax_reason: 'standard_rated' }),
    currency,
    client_reference_id: fieldText(form['client_reference_id']),
    ...buyer,
    keeps_address: fieldText(formOf(form['customer_update'])['address']) === 'auto',
    metadata: fieldTexts(form['metadata']),
    payment_intent: null,
    subscription: null,
    invoice: null,
    success_url: address(form, 'success_url'),
    cancel_url: form['cancel_url'] === undefined ? null : address(form, 'cancel_url'),
    expires_at: expiryOf(context, form),
    ui_mode: 'hosted_page',
    subscription_data: wish,
    payment_data: {
      metadata: fieldTexts(payment['metadata']),
      transfer_group: fieldText(payment['transfer_group']),
      description: fieldText(payment['description']),
    },
  });
  return context.book.change(row, { url: `${context.url}/c/pay/${row.id}` });
}

function itemOf(context: StandInContext, item: FormFields, at: string, mode: string): UntaxedItem {
  rejectUnknown(item, ['quantity', 'price', 'price_data'], at);
  const quantity = item['quantity'] === undefined ? 1 : wholeNumber(item['quantity'], `${at}[quantity]`);
  if (quantity < 1)
    throw new Problem(400, 'This value must be greater than or equal to 1.', { param: `${at}[quantity]` });
  const data = formOf(item['price_data']);
  if (item['price'] !== undefined || data['recurring'] !== undefined) {
    const price =
      item['price'] === undefined
        ? createPrice(context, data, `${at}[price_data]`)
        : priceOf(context, fieldText(item['price']), `${at}[price]`);
    if ((price.recurring !== null) !== (mode === 'subscription'))
      throw new Problem(400, `You cannot sell this price in mode=${mode}.`, { param: at });
    return {
      name: priceName(context, price),
      price: price.id,
      rhythm: price.recurring,
      quantity,
      amount_subtotal: price.unit_amount * quantity,
      behavior: price.tax_behavior,
      currency: price.currency,
    };
  }
  if (mode === 'subscription')
    throw new Problem(400, 'You must provide at least one recurring price in `subscription` mode.', {
      param: at,
    });
  rejectUnknown(data, ['currency', 'unit_amount', 'product_data', 'tax_behavior'], `${at}[price_data]`);
  const product = formOf(data['product_data']);
  const name = requiredText(product, 'name');
  taxCodeOf(product['tax_code'], `${at}[price_data][product_data][tax_code]`);
  checkName(name, `${at}[price_data][product_data][name]`);
  return {
    name,
    price: null,
    rhythm: null,
    quantity,
    amount_subtotal: wholeNumber(data['unit_amount'], `${at}[price_data][unit_amount]`) * quantity,
    behavior: taxBehaviorOf(data['tax_behavior'], `${at}[price_data][tax_behavior]`),
    currency: requiredText(data, 'currency').toLowerCase(),
  };
}

/** The subscription a page is for; it has a single item. */
function subscriptionRequest(form: FormFields, items: readonly UntaxedItem[]): SubscriptionRequest {
  const [item] = items;
  if (items.length !== 1 || !item || item.price === null)
    throw new Problem(400, 'Only one recurring price is modelled here.', { param: 'line_items' });
  const data = formOf(form['subscription_data']);
  const known = ['metadata', 'transfer_data', 'application_fee_percent', 'trial_period_days', 'description'];
  rejectUnknown(data, known, 'subscription_data');
  const trial = data['trial_period_days'];
  return {
    price: item.price,
    quantity: item.quantity,
    metadata: fieldTexts(data['metadata']),
    trialDays: trial === undefined ? 0 : wholeNumber(trial, 'subscription_data[trial_period_days]'),
    destination: fieldText(formOf(data['transfer_data'])['destination']),
    feePercent: percentOf(data['application_fee_percent']),
    description: fieldText(data['description']),
  };
}

function customerOf({ book }: StandInContext, form: FormFields): Record<string, unknown> {
  const email = fieldText(form['customer_email']);
  const id = fieldText(form['customer']);
  if (id === null) return { customer: null, customer_email: email, customer_details: email && { email } };
  if (email !== null)
    throw new Problem(400, 'You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  const customer = book.find('customers', id);
  if (!customer) throw noSuchObject('customer', id, 'customer');
  const details = {
    email: customer['email'],
    ...(customer['address'] ? { address: customer['address'] } : {}),
  };
  return { customer: id, customer_email: null, customer_details: details };
}

/** @throws Problem where a customer's name could not be changed to that of their business */
function taxIdCollectionOf(
  form: FormFields,
  customer: ProviderObject | null,
): { enabled: boolean; required: 'never' } | null {
  const wished = formOf(form['tax_id_collection']);
  rejectUnknown(wished, ['enabled'], 'tax_id_collection');
  if (form['tax_id_collection'] === undefined) return null;
  const enabled = wished['enabled'] === 'true';
  if (enabled && customer && fieldText(formOf(form['customer_update'])['name']) !== 'auto')
    throw new Problem(
      400,
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      { param: 'tax_id_collection' },
    );
  return { enabled, required: 'never' };
}

function expiryOf(context: StandInContext, form: FormFields): number {
  const now = siteNow(context);
  if (form['expires_at'] === undefined) return now + A_DAY_S;
  const expires = wholeNumber(form['expires_at'], 'expires_at');
  if (expires < now + SHORTEST_S || expires > now + A_DAY_S)
    throw new Problem(400, 'expires_at must be 30 minutes to 24 hours from now.', { param: 'expires_at' });
  return expires;
}

function address(form: FormFields, param: string): string {
  const text = requiredText(form, param);
  // The provider accepts the placeholder.
  if (!/^https?:$/.test(URL.parse(text.replaceAll(/[{}]/g, ''))?.protocol ?? ''))
    throw new Problem(400, 'Not a valid URL', { code: 'url_invalid', param });
  return text;
}

/** A page by its id; an open page past its time expires here. @throws Problem where there is none. */
export function checkoutOf(context: StandInContext, id: string): ProviderObject {
  const row = context.book.find('sessions', id);
  if (!row) throw noSuchObject('checkout.session', id);
  if (row['status'] === 'open' && Number(row['expires_at']) <= siteNow(context)) expire(context, row);
  return row;
}

export function expireCheckout(context: StandInContext, id: string): ProviderObject {
  const row = checkoutOf(context, id);
  if (row['status'] !== 'open')
    throw new RefusedRequest(`Only open sessions can be expired; this one is ${String(row['status'])}.`);
  return expire(context, row);
}

function expire(context: StandInContext, row: ProviderObject): ProviderObject {
  context.book.change(row, { status: 'expired', url: null });
  context.emit('checkout.session.expired', row);
  return row;
}

/** The address after a successful payment. */
export function successAddress(session: ProviderObject): string {
  return String(session['success_url']).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
