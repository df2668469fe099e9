import type { StandInContext } from '../context.ts';
import { balanceOf, runBank } from './bank.ts';

/** What lies at the provider. Amounts in cents, one currency. */

/** The hall's own balance: everything ever booked. */
export function marketplaceBalance({ book }: StandInContext): number {
  return book.all('bookings').reduce((sum, row) => sum + Number(row['net']), 0);
}

/** A seller's balance, with what may not leave yet: what was transferred and not called back, less what was paid out. */
export function accountBalance(context: StandInContext, accountId: string): number {
  const { available, pending } = balanceOf(context, accountId);
  return available + pending;
}

/** The balance of a seller, or of the hall where no account is named, as the API shows it. */
export function balanceView(context: StandInContext, accountId: string | null): unknown {
  if (accountId !== null) runBank(context);
  const { available, pending } =
    accountId === null
      ? { available: marketplaceBalance(context), pending: 0 }
      : balanceOf(context, accountId);
  const [any] = context.book.all('charges');
  const currency = String(any?.['currency'] ?? 'usd');
  const of = (amount: number) => [{ amount, currency, source_types: { card: amount } }];
  return { object: 'balance', livemode: false, available: of(available), pending: of(pending) };
}
