import { noSuchObject } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import type { StandInContext } from '../context.ts';
import { findInvoice } from './invoices.ts';

/** What goes wrong with the billing of a subscription at the provider's side. */

function subscriptionOf({ book }: StandInContext, id: string): ProviderObject {
  const row = book.find('subscriptions', id);
  if (!row) throw noSuchObject('subscription', id);
  return row;
}

/** The provider cannot compute the tax and bills on without it; null: it can again. */
export function switchTaxOff(context: StandInContext, id: string, reason: string | null): ProviderObject {
  const row = subscriptionOf(context, id);
  context.book.change(row, {
    automatic_tax: { disabled_reason: reason, enabled: reason === null, liability: null },
  });
  context.emit('customer.subscription.updated', row);
  return row;
}

/** The newest invoice becomes a draft again that could not be made final. */
export function failFinalization(context: StandInContext, id: string): ProviderObject {
  const invoice = findInvoice(context, String(subscriptionOf(context, id)['latest_invoice']));
  context.book.change(invoice, {
    status: 'draft',
    last_finalization_error: {
      type: 'invalid_request_error',
      code: 'customer_tax_location_invalid',
      message: 'The customer’s location is not recognized.',
    },
  });
  context.emit('invoice.finalization_failed', invoice);
  return invoice;
}
