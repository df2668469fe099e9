import { noSuchObject, RefusedRequest } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { bankNow, clockOf, DAY_S } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import { transfersState } from './accounts.ts';
import { payoutDay, paysOutByHand } from './express.ts';

/** Sellers' balances and payouts, by the stand-in's clock. Amounts in cents, times in seconds. */

/** How long a payout takes. */
const TRANSIT_S = 2 * DAY_S;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export function weekdayOf(seconds: number): string {
  return WEEKDAYS[new Date(seconds * 1000).getUTCDay()] ?? '';
}

/** Runs what fell due since the last call: weekly payouts leave, others arrive. */
export function runBank(context: StandInContext): void {
  const clock = clockOf(context);
  const now = bankNow(context);
  const ran = Number(clock['ran']);
  const isNewDay = Math.floor(now / DAY_S) > Math.floor(ran / DAY_S);
  for (const payout of context.book.all('payouts'))
    if (payout['status'] === 'in_transit' && Number(payout['arrival_date']) <= now) arrive(context, payout);
  if (!isNewDay) return;
  context.book.change(clock, { ran: now });
  const weekday = weekdayOf(now);
  for (const account of context.book.all('accounts')) {
    const isDue =
      payoutDay(account) === weekday &&
      !paysOutByHand(account) &&
      transfersState(account) === 'active' &&
      isUsable(context, account.id);
    if (isDue && balanceOf(context, account.id).available > 0) leave(context, account.id, true, TRANSIT_S);
  }
}

/** Adds an entry to a seller's balance. */
export function addSellerEntry(
  context: StandInContext,
  owner: string,
  booking: { type: string; source: string; amount: number; currency: unknown; availableOn: number },
): ProviderObject {
  const { availableOn, ...rest } = booking;
  return context.book.add('seller_bookings', 'balance_transaction', {
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

/** An entry as the API shows it: the clock decides whether it is available. */
export function bookingView(context: StandInContext, row: ProviderObject): ProviderObject {
  const status = Number(row['available_on']) <= bankNow(context) ? 'available' : 'pending';
  return { ...row, status };
}

/** A seller's available and pending balance. */
export function balanceOf(
  context: StandInContext,
  accountId: string,
): { available: number; pending: number } {
  const now = bankNow(context);
  const sums = { available: 0, pending: 0 };
  for (const row of context.book.all('seller_bookings')) {
    if (row['owner'] !== accountId) continue;
    sums[Number(row['available_on']) <= now ? 'available' : 'pending'] += Number(row['net']);
  }
  return sums;
}

/** Whether payouts can be sent to the seller's bank account: a failed one closes it until the seller names another. */
function isUsable({ book }: StandInContext, accountId: string): boolean {
  return !book.all('banks').some((row) => row['owner'] === accountId && row['status'] === 'errored');
}

/** The seller names another bank account. */
export function renewBank(context: StandInContext, accountId: string): ProviderObject {
  return context.book.change(bankOf(context, accountId), { status: 'new' });
}

/** The provider takes money from a seller's balance, which may become negative. */
export function debit(context: StandInContext, owner: string, amount: number): ProviderObject {
  return addSellerEntry(context, owner, {
    type: 'adjustment',
    source: owner,
    amount: -amount,
    currency: 'usd',
    availableOn: bankNow(context),
  });
}

/** Pays out the available balance at once. @throws Refusal where it is empty or the bank account is closed. */
export function payOut(context: StandInContext, accountId: string): ProviderObject {
  if (!isUsable(context, accountId))
    throw new RefusedRequest('The bank account cannot be used.', { code: 'bank_account_unusable' });
  if (balanceOf(context, accountId).available < 1)
    throw new RefusedRequest('There is nothing to pay out.', { code: 'balance_insufficient' });
  return arrive(context, leave(context, accountId, true, 0));
}

function leave(
  context: StandInContext,
  accountId: string,
  automatic: boolean,
  underWay: number,
): ProviderObject {
  const { book } = context;
  const now = bankNow(context);
  const amount = balanceOf(context, accountId).available;
  const row = book.add('payouts', 'payout', {
    amount,
    currency: 'usd',
    status: 'in_transit',
    automatic,
    method: 'standard',
    type: 'bank_account',
    arrival_date: now + underWay,
    description: 'STRIPE PAYOUT',
    destination: bankOf(context, accountId).id,
    failure_code: null,
    failure_message: null,
    metadata: {},
    owner: accountId,
  });
  // Times of the stand-in's clock, as in lists of the provider.
  book.change(row, { created: now });
  for (const booking of book.all('seller_bookings'))
    if (
      booking['owner'] === accountId &&
      booking['payout'] === null &&
      Number(booking['available_on']) <= now
    )
      book.change(booking, { payout: row.id });
  const booking = { type: 'payout', source: row.id, amount: -amount, currency: 'usd', availableOn: now };
  book.change(addSellerEntry(context, accountId, booking), { payout: row.id });
  context.emit('payout.created', row, accountId);
  return row;
}

function arrive(context: StandInContext, row: ProviderObject): ProviderObject {
  context.book.change(row, { status: 'paid' });
  context.emit('payout.paid', row, String(row['owner']));
  return row;
}

/** A seller's bank returns a payout: the money is back in the balance. Idempotent. */
export function bounce(context: StandInContext, payoutId: string): ProviderObject {
  const { book } = context;
  const row = book.find('payouts', payoutId);
  if (!row) throw noSuchObject('payout', payoutId);
  if (row['status'] === 'failed') return row;
  const owner = String(row['owner']);
  book.change(row, {
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  });
  context.book.change(bankOf(context, owner), { status: 'errored' });
  const amount = Number(row['amount']);
  const availableOn = bankNow(context);
  addSellerEntry(context, owner, {
    type: 'payout_failure',
    source: row.id,
    amount,
    currency: 'usd',
    availableOn,
  });
  context.emit('payout.failed', row, owner);
  return row;
}

/** The bank account of a seller, created at the first call; all are at the same bank. */
export function bankOf({ book }: StandInContext, accountId: string): ProviderObject {
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
