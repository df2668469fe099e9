import { type FormFields, fieldText, formOf, rejectUnknown, requiredText } from '../api/form.ts';
import { noSuchObject, Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { declineOf, testCard } from '../cards.ts';
import { nowSeconds, type StandInContext } from '../context.ts';
import { customerOf, saveCard } from './customers.ts';
import { payInvoice } from './invoices.ts';
import { changeSubscription } from './plan-changes.ts';
import { subscriptionOf } from './subscriptions.ts';

/** The provider's page for a customer: change the card, cancel, resume, pay open invoices. */

const VISIT_LIFETIME_S = 3600;

export function openPortal(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, ['customer', 'return_url', 'flow_data', 'configuration', 'locale', 'expand']);
  const flow = formOf(form['flow_data']);
  const type = fieldText(flow['type']);
  if (type !== null && type !== 'payment_method_update')
    throw new Problem(400, 'Only the flow payment_method_update is modelled.', { param: 'flow_data[type]' });
  const chosen = fieldText(form['configuration']);
  const configuration = context.book.find('portal_configurations', chosen);
  if (chosen !== null && configuration?.['active'] !== true)
    throw noSuchObject('configuration', chosen, 'configuration');
  const row = context.book.add('portal_visits', 'billing_portal.session', {
    customer: customerOf(context, requiredText(form, 'customer'), 'customer').id,
    return_url: fieldText(form['return_url']),
    flow: type === null ? null : { type },
    configuration: chosen ?? 'bpc_of_the_account',
  });
  return context.book.change(row, { url: `${context.url}/portal/${row.id}` });
}

/** A visit by its id. @throws Problem where there is none or it has expired. */
export function portalVisit({ book }: StandInContext, id: string): ProviderObject {
  const row = book.find('portal_visits', id);
  if (!row) throw noSuchObject('billing portal session', id);
  if (row.created + VISIT_LIFETIME_S < nowSeconds())
    throw new Problem(410, 'This page has expired. Go back to the shop for a new one.');
  return row;
}

/** Runs one of the page's buttons. Answers the error message, or null. */
export function actAtPortal(context: StandInContext, visit: ProviderObject, form: FormFields): string | null {
  const mine = (row: ProviderObject): ProviderObject => {
    if (row['customer'] !== visit['customer']) throw noSuchObject(row.object, row.id);
    return row;
  };
  try {
    if (form['act'] === 'card') {
      const card = testCard(form['card']);
      if (!card) return 'Choose one of the test cards.';
      const declined = card.isDebit ? null : declineOf(card, true);
      if (card.isDebit) return 'Choose a card.';
      if (declined) return `${declined.message} Try another one.`;
      saveCard(context, customerOf(context, String(visit['customer'])), card);
    } else if (form['act'] === 'pay') {
      const invoice = context.book.find('invoices', form['invoice']);
      if (invoice) payInvoice(context, mine(invoice).id);
    } else {
      const row = mine(subscriptionOf(context, String(form['subscription'])));
      changeSubscription(context, row, { cancel_at_period_end: String(form['act'] === 'cancel') });
    }
    return null;
  } catch (reason) {
    if (reason instanceof Problem) return reason.message;
    throw reason;
  }
}
