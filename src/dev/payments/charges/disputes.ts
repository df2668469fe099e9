import { type Form, rejectUnknown, textsOf } from '../api/form.ts';
import { missing, Refusal } from '../api/problem.ts';
import type { Row } from '../book.ts';
import { bankNow } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';

/** Disputes: a buyer's bank takes a payment back and may return it. Amounts in cents. */

/** The fee of a dispute, won or lost, in cents. Source: the provider's list price. */
const DISPUTE_FEE_CENTS = 1500;
const ANSWER_WITHIN_S = 9 * 86_400;

/** Opens a dispute about what was not refunded. @throws Refusal where it was disputed before or nothing is left. */
export function openDispute(context: StandInContext, chargeId: string, reason = 'fraudulent'): Row {
  const { book } = context;
  const charge = book.find('charges', chargeId);
  if (!charge) throw missing('charge', chargeId);
  const amount = Number(charge['amount']) - Number(charge['amount_refunded']);
  if (book.all('disputes').some((row) => row['charge'] === chargeId))
    throw new Refusal('This charge was disputed before.');
  if (amount === 0) throw new Refusal('This charge is refunded; there is nothing left to dispute.');
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
export function answerDispute(context: StandInContext, id: string, form: Form): Row {
  rejectUnknown(form, ['evidence', 'submit', 'metadata', 'expand']);
  const { book } = context;
  const row = book.find('disputes', id);
  if (!row) throw missing('dispute', id);
  if (row['status'] !== 'needs_response')
    throw new Refusal(`This dispute asks for no evidence: ${String(row['status'])}.`);
  const before = row['evidence_details'] as { submission_count: number };
  const isSubmitted = form['submit'] !== 'false';
  book.change(row, {
    evidence: { ...(row['evidence'] as object), ...textsOf(form['evidence']) },
    metadata: { ...(row['metadata'] as object), ...textsOf(form['metadata']) },
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
export function warnOfFraud(context: StandInContext, chargeId: string): Row {
  const { book } = context;
  const charge = book.find('charges', chargeId);
  if (!charge) throw missing('charge', chargeId);
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
export function closeDispute(context: StandInContext, id: string, status: 'won' | 'lost'): Row {
  const { book } = context;
  const row = book.find('disputes', id);
  if (!row) throw missing('dispute', id);
  if (row['status'] === 'won' || row['status'] === 'lost')
    throw new Refusal(`This dispute is closed already: ${row['status']}.`);
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
