import type { Row } from '../book.ts';
import { periodEnd } from '../calendar.ts';
import { bankNow, DAY_S } from '../clock.ts';
import type { Desk } from '../desk.ts';
import { nameOf } from './catalogue.ts';
import { settleInvoice } from './invoice-payments.ts';
import { type Bill, type BillLine, bill, invoiceFields } from './invoices.ts';
import { endSubscription, itemOf, type KeptItem } from './subscriptions.ts';

/** What the clock does to subscriptions: renewals, notices before them, tries of failed payments, ends. */

const UPCOMING_S = 7 * DAY_S;
const TRIAL_ENDS_SOON_S = 3 * DAY_S;

interface Due {
  at: number;
  act: () => void;
}

/** Does everything that fell due by now, in the order it fell due. */
export function runBilling(desk: Desk): void {
  const now = bankNow(desk);
  for (;;) {
    const due = desk.book
      .all('subscriptions')
      .flatMap((row) => nextOf(desk, row) ?? [])
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at);
    if (due.length === 0) return;
    for (const { act } of due) act();
  }
}

/** The next thing that will happen to one of its own accord; null where nothing will any more. */
function nextOf(desk: Desk, row: Row): Due | null {
  if (row['ended_at'] !== null) return null;
  const item = itemOf(row);
  const end = item.current_period_end;
  const all: Due[] = [{ at: end, act: () => turn(desk, row) }];
  if (row['told_upcoming'] !== end && row['cancel_at_period_end'] !== true)
    all.push({ at: end - UPCOMING_S, act: () => tellUpcoming(desk, row, item) });
  if (row['status'] === 'trialing' && row['told_trial'] !== end)
    all.push({ at: end - TRIAL_ENDS_SOON_S, act: () => tellTrialEnds(desk, row, end) });
  const resumes = (row['pause_collection'] as { resumes_at: number | null } | null)?.resumes_at ?? null;
  if (resumes !== null) all.push({ at: resumes, act: () => resume(desk, row) });
  const invoice =
    row['status'] === 'past_due' ? desk.book.find('invoices', row['latest_invoice']) : undefined;
  const tryAt = invoice?.['next_payment_attempt'];
  if (invoice && typeof tryAt === 'number')
    all.push({ at: tryAt, act: () => tryAgain(desk, row, invoice, tryAt) });
  return all.reduce((first, one) => (one.at < first.at ? one : first));
}

/** A period ends: the subscription with it where that was wished, else the next begins and is billed. */
function turn(desk: Desk, row: Row): void {
  const item = itemOf(row);
  const at = item.current_period_end;
  if (row['cancel_at_period_end'] === true) {
    endSubscription(desk, row, at, 'cancellation_requested');
    return;
  }
  const next = followingBill(desk, row);
  desk.book.change(row, {
    kept_items: [{ ...item, current_period_start: at, current_period_end: next.end }],
    status: row['status'] === 'trialing' ? 'active' : row['status'],
    pending_lines: [],
  });
  desk.emit('customer.subscription.updated', row);
  // An invoice names the period that is over, its lines the one that begins.
  bill(desk, row, { ...next, start: item.current_period_start, end: at });
}

/** What the next period will be billed as things stand. */
export function followingBill(desk: Desk, row: Row): Bill {
  const item = itemOf(row);
  const { price, quantity } = item;
  const at = item.current_period_end;
  const end = periodEnd(
    Number(row['billing_cycle_anchor']),
    price.recurring ?? { interval: 'month', interval_count: 1 },
    at,
  );
  const line: BillLine = {
    description: `${quantity} × ${nameOf(desk, price)}`,
    cents: price.unit_amount * quantity,
    price,
    quantity,
    start: at,
    end,
    isProration: false,
  };
  const pending = row['pending_lines'] as BillLine[];
  return { reason: 'subscription_cycle', lines: [...pending, line], at, start: at, end };
}

function tellUpcoming(desk: Desk, row: Row, item: KeptItem): void {
  desk.book.change(row, { told_upcoming: item.current_period_end });
  const fields = invoiceFields(desk, row, { ...followingBill(desk, row), reason: 'upcoming' });
  desk.emit('invoice.upcoming', {
    id: `upcoming_in_${row.id}`,
    object: 'invoice',
    created: item.current_period_end,
    ...fields,
  });
}

function tellTrialEnds(desk: Desk, row: Row, end: number): void {
  desk.book.change(row, { told_trial: end });
  desk.emit('customer.subscription.trial_will_end', row);
}

function resume(desk: Desk, row: Row): void {
  desk.book.change(row, { pause_collection: null });
  desk.emit('customer.subscription.updated', row);
}

/** A failed payment is tried once more; after the last try the subscription ends. */
function tryAgain(desk: Desk, row: Row, invoice: Row, at: number): void {
  if (invoice['status'] !== 'open') {
    desk.book.change(invoice, { next_payment_attempt: null });
    return;
  }
  if (settleInvoice(desk, invoice, { at, isThere: false })) return;
  if (invoice['next_payment_attempt'] === null) endSubscription(desk, row, at, 'payment_failed');
}
