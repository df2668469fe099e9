import type { Book, ProviderObject } from './book.ts';

/** What all parts of the stand-in share. */
export interface StandInContext {
  book: Book;
  /** The base address of the stand-in. */
  url: string;
  /** Sales tax on pages with automatic tax, in percent. */
  taxPercent: number;
  /** How long a payment is pending before it can be paid out to a seller, in seconds. */
  fundsWaitS: number;
  /** Whether the site uses the stand-in's clock. */
  siteUsesClock: boolean;
  /** Called with the clock's lead in seconds whenever it was advanced. */
  clockChanged(aheadS: number): void;
  /** Emits an event about an object; `account` is the seller's account it happened at. */
  emit(type: string, object: ProviderObject, account?: string): void;
  /** Emits a thin event about an account. */
  notify(type: string, account: ProviderObject): void;
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Adds an entry to the marketplace's balance. Amounts in cents, negative for outgoing money; the fee is deducted. */
export function addEntry(
  { book }: StandInContext,
  booking: {
    type: string;
    source: string;
    amount: number;
    fee?: number;
    currency: unknown;
    /** When it can be used, in seconds; by default at once. */
    availableOn?: number;
  },
): string {
  const { type, source, amount, fee = 0, currency, availableOn = nowSeconds() } = booking;
  return book.add('bookings', 'balance_transaction', {
    type,
    reporting_category: type,
    source,
    amount,
    fee,
    net: amount - fee,
    currency,
    status: availableOn > nowSeconds() ? 'pending' : 'available',
    available_on: availableOn,
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
