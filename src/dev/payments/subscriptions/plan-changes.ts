import { type FormFields, fieldText, formOf, itemsOf, rejectUnknown, wholeNumber } from '../api/form.ts';
import { noSuchObject, Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { periodEnd, remainingPart } from '../calendar.ts';
import { bankNow } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import { priceName, priceOf, withTexts } from './catalogue.ts';
import { cardOf } from './customers.ts';
import { invoiceDecline } from './invoice-payments.ts';
import { createInvoice, type InvoiceLine, invoiceFields } from './invoices.ts';
import { nextInvoice } from './renewals.ts';
import { itemOf, type StoredItem } from './subscriptions.ts';

/** Changes of subscriptions and previews of their cost. Amounts in cents, times in seconds. */

const ITEM_FIELDS = ['id', 'price', 'quantity'];
const KNOWN = [
  'items',
  'proration_behavior',
  'proration_date',
  'payment_behavior',
  'trial_end',
  'cancel_at_period_end',
  'pause_collection',
  'default_payment_method',
  'application_fee_percent',
  'description',
  'metadata',
  'expand',
];
const BEHAVIORS = ['always_invoice', 'create_prorations', 'none'] as const;
type Behavior = (typeof BEHAVIORS)[number];

/** A change of the item: the new item, its invoice lines, and whether they are invoiced at once. */
interface Change {
  item: StoredItem;
  anchor: number;
  lines: InvoiceLine[];
  isBilledNow: boolean;
  trialEnd: number | null;
}

/**
 * Updates the given fields of a subscription. With `payment_behavior` `error_if_incomplete` a declined card changes
 * nothing. @throws Problem for parameters that are not modelled, or 402 for a declined card.
 */
export function changeSubscription(
  context: StandInContext,
  row: ProviderObject,
  form: FormFields,
): ProviderObject {
  rejectUnknown(form, KNOWN);
  if (row['ended_at'] !== null)
    throw new Problem(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  const at = bankNow(context);
  const change = changeOf(context, row, form, at);
  const fields = plainFields(context, row, form, at);
  const refuses = form['payment_behavior'] === 'error_if_incomplete';
  if (refuses && change?.isBilledNow) refuseUnpaid(context, row, change, at);
  context.book.change(row, fields);
  if (change === null) {
    context.emit('customer.subscription.updated', row);
    return row;
  }
  const { item, lines } = change;
  context.book.change(row, {
    kept_items: [item],
    billing_cycle_anchor: change.anchor,
    ...(change.trialEnd === null
      ? {}
      : { status: 'trialing', trial_start: item.current_period_start, trial_end: change.trialEnd }),
    ...(change.isBilledNow ? {} : { pending_lines: [...(row['pending_lines'] as InvoiceLine[]), ...lines] }),
  });
  context.emit('customer.subscription.updated', row);
  if (change.isBilledNow)
    createInvoice(context, row, { reason: 'subscription_update', lines, at, start: at, end: at }, false);
  return row;
}

/** The invoice of a change, or the next invoice where nothing changes. It is not stored. */
export function previewInvoice(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, ['customer', 'subscription', 'subscription_details', 'expand']);
  const id = fieldText(form['subscription']);
  const row = context.book.find('subscriptions', id);
  if (!row) throw noSuchObject('subscription', id ?? '', 'subscription');
  const details = formOf(form['subscription_details']);
  rejectUnknown(
    details,
    ['items', 'proration_behavior', 'proration_date', 'trial_end', 'cancel_at_period_end'],
    'subscription_details',
  );
  const at = bankNow(context);
  const change = changeOf(context, row, details, at);
  const after = change
    ? { ...row, kept_items: [change.item], billing_cycle_anchor: change.anchor }
    : { ...row };
  const made = change?.isBilledNow
    ? { reason: 'subscription_update' as const, lines: change.lines, at, start: at, end: at }
    : withPending(nextInvoice(context, after), change?.lines ?? []);
  const fields = invoiceFields(context, after, made);
  return { id: `upcoming_in_${row.id}`, object: 'invoice', created: made.at, livemode: false, ...fields };
}

function withPending(made: ReturnType<typeof nextInvoice>, lines: InvoiceLine[]): typeof made {
  return { ...made, lines: [...lines, ...made.lines] };
}

function changeOf(
  context: StandInContext,
  row: ProviderObject,
  form: FormFields,
  now: number,
): Change | null {
  const wishes = itemsOf(form['items']);
  if (wishes.length === 0) {
    if (form['trial_end'] !== undefined)
      throw new Problem(400, 'A trial is modelled only together with items.', { param: 'trial_end' });
    return null;
  }
  const kept = itemOf(row);
  const wish = formOf(wishes[0]);
  rejectUnknown(wish, ITEM_FIELDS, 'items[0]');
  if (wishes.length > 1 || wish['id'] !== kept.id)
    throw new Problem(400, 'One item is modelled, which its id must name.', { param: 'items[0][id]' });
  const price = wish['price'] === undefined ? kept.price : priceOf(context, fieldText(wish['price']));
  if (!price.recurring) throw new Problem(400, 'The price is not recurring.', { param: 'items[0][price]' });
  const quantity = wish['quantity'] === undefined ? kept.quantity : wholeNumber(wish['quantity'], 'quantity');
  const behavior = behaviorOf(form);
  const at =
    form['proration_date'] === undefined ? now : wholeNumber(form['proration_date'], 'proration_date');
  if (at < kept.current_period_start || at > kept.current_period_end)
    throw new Problem(400, 'proration_date must lie within the current period.', { param: 'proration_date' });
  const after: StoredItem = { ...kept, price: structuredClone(price), quantity };
  if (form['trial_end'] !== undefined) return trialChange(context, form, after, behavior, at);
  const anchor = Number(row['billing_cycle_anchor']);
  if (row['status'] === 'trialing')
    return { item: after, anchor, lines: [], isBilledNow: false, trialEnd: null };
  const sameRhythm =
    price.recurring.interval === kept.price.recurring?.interval &&
    price.recurring.interval_count === kept.price.recurring.interval_count;
  const unused = behavior === 'none' ? [] : [prorationLine(context, kept, at, 'Unused time on', -1)];
  if (sameRhythm) {
    const rest = behavior === 'none' ? [] : [prorationLine(context, after, at, 'Remaining time on', 1)];
    const lines = [...unused, ...rest];
    return { item: after, anchor, lines, isBilledNow: behavior === 'always_invoice', trialEnd: null };
  }
  // Another interval starts a new period, which is invoiced at once.
  const end = periodEnd(at, price.recurring, at);
  const moved = { ...after, current_period_start: at, current_period_end: end };
  const whole = prorationLine(context, moved, at, `${quantity} ×`, 1);
  const lines = [...unused, { ...whole, isProration: false }];
  return { item: moved, anchor: at, lines, isBilledNow: true, trialEnd: null };
}

function behaviorOf(form: FormFields): Behavior {
  const found = BEHAVIORS.find((one) => one === (form['proration_behavior'] ?? 'create_prorations'));
  if (!found) throw new Problem(400, 'Invalid proration_behavior.', { param: 'proration_behavior' });
  return found;
}

/** A change by a trial: the new price is first charged when the trial ends. */
function trialChange(
  context: StandInContext,
  form: FormFields,
  after: StoredItem,
  behavior: Behavior,
  at: number,
): Change {
  const trialEnd = wholeNumber(form['trial_end'], 'trial_end');
  if (behavior !== 'none' || trialEnd <= at)
    throw new Problem(400, 'A trial is modelled with proration_behavior=none and an end to come.', {
      param: 'trial_end',
    });
  const item = { ...after, current_period_start: at, current_period_end: trialEnd };
  const free = { ...prorationLine(context, item, at, 'Trial period for', 1), cents: 0, isProration: false };
  return { item, anchor: trialEnd, lines: [free], isBilledNow: true, trialEnd };
}

function prorationLine(
  context: StandInContext,
  item: StoredItem,
  at: number,
  words: string,
  sign: 1 | -1,
): InvoiceLine {
  const { price, quantity, current_period_start: start, current_period_end: end } = item;
  const cents = remainingPart(price.unit_amount * quantity, start, end, at);
  return {
    description: `${words} ${priceName(context, price)}`,
    cents: cents === 0 ? 0 : sign * cents,
    price,
    quantity,
    start: at,
    end,
    isProration: true,
  };
}

function refuseUnpaid(context: StandInContext, row: ProviderObject, change: Change, at: number): void {
  const made = { reason: 'subscription_update' as const, lines: change.lines, at, start: at, end: at };
  if (invoiceFields(context, row, made)['amount_due'] === 0) return;
  const found = cardOf(context, row['customer'], row['default_payment_method']);
  if (found && !invoiceDecline(context, row, found.card, false)) return;
  throw new Problem(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' });
}

function plainFields(
  context: StandInContext,
  row: ProviderObject,
  form: FormFields,
  at: number,
): Record<string, unknown> {
  const fields: Record<string, unknown> = { metadata: withTexts(row['metadata'], form['metadata']) };
  if (form['description'] !== undefined) fields['description'] = fieldText(form['description']);
  if (form['application_fee_percent'] !== undefined)
    fields['application_fee_percent'] = percentOf(form['application_fee_percent']);
  const card = fieldText(form['default_payment_method']);
  if (card !== null && context.book.find('cards', card)?.['customer'] !== row['customer'])
    throw noSuchObject('PaymentMethod', card, 'default_payment_method');
  if (card !== null) fields['default_payment_method'] = card;
  if (form['cancel_at_period_end'] !== undefined) {
    const isEnding = form['cancel_at_period_end'] === 'true';
    fields['cancel_at_period_end'] = isEnding;
    fields['cancel_at'] = isEnding ? itemOf(row).current_period_end : null;
    fields['canceled_at'] = isEnding ? at : null;
  }
  if (form['pause_collection'] !== undefined) fields['pause_collection'] = pauseOf(form['pause_collection']);
  return fields;
}

function pauseOf(sent: FormFields[string]): unknown {
  if (sent === '') return null;
  const pause = formOf(sent);
  rejectUnknown(pause, ['behavior', 'resumes_at'], 'pause_collection');
  const behavior = ['void', 'mark_uncollectible', 'keep_as_draft'].find((one) => one === pause['behavior']);
  if (!behavior) throw new Problem(400, 'Invalid behavior.', { param: 'pause_collection[behavior]' });
  const resumesAt =
    pause['resumes_at'] === undefined
      ? null
      : wholeNumber(pause['resumes_at'], 'pause_collection[resumes_at]');
  return { behavior, resumes_at: resumesAt };
}

/** A percentage with at most two places, such as 12.5. @throws Problem outside 0 to 100. */
export function percentOf(
  sent: FormFields[string] | undefined,
  param = 'application_fee_percent',
): number | null {
  const text = fieldText(sent);
  if (text === null) return null;
  const percent = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(percent >= 0 && percent <= 100)) throw new Problem(400, 'Invalid percentage', { param });
  return percent;
}
