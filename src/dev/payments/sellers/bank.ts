import { missing, Refusal } from '../api/problem.ts';
import type { Row } from '../book.ts';
import { bankNow, clockOf, DAY_S } from '../clock.ts';
import type { Desk } from '../desk.ts';
import { transfersState } from './accounts.ts';
import { payoutDay } from './express.ts';

/**
 * Sellers' money at the provider: when it may leave, and what has left for their banks. It goes by the
 * stand-in's clock. Amounts in cents, times in seconds.
 */

/** A payout is on its way so long. */
const UNDER_WAY_S = 2 * DAY_S;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export function weekdayOf(seconds: number): string {
  return WEEKDAYS[new Date(seconds * 1000).getUTCDay()] ?? '';
}

/** Does what fell due at the bank since it was last looked at: weekly payouts leave, others arrive. */
export function runBank(desk: Desk): void {
  const clock = clockOf(desk);
  const now = bankNow(desk);
  const ran = Number(clock['ran']);
  const isNewDay = Math.floor(now / DAY_S) > Math.floor(ran / DAY_S);
  for (const payout of desk.book.all('payouts'))
    if (payout['status'] === 'in_transit' && Number(payout['arrival_date']) <= now) arrive(desk, payout);
  if (!isNewDay) return;
  desk.book.change(clock, { ran: now });
  const weekday = weekdayOf(now);
  for (const account of desk.book.all('accounts')) {
    const isDue = payoutDay(account) === weekday && transfersState(account) === 'active';
    if (isDue && balanceOf(desk, account.id).available > 0) leave(desk, account.id, true, UNDER_WAY_S);
  }
}

/** Books a movement of a seller's balance. */
export function enteredAt(
  desk: Desk,
  owner: string,
  booking: { type: string; source: string; amount: number; currency: unknown; availableOn: number },
): Row {
  const { availableOn, ...rest } = booking;
  return desk.book.add('seller_bookings', 'balance_transaction', {
    ...rest,
    owner,
    payout: null,
    reporting_category: booking.type,
    fee: 0,
    net: booking.amount,
    available_on: availableOn,
    description: null,
    fee_details: [],
  });
}

/** A booking as the API shows it: whether it is available follows from the clock. */
export function bookingView(desk: Desk, row: Row): Row {
  const status = Number(row['available_on']) <= bankNow(desk) ? 'available' : 'pending';
  return { ...row, status };
}

/** What a seller has: what may leave now, and what may not yet. */
export function balanceOf(desk: Desk, accountId: string): { available: number; pending: number } {
  const now = bankNow(desk);
  const sums = { available: 0, pending: 0 };
  for (const row of desk.book.all('seller_bookings')) {
    if (row['owner'] !== accountId) continue;
    sums[Number(row['available_on']) <= now ? 'available' : 'pending'] += Number(row['net']);
  }
  return sums;
}

/** Sends all that may leave to a seller's bank at once, and it is there. @throws Refusal where there is nothing. */
export function payOut(desk: Desk, accountId: string): Row {
  if (balanceOf(desk, accountId).available < 1)
    throw new Refusal('There is nothing to pay out.', { code: 'balance_insufficient' });
  return arrive(desk, leave(desk, accountId, true, 0));
}

function leave(desk: Desk, accountId: string, automatic: boolean, underWay: number): Row {
  const { book } = desk;
  const now = bankNow(desk);
  const amount = balanceOf(desk, accountId).available;
  const row = book.add('payouts', 'payout', {
    amount,
    currency: 'usd',
    status: 'in_transit',
    automatic,
    method: 'standard',
    type: 'bank_account',
    arrival_date: now + underWay,
    description: 'STRIPE PAYOUT',
    destination: bankOf(desk, accountId).id,
    failure_code: null,
    failure_message: null,
    metadata: {},
    owner: accountId,
  });
  // Times of the bank's own clock, so that lists read as they would.
  book.change(row, { created: now });
  for (const booking of book.all('seller_bookings'))
    if (
      booking['owner'] === accountId &&
      booking['payout'] === null &&
      Number(booking['available_on']) <= now
    )
      book.change(booking, { payout: row.id });
  const booking = { type: 'payout', source: row.id, amount: -amount, currency: 'usd', availableOn: now };
  book.change(enteredAt(desk, accountId, booking), { payout: row.id });
  desk.emit('payout.created', row, accountId);
  return row;
}

function arrive(desk: Desk, row: Row): Row {
  desk.book.change(row, { status: 'paid' });
  desk.emit('payout.paid', row, String(row['owner']));
  return row;
}

/** A seller's bank sends a payout back: the money lies at the provider again. Twice is once. */
export function bounce(desk: Desk, payoutId: string): Row {
  const { book } = desk;
  const row = book.find('payouts', payoutId);
  if (!row) throw missing('payout', payoutId);
  if (row['status'] === 'failed') return row;
  const owner = String(row['owner']);
  book.change(row, {
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  });
  const amount = Number(row['amount']);
  const availableOn = bankNow(desk);
  enteredAt(desk, owner, { type: 'payout_failure', source: row.id, amount, currency: 'usd', availableOn });
  desk.emit('payout.failed', row, owner);
  return row;
}

/** The bank account a seller is paid to; everybody here has one at the same bank. */
export function bankOf({ book }: Desk, accountId: string): Row {
  const known = book.all('banks').find((row) => row['owner'] === accountId);
  return (
    known ??
    book.add('banks', 'bank_account', {
      owner: accountId,
      account: accountId,
      bank_name: 'Stand-in Savings',
      country: 'US',
      currency: 'usd',
      default_for_currency: true,
      last4: '6789',
      status: 'new',
    })
  );
}
