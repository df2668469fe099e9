import type { Book, Row } from './book.ts';

/** What everybody behind the counter of the stand-in works with. */
export interface StandInContext {
  book: Book;
  /** Where the stand-in's own pages are. */
  url: string;
  /** Sales tax put on pages that ask for automatic tax, in percent. */
  taxPercent: number;
  /** How long a payment's money waits before it may leave for a seller's bank, in seconds. */
  fundsWaitS: number;
  /** Whether the site goes by the stand-in's clock. */
  siteUsesClock: boolean;
  /** Told how many seconds the clock is ahead whenever it was put ahead. */
  clockChanged(aheadS: number): void;
  /** Tells the hall that something happened to an object; `account` where it happened at a seller's. */
  emit(type: string, object: Row, account?: string): void;
  /** Tells the hall, in the newer thin form, that an account changed. */
  notify(type: string, account: Row): void;
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Books a movement of the hall's own balance. Amounts in cents, negative where money leaves; the fee is taken off. */
export function addEntry(
  { book }: StandInContext,
  booking: { type: string; source: string; amount: number; fee?: number; currency: unknown },
): string {
  const { type, source, amount, fee = 0, currency } = booking;
  return book.add('bookings', 'balance_transaction', {
    type,
    reporting_category: type,
    source,
    amount,
    fee,
    net: amount - fee,
    currency,
    status: 'available',
    available_on: nowSeconds(),
    description: null,
    fee_details:
      fee === 0
        ? []
        : [
            {
              type: 'stripe_fee',
              amount: fee,
              currency,
              description: 'Processing fees',
              application: null,
            },
          ],
  }).id;
}
