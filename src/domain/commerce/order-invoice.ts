import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { Operator } from '../kernel/operator.ts';
import { shownFact } from '../kernel/operator.ts';
import type {
  InvoiceContent,
  InvoiceParty,
  NewTaxInvoice,
  TaxInvoice,
  TaxInvoiceLine,
} from '../payments/tax-invoice.ts';
import { isLostMoney } from './dispute/lost-money.ts';
import { cardText, type Order, type OrderLine, orderNumber } from './order.ts';
import { type DividedRefund, lineTaxes } from './settlement.ts';

/** What a paid order and its refunds are invoiced as. */

/** What the provider knows of the buyer of an order and the tax on it. */
export interface BuyerFacts {
  name: string;
  address: readonly string[];
  country: string;
  vatId: string;
  /** The rate of the tax in percent; null where it is not known. */
  taxPercent: number | null;
  reverseCharge: boolean;
}

/** Of a buyer who paid nothing. */
export const UNKNOWN_BUYER: BuyerFacts = {
  name: '',
  address: [],
  country: '',
  vatId: '',
  taxPercent: null,
  reverseCharge: false,
};

type InvoicedOrder = Pick<
  Order,
  'id' | 'placedAt' | 'paidAt' | 'email' | 'currency' | 'card' | 'taxCents' | 'totalCents'
> & {
  lines: readonly OrderLine[];
};

/** What is supplied: products to be downloaded, or months of a membership. */
export type Supplied = 'download' | 'membership';

/** The invoice of a paid order, before it has a number; null where nothing was charged. Lines that cost nothing are not on it. */
export function invoiceOfOrder(
  order: InvoicedOrder,
  buyer: BuyerFacts,
  operator: Operator,
  now: Instant,
  what: Supplied = 'download',
): NewTaxInvoice | null {
  if (order.totalCents + order.taxCents === 0) return null;
  const taxes = lineTaxes(order);
  const content: InvoiceContent = {
    seller: sellerOf(operator),
    buyer: {
      name: buyer.name,
      email: order.email,
      address: buyer.address,
      country: buyer.country,
      vatId: buyer.vatId,
    },
    orderNumber: orderNumber(order),
    suppliedAt: order.paidAt ?? now,
    lines: order.lines.flatMap((line, at): TaxInvoiceLine[] => {
      const taxCents = taxes[at] ?? 0;
      return line.paidCents + taxCents === 0
        ? []
        : [invoiceLine(line.id, lineText(line, what), line.paidCents, taxCents, buyer.taxPercent)];
    }),
    reverseCharge: buyer.reverseCharge,
    paidBy: order.card ? cardText(order.card) : '',
    reason: '',
  };
  return { kind: 'invoice', cause: 'sale', ofNumber: null, currency: order.currency, content };
}

/**
 * What is still to be issued so that invoices and credit notes say what was given back: a credit note for each refund (or
 * lost dispute) that has none, and an invoice again where a refund failed after its credit note. An issued one never changes, so what such a
 * failure shifts between price and tax of other refunds is on the newest of these.
 * @param refunds all refunds of the order, oldest first
 * @param sale the invoice of the order
 * @param issued credit notes and corrected invoices of the order so far
 */
