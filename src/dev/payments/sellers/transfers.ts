import {
  type FormFields,
  fieldText,
  fieldTexts,
  rejectUnknown,
  requiredText,
  wholeNumber,
} from '../api/form.ts';
import { noSuchObject, Problem, RefusedRequest } from '../api/problem.ts';
import { carriedList } from '../api/view.ts';
import type { ProviderObject } from '../book.ts';
import { bankNow, bankTime } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';
import { transfersState } from './accounts.ts';
import { accountBalance, marketplaceFunds } from './balances.ts';
import { addSellerEntry } from './bank.ts';

/** Transfers to sellers' accounts and their reversals. Amounts in cents. */

const KNOWN = [
  'amount',
  'currency',
  'destination',
  'source_transaction',
  'transfer_group',
  'metadata',
  'description',
  'expand',
];

/**
 * Transfers a share. With `source_transaction` the charge limits the sum of its transfers, before its money is available;
 * without, the marketplace's available balance is the limit. @throws Refusal where the limit is exceeded or the account cannot be paid.
 */
export function transfer(context: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, KNOWN);
  const { book } = context;
  const amount = wholeNumber(form['amount'], 'amount');
  if (amount < 1) throw new Problem(400, 'Invalid positive integer', { param: 'amount' });
  const currency = requiredText(form, 'currency').toLowerCase();
  const destination = requiredText(form, 'destination');
  const account = book.find('accounts', destination);
  if (!account) throw noSuchObject('destination', destination, 'destination');
  if (transfersState(account) !== 'active')
    throw new RefusedRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers.',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  const charge = sourceOf(context, form);
  if (charge && currency !== charge['currency'])
    throw new RefusedRequest('The currency of source_transaction must be the same as the transfer currency.');
  if (charge && sentFrom(context, charge) + amount > Number(charge['amount']))
    throw new RefusedRequest(
      'Transfers using this transaction as a source must not exceed the source amount.',
      {
        code: 'transfer_source_balance_parameters_mismatch',
        param: 'amount',
      },
    );
  if (!charge && amount > marketplaceFunds(context).available)
    throw new RefusedRequest('You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    });
  const row = book.add('transfers', 'transfer', {
    amount,
    amount_reversed: 0,
    reversed: false,
    currency,
    description: fieldText(form['description']),
    destination: account.id,
    source_transaction: charge?.id ?? null,
    source_type: 'card',
    transfer_group: fieldText(form['transfer_group']) ?? charge?.['transfer_group'] ?? null,
    metadata: fieldTexts(form['metadata']),
  });
  book.change(row, { reversals: reversalsOf(context, row) });
  const payment = book.add('seller_payments', 'charge', sellerPayment(row));
  addSellerEntry(context, account.id, {
    type: 'payment',
    source: payment.id,
    amount,
    currency,
    availableOn: charge ? bankTime(context, charge.created) + context.fundsWaitS : bankNow(context),
  });
  book.change(row, {
    destination_payment: payment.id,
    balance_transaction: addEntry(context, { type: 'transfer', source: row.id, amount: -amount, currency }),
  });
  context.emit('transfer.created', row);
  return row;
}

/** The payment that a transfer is at the seller's account. */
function sellerPayment(transfer: ProviderObject): Record<string, unknown> {
  const { amount, currency } = transfer;
  return {
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    billing_details: {},
    captured: true,
    currency,
    disputed: false,
    metadata: {},
    paid: true,
    refunded: false,
    source_transfer: transfer.id,
    status: 'succeeded',
  };
}

function reversalsOf({ book }: StandInContext, transfer: ProviderObject): unknown {
  const rows = book.all('reversals').filter((row) => row['transfer'] === transfer.id);
  return carriedList(`/v1/transfers/${transfer.id}/reversals`, rows);
}

function sourceOf({ book }: StandInContext, form: FormFields): ProviderObject | null {
  const id = fieldText(form['source_transaction']);
  if (id === null) return null;
  const charge = book.find('charges', id);
  if (!charge) throw noSuchObject('charge', id, 'source_transaction');
  return charge;
}

/** The sum of a charge's transfers, less reversals. */
function sentFrom({ book }: StandInContext, charge: ProviderObject): number {
  return book
    .all('transfers')
    .filter((row) => row['source_transaction'] === charge.id)
    .reduce((sum, row) => sum + Number(row['amount']) - Number(row['amount_reversed']), 0);
}

/**
 * Reverses a transfer, whole or in part.
 * @throws Refusal where the amount exceeds the rest of the transfer or the seller's balance.
 */
export function reverse(context: StandInContext, transferId: string, form: FormFields): ProviderObject {
  rejectUnknown(form, ['amount', 'metadata', 'description', 'expand']);
  const { book } = context;
  const sent = book.find('transfers', transferId);
  if (!sent) throw noSuchObject('transfer', transferId);
  const left = Number(sent['amount']) - Number(sent['amount_reversed']);
  const amount = form['amount'] === undefined ? left : wholeNumber(form['amount'], 'amount');
  if (amount < 1 || amount > left)
    throw new RefusedRequest(`Reversal amount is greater than what is left of the transfer (${left}).`, {
      param: 'amount',
    });
  if (amount > accountBalance(context, String(sent['destination'])))
    throw new RefusedRequest('The destination account does not have enough funds for this reversal.', {
      code: 'balance_insufficient',
    });
  const { currency } = sent;
  const row = book.add('reversals', 'transfer_reversal', {
    amount,
    currency,
    transfer: sent.id,
    source_refund: null,
    metadata: fieldTexts(form['metadata']),
  });
  const payment = book.find('seller_payments', sent['destination_payment']);
  const came = book.all('seller_bookings').find(({ source }) => source === payment?.id);
  const back = book.add(
    'seller_payments',
    'refund',
    {
      amount,
      currency,
      charge: payment?.id,
      status: 'succeeded',
      metadata: {},
      source_transfer_reversal: row.id,
    },
    `pyr_${row.id.slice(4)}`,
  );
  // What is still pending is reversed from the pending balance.
  const availableOn = Math.max(bankNow(context), Number(came?.['available_on'] ?? 0));
  addSellerEntry(context, String(sent['destination']), {
    type: 'payment_refund',
    source: back.id,
    amount: -amount,
    currency,
    availableOn,
  });
  book.change(row, {
    balance_transaction: addEntry(context, { type: 'transfer_refund', source: row.id, amount, currency }),
  });
  const reversed = Number(sent['amount_reversed']) + amount;
  book.change(sent, {
    amount_reversed: reversed,
    reversed: reversed === Number(sent['amount']),
    reversals: reversalsOf(context, sent),
  });
  context.emit('transfer.reversed', sent);
  return row;
}
