import { type FormFields, fieldText, fieldTexts, formOf, rejectUnknown } from '../api/form.ts';
import { noSuchObject } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { cardByToken, type TestCard, testCard } from '../cards.ts';
import type { StandInContext } from '../context.ts';
import { withTexts } from './catalogue.ts';

/** Customers and their cards. */

export function createCustomer(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, [
    'email',
    'name',
    'description',
    'metadata',
    'payment_method',
    'invoice_settings',
    'expand',
  ]);
  const row = context.book.add('customers', 'customer', {
    email: fieldText(form['email']),
    name: fieldText(form['name']),
    description: fieldText(form['description']),
    metadata: fieldTexts(form['metadata']),
    /** Negative for a credit, which is deducted from the next invoice; in cents. */
    balance: 0,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null },
  });
  context.emit('customer.created', row);
  const token = fieldText(form['payment_method']);
  if (token !== null) saveCard(context, row, cardNamed(token));
  return row;
}

export function changeCustomer(context: StandInContext, id: string, form: FormFields): ProviderObject {
  rejectUnknown(form, ['email', 'name', 'description', 'metadata', 'invoice_settings', 'expand']);
  const row = customerOf(context, id);
  const card = fieldText(formOf(form['invoice_settings'])['default_payment_method']);
  if (card !== null && context.book.find('cards', card)?.['customer'] !== id)
    throw noSuchObject('PaymentMethod', card, 'invoice_settings[default_payment_method]');
  context.book.change(row, {
    ...(form['email'] === undefined ? {} : { email: fieldText(form['email']) }),
    ...(form['name'] === undefined ? {} : { name: fieldText(form['name']) }),
    ...(form['description'] === undefined ? {} : { description: fieldText(form['description']) }),
    metadata: withTexts(row['metadata'], form['metadata']),
    ...(card === null ? {} : { invoice_settings: { default_payment_method: card } }),
  });
  context.emit('customer.updated', row);
  return row;
}

/** @throws Problem where there is none of that id. */
export function customerOf({ book }: StandInContext, id: string, param = 'id'): ProviderObject {
  const row = book.find('customers', id);
  if (!row) throw noSuchObject('customer', id, param);
  return row;
}

/** Saves a card as the default of a customer and of all their subscriptions. */
export function saveCard(context: StandInContext, customer: ProviderObject, card: TestCard): ProviderObject {
  const { book } = context;
  const kept = book.add('cards', 'payment_method', {
    type: 'card',
    customer: customer.id,
    billing_details: { email: customer['email'] ?? null, name: customer['name'] ?? null },
    card: { brand: card.brand, last4: card.number.slice(-4), exp_month: 12, exp_year: 2040, country: 'US' },
    metadata: {},
    card_number: card.number,
  });
  context.emit('payment_method.attached', kept);
  book.change(customer, { invoice_settings: { default_payment_method: kept.id } });
  context.emit('customer.updated', customer);
  for (const subscription of book.all('subscriptions'))
    if (subscription['customer'] === customer.id && subscription['ended_at'] === null)
      book.change(subscription, { default_payment_method: kept.id });
  return kept;
}

/** The card a customer's invoices are charged to, with its test card; null where there is none. */
export function cardOf(
  { book }: StandInContext,
  customerId: unknown,
  preferred: unknown = null,
): { kept: ProviderObject; card: TestCard } | null {
  const customer = book.find('customers', customerId);
  const usual = (customer?.['invoice_settings'] as { default_payment_method?: unknown } | undefined)
    ?.default_payment_method;
  const kept = book.find('cards', preferred) ?? book.find('cards', usual);
  const card = testCard(kept?.['card_number']);
  return kept && card ? { kept, card } : null;
}

function cardNamed(token: string): TestCard {
  const card = cardByToken(token);
  if (!card) throw noSuchObject('PaymentMethod', token, 'payment_method');
  return card;
}
