import { discountReason, type Sale, taxOfSale } from '../../../../domain/commerce/sale.ts';
import type { SaleTotals } from '../../../../domain/commerce/sales-figures.ts';

/** An amount of a sale: a column of the table, and a line of a card on phones. */
export interface SaleAmount {
  name: string;
  /** Its longer name on phones, where there is room for it. */
  phoneName?: string;
  /** In cents, of a sale or of all; what is taken away is negative. */
  of: (sale: Sale | SaleTotals) => number;
  /** What stands beside it; null for nothing. */
  note?: (sale: Sale) => string | null;
  /** Whether it is shown where it is nothing: as a column, and on phones. */
  always?: { column?: boolean; phone?: boolean };
}

/** From the list price to the seller's share. */
export const SALE_AMOUNTS: readonly SaleAmount[] = [
  { name: 'List', of: ({ listCents }) => listCents, always: { column: true } },
  {
    name: 'Discount',
    of: ({ discountCents }) => -discountCents,
    note: discountReason,
    always: { column: true },
  },
  { name: 'Tax in it', phoneName: 'Tax in the price', of: (sale) => -taxOfSale(sale) },
  { name: 'Paid', of: ({ paidCents }) => paidCents, always: { column: true, phone: true } },
  {
    name: 'Commission',
    of: ({ commissionCents }) => -commissionCents,
    note: ({ commissionPercent }) => `${commissionPercent}%`,
    always: { column: true },
  },
];

/** What is left for the seller. */
export const netOf = ({ netCents }: Sale | SaleTotals): number => netCents;
