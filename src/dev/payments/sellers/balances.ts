import { bankNow } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import { balanceOf, runBank } from './bank.ts';

/** Balances at the provider. Amounts in cents, one currency. */

/** The marketplace's own balance: the sum of all entries. */
export function marketplaceBalance({ book }: StandInContext): number {
  return book.all('bookings').reduce((sum, row) => sum + Number(row['net']), 0);
}

/** What the marketplace can send: money of payments is pending for some days. Negative after disputes. */
export function marketplaceFunds(context: StandInContext): { available: number; pending: number } {
  const now = bankNow(context);
  const sums = { available: 0, pending: 0 };
  for (const row of context.book.all('bookings'))
    sums[Number(row['available_on']) <= now ? 'available' : 'pending'] += Number(row['net']);
  return sums;
}

/** A seller's balance, available and pending: transfers less reversals and payouts. */
export function accountBalance(context: StandInContext, accountId: string): number {
  const { available, pending } = balanceOf(context, accountId);
  return available + pending;
}

/** The balance of a seller, or of the marketplace where no account is given, as the API shows it. */
export function balanceView(context: StandInContext, accountId: string | null): unknown {
  if (accountId !== null) runBank(context);
  const { available, pending } =
    accountId === null ? marketplaceFunds(context) : balanceOf(context, accountId);
  const [any] = context.book.all('charges');
  const currency = String(any?.['currency'] ?? 'usd');
  const of = (amount: number) => [{ amount, currency, source_types: { card: amount } }];
  return { object: 'balance', livemode: false, available: of(available), pending: of(pending) };
}
