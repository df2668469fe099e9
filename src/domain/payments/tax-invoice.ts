import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** Invoices of what the marketplace sells, and the credit notes that mirror refunds. Amounts of a credit note are positive. */

export const TAX_INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type TaxInvoiceKind = (typeof TAX_INVOICE_KINDS)[number];

export const TAX_INVOICE_TITLES: Record<TaxInvoiceKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
};

/** What begins the number of each kind. */
export const NUMBER_PREFIXES: Record<TaxInvoiceKind, string> = { invoice: 'INV', credit_note: 'CN' };

export interface TaxInvoiceLine {
  /** The order's line that it is for. */
  lineId: string;
  text: string;
  netCents: Cents;
  /** The rate in percent; null where the provider did not say it. */
  taxPercent: number | null;
  taxCents: Cents;
  /** Net and tax together. */
  grossCents: Cents;
}

/** A party as it was when the invoice was issued. Empty where it is not known. */
export interface InvoiceParty {
  name: string;
  email: string;
  address: readonly string[];
  country: string;
  vatId: string;
}

/** What an invoice says, as it is stored with it. */
export interface InvoiceContent {
  seller: InvoiceParty & { register: string };
  buyer: InvoiceParty;
  /** The order number that people quote. */
  orderNumber: string;
  /** When the goods were supplied, which is when they were paid. */
  suppliedAt: Instant;
  lines: readonly TaxInvoiceLine[];
  /** Whether the buyer owes the tax. */
  reverseCharge: boolean;
  /** The card it was paid with or refunded to; "" for none. */
  paidBy: string;
  /** Why a credit note or a corrected invoice was issued; "" for the invoice of a sale. */
  reason: string;
}

/** An invoice before it has a number. */
export interface NewTaxInvoice {
  kind: TaxInvoiceKind;
  /** What it is for: "sale", "refund:" or "failed:" and the refund's id. Each cause has one. */
  cause: string;
  /** The number of the invoice that a credit note belongs to; null for the invoice itself. */
  ofNumber: string | null;
  currency: string;
  content: InvoiceContent;
}

export interface TaxInvoice extends NewTaxInvoice {
  id: string;
  number: string;
  issuedAt: Instant;
}

/** The sums of a rate. */
export interface RateSum {
  taxPercent: number | null;
  netCents: Cents;
  taxCents: Cents;
  grossCents: Cents;
}

/** The sums of each rate, lowest rate first. Net and tax of each are its gross sum. */
export function sumsByRate(lines: readonly TaxInvoiceLine[]): RateSum[] {
  const sums = new Map<number | null, RateSum>();
  for (const { taxPercent, netCents, taxCents, grossCents } of lines) {
    const sum = sums.get(taxPercent) ?? { taxPercent, netCents: 0, taxCents: 0, grossCents: 0 };
    sums.set(taxPercent, {
      taxPercent,
      netCents: sum.netCents + netCents,
      taxCents: sum.taxCents + taxCents,
      grossCents: sum.grossCents + grossCents,
    });
  }
  return [...sums.values()].sort((a, b) => (a.taxPercent ?? -1) - (b.taxPercent ?? -1));
}

/** The sums of all lines. */
export function invoiceSums(lines: readonly TaxInvoiceLine[]): Omit<RateSum, 'taxPercent'> {
  return {
    netCents: lines.reduce((sum, { netCents }) => sum + netCents, 0),
    taxCents: lines.reduce((sum, { taxCents }) => sum + taxCents, 0),
    grossCents: lines.reduce((sum, { grossCents }) => sum + grossCents, 0),
  };
}

/** A rate as it is written: "19 %", "8.875 %"; "" where it is not known. */
export function rateText(taxPercent: number | null): string {
  return taxPercent === null ? '' : `${Number(taxPercent.toFixed(4))}%`;
}

/** What an invoice without tax says about it; null where tax was charged or nothing is to be said. */
export function taxNote({
  reverseCharge,
  lines,
}: Pick<InvoiceContent, 'reverseCharge' | 'lines'>): string | null {
  if (reverseCharge) return 'Reverse charge: the recipient owes the VAT (Art. 196 of directive 2006/112/EC).';
  return invoiceSums(lines).taxCents === 0 ? 'No tax was charged.' : null;
}