export function documentsOfRefunds(
  order: { lines: readonly Pick<OrderLine, 'id' | 'productName' | 'storeName'>[] },
  refunds: readonly DividedRefund[],
  sale: TaxInvoice,
  issued: readonly Pick<TaxInvoice, 'cause' | 'content'>[],
): NewTaxInvoice[] {
  const written = new Map(issued.map(({ cause, content }) => [cause, content.lines]));
  const rate = sale.content.lines[0]?.taxPercent ?? null;
  // In the words of the invoice; a line that cost nothing is not on it.
  const texts = new Map([
    ...order.lines.map((line) => [line.id, lineText(line)] as const),
    ...sale.content.lines.map(({ lineId, text }) => [lineId, text] as const),
  ]);
  const line = (lineId: string, netCents: Cents, taxCents: Cents) =>
    invoiceLine(lineId, texts.get(lineId) ?? '', netCents, taxCents, rate);
  const made: NewTaxInvoice[] = [];
  const make = (kind: NewTaxInvoice['kind'], cause: string, lines: TaxInvoiceLine[], ofDispute: boolean) => {
    written.set(cause, lines);
    if (lines.length === 0) return;
    const content = { ...sale.content, lines, reason: (ofDispute ? DISPUTE_REASONS : REASONS)[kind] };
    made.push({ kind, cause, ofNumber: sale.number, currency: sale.currency, content });
  };
  for (const { refund, parts } of refunds) {
    if (refund.state === 'failed' || written.has(creditOf(refund))) continue;
    const lines = parts.map(({ lineId, buyerCents, taxCents }) => line(lineId, buyerCents, taxCents));
    make('credit_note', creditOf(refund), lines, isLostMoney(refund));
  }
  const failed = refunds.filter(
    ({ refund }) =>
      refund.state === 'failed' && written.has(creditOf(refund)) && !written.has(failureOf(refund)),
  );
  for (const { refund } of failed.slice(0, -1))
    make('invoice', failureOf(refund), [...(written.get(creditOf(refund)) ?? [])], isLostMoney(refund));
  const last = failed.at(-1);
  if (last)
    make(
      'invoice',
      failureOf(last.refund),
      creditedTooMuch(refunds, written, line),
      isLostMoney(last.refund),
    );
  return made;
}

const REASONS = {
  credit_note: 'Refund',
  invoice: 'A refund could not be paid out, so it is charged again',
} as const;

const DISPUTE_REASONS = {
  credit_note: 'The bank took the payment back after a dispute',
  invoice: 'A dispute was decided again, so the payment stands',
} as const;

const creditOf = ({ id }: { id: string }) => `refund:${id}`;
const failureOf = ({ id }: { id: string }) => `failed:${id}`;

/** What the documents gave back of each line beyond what the refunds did. */
function creditedTooMuch(
  refunds: readonly DividedRefund[],
  written: ReadonlyMap<string, readonly TaxInvoiceLine[]>,
  line: (lineId: string, netCents: Cents, taxCents: Cents) => TaxInvoiceLine,
): TaxInvoiceLine[] {
  const over = new Map<string, { net: Cents; tax: Cents }>();
  const add = (lineId: string, net: Cents, tax: Cents) => {
    const before = over.get(lineId) ?? { net: 0, tax: 0 };
    over.set(lineId, { net: before.net + net, tax: before.tax + tax });
  };
  for (const [cause, lines] of written) {
    const sign = cause.startsWith('refund:') ? 1 : -1;
    for (const { lineId, netCents, taxCents } of lines) add(lineId, sign * netCents, sign * taxCents);
  }
  for (const { refund, parts } of refunds)
    if (refund.state !== 'failed')
      for (const { lineId, buyerCents, taxCents } of parts) add(lineId, -buyerCents, -taxCents);
  return [...over].flatMap(([lineId, { net, tax }]) =>
    net === 0 && tax === 0 ? [] : [line(lineId, net, tax)],
  );
}

function invoiceLine(
  lineId: string,
  text: string,
  netCents: Cents,
  taxCents: Cents,
  taxPercent: number | null,
): TaxInvoiceLine {
  return { lineId, text, netCents, taxPercent, taxCents, grossCents: netCents + taxCents };
}

const lineText = (
  { productName, storeName }: Pick<OrderLine, 'productName' | 'storeName'>,
  what: Supplied = 'download',
) => `${productName}, by ${storeName} (${what})`;

function sellerOf(operator: Operator): InvoiceContent['seller'] {
  const party: InvoiceParty = {
    name: operator.name,
    email: operator.email,
    address: operator.address,
    country: operator.country,
    vatId: shownFact(operator.vatId),
  };
  return { ...party, register: shownFact(operator.register) };
}
