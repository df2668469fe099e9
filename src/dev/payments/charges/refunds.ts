import { type FormFields, fieldText, fieldTexts, rejectUnknown, wholeNumber } from '../api/form.ts';
import { noSuchObject, Problem, RefusedRequest } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { bankNow } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';
import { accountBalance } from '../sellers/balances.ts';
import { addSellerEntry } from '../sellers/bank.ts';
import { reverse } from '../sellers/transfers.ts';

/** Refunds. Amounts in cents. */

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

/** Refunds the rest of a charge, or a part of it. @throws Refusal where the amount exceeds the rest. */
export function refundCharge(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, [
    'payment_intent',
    'charge',
    'amount',
    'metadata',
    'reason',
    'reverse_transfer',
    'refund_application_fee',
    'expand',
  ]);
  const reason = fieldText(form['reason']);
  if (reason !== null && !REASONS.includes(reason))
    throw new Problem(400, `Invalid reason: must be one of ${REASONS.join(', ')}`, { param: 'reason' });
  const charge = chargeOf(context, form);
  const left = Number(charge['amount']) - Number(charge['amount_refunded']);
  const amount = form['amount'] === undefined ? left : wholeNumber(form['amount'], 'amount');
  if (charge['disputed'] === true)
    throw new RefusedRequest('This charge is disputed and cannot be refunded.', { code: 'charge_disputed' });
  if (left === 0)
    throw new RefusedRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amount < 1) throw new Problem(400, 'Invalid positive integer', { param: 'amount' });
  if (amount > left)
    throw new RefusedRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      {
        code: 'amount_too_large',
        param: 'amount',
      },
    );
  const share = shareOf(context, charge, form, amount);
  const row = context.book.add('refunds', 'refund', {
    amount,
    currency: charge['currency'],
    charge: charge.id,
    payment_intent: charge['payment_intent'],
    status: 'succeeded',
    metadata: fieldTexts(form['metadata']),
    reason,
    failure_reason: null,
  });
  const { currency } = charge;
  if (share) reverseShare(context, row, share);
  context.book.change(row, {
    balance_transaction: addEntry(context, { type: 'refund', source: row.id, amount: -amount, currency }),
  });
  const refunded = Number(charge['amount_refunded']) + amount;
  context.book.change(charge, { amount_refunded: refunded, refunded: refunded === Number(charge['amount']) });
  context.emit('refund.created', row);
  context.emit('charge.refunded', charge);
  return row;
}

/** The seller's part of a refund, in cents. */
interface Share {
  transfer: ProviderObject;
  cents: number;
  fee: ProviderObject | undefined;
  feeCents: number;
}

/** @throws Problem where the charge was not for a seller, Refusal where the seller's balance is too low. */
function shareOf(
  context: StandInContext,
  charge: ProviderObject,
  form: FormFields,
  amount: number,
): Share | null {
  const { book } = context;
  const reversesTransfer = form['reverse_transfer'] === 'true';
  const refundsFee = form['refund_application_fee'] === 'true';
  if (!reversesTransfer && !refundsFee) return null;
  const transfer = book.find('transfers', charge['transfer']);
  if (!transfer || !reversesTransfer)
    throw new Problem(400, 'Only a charge with a transfer can be refunded so, the transfer with it.', {
      param: 'reverse_transfer',
    });
  const part = (cents: unknown) => Math.round((Number(cents) * amount) / Number(charge['amount']));
  const fee = refundsFee ? book.find('application_fees', charge['application_fee']) : undefined;
  const share = { transfer, cents: part(transfer['amount']), fee, feeCents: fee ? part(fee['amount']) : 0 };
  // Whether the real provider would take the rest instead is not documented; a caller must not rely on either.
  if (share.cents > Number(transfer['amount']) - Number(transfer['amount_reversed']))
    throw new RefusedRequest(
      'The transfer was reversed in part already; its proportional part exceeds what is left.',
      {
        param: 'reverse_transfer',
      },
    );
  if (accountBalance(context, String(transfer['destination'])) + share.feeCents < share.cents)
    throw new RefusedRequest('The destination account does not have enough funds for this reversal.', {
      code: 'balance_insufficient',
    });
  return share;
}

function reverseShare(
  context: StandInContext,
  row: ProviderObject,
  { transfer, cents, fee, feeCents }: Share,
): void {
  const { book } = context;
  const owner = String(transfer['destination']);
  if (fee && feeCents > 0) {
    const { currency } = fee;
    const source = fee.id;
    book.change(fee, { amount_refunded: Number(fee['amount_refunded']) + feeCents });
    const taken = addEntry(context, { type: 'application_fee_refund', source, amount: -feeCents, currency });
    const part = book.add('fee_refunds', 'fee_refund', {
      amount: feeCents,
      balance_transaction: taken,
      currency,
      fee: fee.id,
      metadata: {},
    });
    const before = fee['refunds'] as { data: ProviderObject[] };
    book.change(fee, {
      refunded: fee['amount_refunded'] === fee['amount'],
      refunds: { ...before, data: [part, ...before.data] },
    });
    addSellerEntry(context, owner, {
      type: 'application_fee_refund',
      source,
      amount: feeCents,
      currency,
      availableOn: bankNow(context),
    });
    context.emit('application_fee.refunded', fee);
  }
  const reversal = reverse(context, transfer.id, { amount: String(cents) });
  book.change(reversal, { source_refund: row.id });
  book.change(row, { transfer_reversal: reversal.id });
}

/** Fails a refund: the money returns to the marketplace's balance. Idempotent. */
export function failRefund(context: StandInContext, id: string): ProviderObject {
  const { book } = context;
  const row = book.find('refunds', id);
  if (!row) throw noSuchObject('refund', id);
  if (row['status'] === 'failed') return row;
  const amount = Number(row['amount']);
  const charge = book.find('charges', row['charge']);
  if (charge)
    book.change(charge, { amount_refunded: Number(charge['amount_refunded']) - amount, refunded: false });
  book.change(row, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: addEntry(context, {
      type: 'refund_failure',
      source: id,
      amount,
      currency: row['currency'],
    }),
  });
  context.emit('refund.failed', row);
  return row;
}

function chargeOf({ book }: StandInContext, form: FormFields): ProviderObject {
  const paymentId = fieldText(form['payment_intent']);
  const chargeId = fieldText(form['charge']);
  if (paymentId === null && chargeId === null)
    throw new Problem(400, 'One of the following params should be provided: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  const payment = paymentId === null ? undefined : book.find('payments', paymentId);
  if (paymentId !== null && !payment) throw noSuchObject('payment_intent', paymentId, 'payment_intent');
  const charge = book.find('charges', payment ? payment['latest_charge'] : chargeId);
  if (charge?.['status'] !== 'succeeded') {
    if (chargeId !== null) throw noSuchObject('charge', chargeId, 'charge');
    throw new RefusedRequest(
      `This PaymentIntent (${paymentId}) does not have a successful charge to refund.`,
      {
        code: 'payment_intent_unexpected_state',
      },
    );
  }
  return charge;
}
