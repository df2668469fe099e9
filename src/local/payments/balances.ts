import type { Row } from './book.ts';
import { type Desk, nowSeconds } from './desk.ts';
import { Refusal } from './problem.ts';

/** What lies at the provider, and what leaves it for a seller's bank. Amounts in cents, one currency. */

/** The hall's own balance: everything ever booked. */
export function hallBalance({ book }: Desk): number {
  return book.all('bookings').reduce((sum, row) => sum + Number(row['net']), 0);
}

/** A seller's balance: what was transferred and not called back, less what was paid out. */
export function accountBalance({ book }: Desk, accountId: string): number {
  const came = book
    .all('transfers')
    .filter((row) => row['destination'] === accountId)
    .reduce((sum, row) => sum + Number(row['amount']) - Number(row['amount_reversed']), 0);
  const left = book
    .all('payouts')
    .filter((row) => row['owner'] === accountId)
    .reduce((sum, row) => sum + Number(row['amount']), 0);
  return came - left;
}

/** The balance of a seller, or of the hall where no account is named, as the API shows it. */
export function balanceView(desk: Desk, accountId: string | null): unknown {
  const amount = accountId === null ? hallBalance(desk) : accountBalance(desk, accountId);
  const currency = currencyOf(desk);
  return {
    object: 'balance',
    livemode: false,
    available: [{ amount, currency, source_types: { card: amount } }],
    pending: [{ amount: 0, currency, source_types: { card: 0 } }],
  };
}

/** Sends all a seller has to his bank, as the provider does every day by itself. @throws Refusal where there is nothing. */
export function payOut(desk: Desk, accountId: string): Row {
  const amount = accountBalance(desk, accountId);
  if (amount < 1) throw new Refusal('There is nothing to pay out.', { code: 'balance_insufficient' });
  const row = desk.book.add('payouts', 'payout', {
    amount,
    currency: currencyOf(desk),
    status: 'paid',
    automatic: true,
    method: 'standard',
    type: 'bank_account',
    arrival_date: nowSeconds(),
    description: 'STRIPE PAYOUT',
    failure_code: null,
    metadata: {},
    owner: accountId,
  });
  desk.emit('payout.created', row, accountId);
  desk.emit('payout.paid', row, accountId);
  return row;
}

function currencyOf({ book }: Desk): string {
  const [any] = book.all('charges');
  return String(any?.['currency'] ?? 'usd');
}
