import type { ProviderObject } from '../book.ts';
import { periodEnd } from '../calendar.ts';
import { bankNow, DAY_S } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import { priceName } from './catalogue.ts';
import { settleInvoice } from './invoice-payments.ts';
import {
  createInvoice,
  finalizeInvoice,
  type InvoiceDraft,
  type InvoiceLine,
  invoiceFields,
} from './invoices.ts';
import { endSubscription, itemOf, type StoredItem } from './subscriptions.ts';

/** What falls due for subscriptions: renewals, notices before them, retries of failed payments, ends. */

const UPCOMING_S = 7 * DAY_S;
const TRIAL_ENDS_SOON_S = 3 * DAY_S;

interface Due {
  at: number;
  act: () => void;
}

/** Runs everything that fell due by now, in order. */
export function runBilling(context: StandInContext): void {
  const now = bankNow(context);
  for (;;) {
    const due = context.book
      .all('subscriptions')
      .flatMap((row) => nextOf(context, row) ?? [])
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at);
    if (due.length === 0) return;
    for (const { act } of due) act();
  }
}

/** The next scheduled event of a subscription; null where there is none. */
function nextOf(context: StandInContext, row: ProviderObject): Due | null {
  if (row['ended_at'] !== null) return null;
  const item = itemOf(row);
  const end = item.current_period_end;
  const all: Due[] = [{ at: end, act: () => endPeriod(context, row) }];
  if (row['told_upcoming'] !== end && row['cancel_at_period_end'] !== true)
    all.push({ at: end - UPCOMING_S, act: () => emitUpcoming(context, row, item) });
  if (row['status'] === 'trialing' && row['told_trial'] !== end)
    all.push({ at: end - TRIAL_ENDS_SOON_S, act: () => emitTrialEnds(context, row, end) });
  const resumes = (row['pause_collection'] as { resumes_at: number | null } | null)?.resumes_at ?? null;
  if (resumes !== null) all.push({ at: resumes, act: () => resume(context, row) });
  const draft = draftOf(context, row);
  if (draft)
    all.push({ at: draft.finalizesAt, act: () => finalizeInvoice(context, draft.row, draft.finalizesAt) });
  const invoice =
    row['status'] === 'past_due' ? context.book.find('invoices', row['latest_invoice']) : undefined;
  const tryAt = invoice?.['next_payment_attempt'];
  if (invoice && typeof tryAt === 'number')
    all.push({ at: tryAt, act: () => retryPayment(context, row, invoice, tryAt) });
  return all.reduce((first, one) => (one.at < first.at ? one : first));
}

/** The renewal of a subscription that is still a draft, if any. */
function draftOf(
  { book }: StandInContext,
  row: ProviderObject,
): { row: ProviderObject; finalizesAt: number } | null {
  const invoice = book.find('invoices', row['latest_invoice']);
  const finalizesAt = invoice?.['automatically_finalizes_at'];
  return invoice?.['status'] === 'draft' && typeof finalizesAt === 'number'
    ? { row: invoice, finalizesAt }
    : null;
}

/** Ends a period: the subscription ends with it if cancelled, else the next period starts and is invoiced. */
function endPeriod(context: StandInContext, row: ProviderObject): void {
  const item = itemOf(row);
  const at = item.current_period_end;
  if (row['cancel_at_period_end'] === true) {
    endSubscription(context, row, at, 'cancellation_requested');
    return;
  }
  const next = nextInvoice(context, row);
  context.book.change(row, {
    kept_items: [{ ...item, current_period_start: at, current_period_end: next.end }],
    status: row['status'] === 'trialing' ? 'active' : row['status'],
    pending_lines: [],
  });
  context.emit('customer.subscription.updated', row);
  // The invoice has the past period, its lines the new one.
  createInvoice(context, row, { ...next, start: item.current_period_start, end: at });
}

/** The invoice of the next period, by the current state. */
export function nextInvoice(context: StandInContext, row: ProviderObject): InvoiceDraft {
  const item = itemOf(row);
  const { price, quantity } = item;
  const at = item.current_period_end;
  const end = periodEnd(
    Number(row['billing_cycle_anchor']),
    price.recurring ?? { interval: 'month', interval_count: 1 },
    at,
  );
  const line: InvoiceLine = {
    description: `${quantity} × ${priceName(context, price)}`,
    cents: price.unit_amount * quantity,
    price,
    quantity,
    start: at,
    end,
    isProration: false,
  };
  const pending = row['pending_lines'] as InvoiceLine[];
  return { reason: 'subscription_cycle', lines: [...pending, line], at, start: at, end };
}

function emitUpcoming(context: StandInContext, row: ProviderObject, item: StoredItem): void {
  context.book.change(row, { told_upcoming: item.current_period_end });
  const fields = invoiceFields(context, row, { ...nextInvoice(context, row), reason: 'upcoming' });
  context.emit('invoice.upcoming', {
    id: `upcoming_in_${row.id}`,
    object: 'invoice',
    created: item.current_period_end,
    ...fields,
  });
}

function emitTrialEnds(context: StandInContext, row: ProviderObject, end: number): void {
  context.book.change(row, { told_trial: end });
  context.emit('customer.subscription.trial_will_end', row);
}

function resume(context: StandInContext, row: ProviderObject): void {
  context.book.change(row, { pause_collection: null });
  context.emit('customer.subscription.updated', row);
}

/** Retries a failed payment; after the last retry the subscription ends. */
function retryPayment(
  context: StandInContext,
  row: ProviderObject,
  invoice: ProviderObject,
  at: number,
): void {
  if (invoice['status'] !== 'open') {
    context.book.change(invoice, { next_payment_attempt: null });
    return;
  }
  if (settleInvoice(context, invoice, { at, isPresent: false })) return;
  if (invoice['next_payment_attempt'] === null) endSubscription(context, row, at, 'payment_failed');
}
