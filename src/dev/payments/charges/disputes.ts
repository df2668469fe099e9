import { type FormFields, fieldTexts, rejectUnknown } from '../api/form.ts';
import { noSuchObject, Problem, RefusedRequest } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { bankNow } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';

/** Disputes: a buyer's bank takes a payment back and may return it. Amounts in cents. */

/** The fee of a dispute, won or lost, in cents. Source: the provider's list price. */
const DISPUTE_FEE_CENTS = 1500;
const ANSWER_WITHIN_S = 9 * 86_400;

/**
 * Opens a dispute about what was not refunded, or a part of it in cents.
 * @throws Refusal where it was disputed before, nothing is left, or less than the part
 */
export function openDispute(
  context: StandInContext,
  chargeId: string,
  reason = 'fraudulent',
  part: number | null = null,
): ProviderObject {
  const { book } = context;
  const charge = book.find('charges', chargeId);
  if (!charge) throw noSuchObject('charge', chargeId);
  const left = Number(charge['amount']) - Number(charge['amount_refunded']);
  const amount = part ?? left;
  if (book.all('disputes').some((row) => row['charge'] === chargeId))
    throw new RefusedRequest('This charge was disputed before.');
  if (left === 0) throw new RefusedRequest('This charge is refunded; there is nothing left to dispute.');
  if (amount < 1 || amount > left)
    throw new RefusedRequest(`A dispute is about 1 to ${left} cents of this charge.`);
  const { currency } = charge;
  const row = book.add('disputes', 'dispute', {
    amount,
    currency,
    charge: charge.id,
    payment_intent: charge['payment_intent'],
    reason,
    status: 'needs_response',
    is_charge_refundable: false,
    evidence: { enhanced_evidence: {} },
    evidence_details: {
      due_by: bankNow(context) + ANSWER_WITHIN_S,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    metadata: {},
  });
  const taken = addEntry(context, {
    type: 'adjustment',
    source: row.id,
    amount: -amount,
    fee: DISPUTE_FEE_CENTS,
    currency,
  });
  book.change(row, { balance_transactions: [book.find('bookings', taken)] });
  book.change(charge, { disputed: true });
  context.emit('charge.dispute.created', row);
  context.emit('charge.dispute.funds_withdrawn', row);
  return row;
}

/**
 * The marketplace sends evidence. With `submit`, as it is by default, the bank looks at it; it can be sent once.
 * @throws Refusal where the dispute asks for none any more
 */
export function takeEvidence(context: StandInContext, id: string, form: FormFields): ProviderObject {
  rejectUnknown(form, ['evidence', 'submit', 'metadata', 'expand']);
  const { book } = context;
  const row = book.find('disputes', id);
  if (!row) throw noSuchObject('dispute', id);
  if (row['status'] !== 'needs_response')
    throw new RefusedRequest(`This dispute asks for no evidence: ${String(row['status'])}.`);
  const before = row['evidence_details'] as { submission_count: number; due_by: number };
  const isSubmitted = form['submit'] !== 'false';
  const evidence = { ...(row['evidence'] as object), ...fieldTexts(form['evidence']) };
  checkEvidence(evidence);
  if (isSubmitted && before.due_by <= bankNow(context))
    throw new RefusedRequest('The deadline for evidence of this dispute has passed.');
  if (isSubmitted && Object.keys(evidence).length < 2)
    throw new RefusedRequest('There is no evidence to submit.');
  book.change(row, {
    evidence,
    metadata: { ...(row['metadata'] as object), ...fieldTexts(form['metadata']) },
    evidence_details: {
      ...before,
      has_evidence: true,
      submission_count: before.submission_count + (isSubmitted ? 1 : 0),
    },
    status: isSubmitted ? 'under_review' : 'needs_response',
  });
  context.emit('charge.dispute.updated', row);
  return row;
}

/** Fields that take the id of an uploaded file. */
const FILE_FIELDS = new Set(
  'cancellation_policy customer_communication customer_signature duplicate_charge_documentation receipt refund_policy service_documentation shipping_documentation uncategorized_file'.split(
    ' ',
  ),
);
const TEXT_MAX = 20_000;
const ALL_TEXT_MAX = 150_000;

/** The limits of evidence. Source: the provider's reference of a dispute's evidence. @throws Problem naming the field */
function checkEvidence(evidence: object): void {
  const texts = Object.entries(evidence).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  for (const [name, text] of texts) {
    const param = `evidence[${name}]`;
    if (FILE_FIELDS.has(name) && !/^file_\w+$/.test(text))
      throw new Problem(400, `No such file upload: '${text}'`, { param });
    if (text.length > TEXT_MAX)
      throw new Problem(400, `Invalid string: must be at most ${TEXT_MAX} characters`, { param });
  }
  const email = texts.find(([name]) => name === 'customer_email_address')?.[1];
  if (email && !/^[^@\s]+@[^@\s]+$/.test(email))
    throw new Problem(400, `Invalid email address: ${email}`, { param: 'evidence[customer_email_address]' });
  if (texts.reduce((sum, [, text]) => sum + text.length, 0) > ALL_TEXT_MAX)
    throw new Problem(400, `Evidence must be at most ${ALL_TEXT_MAX} characters in all.`, {
      param: 'evidence',
    });
}

/** Disputes that nobody answered in time are lost, by the stand-in's clock. */
export function runDisputes(context: StandInContext): void {
  const now = bankNow(context);
  for (const row of context.book.all('disputes')) {
    const details = row['evidence_details'] as { due_by: number };
    if (row['status'] !== 'needs_response' || details.due_by > now) continue;
    context.book.change(row, { evidence_details: { ...details, past_due: true } });
    closeDispute(context, row.id, 'lost');
  }
}

/** The card's bank reports a payment as stolen, before it is disputed: no money moves yet. Idempotent. */
export function warnOfFraud(context: StandInContext, chargeId: string): ProviderObject {
  const { book } = context;
  const charge = book.find('charges', chargeId);
  if (!charge) throw noSuchObject('charge', chargeId);
  const known = book.all('fraud_warnings').find((row) => row['charge'] === chargeId);
  if (known) return known;
  const row = book.add('fraud_warnings', 'radar.early_fraud_warning', {
    actionable: charge['refunded'] !== true && charge['disputed'] !== true,
    charge: chargeId,
    fraud_type: 'fraudulent_card_application',
    payment_intent: charge['payment_intent'],
  });
  context.emit('radar.early_fraud_warning.created', row);
  return row;
}

/** Closes a dispute; a won one returns the money, without the fee. @throws Refusal where it is closed already. */
export function closeDispute(context: StandInContext, id: string, status: 'won' | 'lost'): ProviderObject {
  const { book } = context;
  const row = book.find('disputes', id);
  if (!row) throw noSuchObject('dispute', id);
  if (row['status'] === 'won' || row['status'] === 'lost')
    throw new RefusedRequest(`This dispute is closed already: ${row['status']}.`);
  book.change(row, { status });
  const charge = book.find('charges', row['charge']);
  if (charge) book.change(charge, { disputed: status === 'lost' });
  if (status === 'won') {
    const returned = addEntry(context, {
      type: 'adjustment',
      source: id,
      amount: Number(row['amount']),
      currency: row['currency'],
    });
    const before = row['balance_transactions'] as unknown[];
    book.change(row, { balance_transactions: [...before, book.find('bookings', returned)] });
  }
  context.emit('charge.dispute.closed', row);
  if (status === 'won') context.emit('charge.dispute.funds_reinstated', row);
  return row;
}
