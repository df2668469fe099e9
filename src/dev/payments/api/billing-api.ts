import type { ProviderObject } from '../book.ts';
import { cardByToken } from '../cards.ts';
import { bankNow } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import {
  changePrice,
  changeProduct,
  createPrice,
  createProviderProduct,
  priceOf,
} from '../subscriptions/catalogue.ts';
import { changeCustomer, createCustomer, customerOf, saveCard } from '../subscriptions/customers.ts';
import { payInvoice, voidInvoice } from '../subscriptions/invoices.ts';
import { changeSubscription, percentOf, previewInvoice } from '../subscriptions/plan-changes.ts';
import { openPortal } from '../subscriptions/portal.ts';
import { beginSubscription, endSubscription, subscriptionOf } from '../subscriptions/subscriptions.ts';
import { automaticTaxOf } from '../tax.ts';
import {
  type FormFields,
  fieldText,
  fieldTexts,
  formOf,
  itemsOf,
  rejectUnknown,
  requiredText,
  wholeNumber,
} from './form.ts';
import { noSuchObject, Problem } from './problem.ts';

/** POST requests about customers, prices, subscriptions and invoices. Undefined where a path is not modelled. */
export function billingPosted(
  context: StandInContext,
  steps: readonly string[],
  form: FormFields,
): ProviderObject | undefined {
  const [name, id, verb] = steps;
  if (id === undefined) {
    if (name === 'customers') return createCustomer(context, form);
    if (name === 'products') return createProviderProduct(context, form);
    if (name === 'prices') return createPrice(context, form);
    if (name === 'subscriptions') return subscribe(context, form);
    if (name === 'billing_portal/sessions') return openPortal(context, form);
    return undefined;
  }
  if (name === 'invoices' && id === 'create_preview') return previewInvoice(context, form);
  if (name === 'invoices' && verb === 'pay') return payInvoice(context, id);
  if (name === 'invoices' && verb === 'void') return voidInvoice(context, id);
  if (name === 'payment_methods' && verb === 'attach') return attach(context, id, form);
  if (verb !== undefined) return undefined;
  if (name === 'customers') return changeCustomer(context, id, form);
  if (name === 'products') return changeProduct(context, id, form);
  if (name === 'prices') return changePrice(context, id, form);
  if (name === 'subscriptions') return changeSubscription(context, subscriptionOf(context, id), form);
  return undefined;
}

/** DELETE of a subscription: it ends at once without a refund. */
export function billingDeleted(
  context: StandInContext,
  steps: readonly string[],
  form: FormFields,
): ProviderObject | undefined {
  const [name, id, verb] = steps;
  if (name !== 'subscriptions' || id === undefined || verb !== undefined) return undefined;
  rejectUnknown(form, ['cancellation_details', 'expand']);
  const row = subscriptionOf(context, id);
  if (row['ended_at'] !== null) throw noSuchObject('subscription', id);
  return endSubscription(context, row, bankNow(context), 'cancellation_requested');
}

/** Creates a subscription for a customer who has a card. */
function subscribe(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, [
    'customer',
    'items',
    'metadata',
    'transfer_data',
    'application_fee_percent',
    'trial_period_days',
    'description',
    'automatic_tax',
    'expand',
  ]);
  const customer = customerOf(context, requiredText(form, 'customer'), 'customer');
  const items = itemsOf(form['items']);
  const item = formOf(items[0]);
  rejectUnknown(item, ['price', 'quantity'], 'items[0]');
  if (items.length !== 1) throw new Problem(400, 'One item is modelled here.', { param: 'items' });
  const price = priceOf(context, fieldText(item['price']), 'items[0][price]');
  if (!price.recurring) throw new Problem(400, 'The price is not recurring.', { param: 'items[0][price]' });
  const trial = form['trial_period_days'];
  return beginSubscription(context, {
    customer,
    price,
    quantity: item['quantity'] === undefined ? 1 : wholeNumber(item['quantity'], 'items[0][quantity]'),
    metadata: fieldTexts(form['metadata']),
    trialDays: trial === undefined ? 0 : wholeNumber(trial, 'trial_period_days'),
    taxed: automaticTaxOf(form['automatic_tax']).enabled,
    destination: fieldText(formOf(form['transfer_data'])['destination']),
    feePercent: percentOf(form['application_fee_percent']),
    description: fieldText(form['description']),
  });
}

function attach(context: StandInContext, token: string, form: FormFields): ProviderObject {
  rejectUnknown(form, ['customer', 'expand']);
  const card = cardByToken(token);
  if (!card) throw noSuchObject('PaymentMethod', token);
  return saveCard(context, customerOf(context, requiredText(form, 'customer'), 'customer'), card);
}
