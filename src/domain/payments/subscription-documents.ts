import { dayText, type Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { type Operator, shownFact } from '../kernel/operator.ts';
import { sellerPartOf } from './payment.ts';
import type {
  InvoiceContent,
  InvoiceParty,
  NewTaxInvoice,
  TaxInvoice,
  TaxInvoiceLine,
} from './tax-invoice.ts';

/** What a paid period of a membership or a seller plan is invoiced as, and what is given back of it. */

/** A paid bill of a subscription as the payment provider says it. */
export interface Bill {
  id: string;
  /** The provider's number, which the payer may quote. */
  number: string;
  paidAt: Instant;
  /** Amounts in cents; negative for the unused part of what was paid before. */
  lines: readonly { text: string; from: Instant; until: Instant; netCents: Cents; taxCents: Cents }[];
  buyer: InvoiceParty;
  reverseCharge: boolean;
}

const REASONS = {
  proration: 'The unused part of an earlier payment',
  refund: 'Refund',
  again: 'A refund could not be paid out, so it is charged again',
} as const;

/**
 * The invoice of a bill, and a credit note for what it gives back of an earlier one, as when a tier is changed within a month.
 * @param taxPercent the rate of its tax; null where the provider does not say it
 * @param earlier the number of the newest invoice of the subscription; null for none
 * @returns none for a bill of nothing, such as that of a trial
 */
export function documentsOfBill(
  bill: Bill,
  {
    taxPercent,
    earlier,
    operator,
  }: { taxPercent: number | null; earlier: string | null; operator: Operator },
  currency: string,
): NewTaxInvoice[] {
  const lines = bill.lines.map((line, at): TaxInvoiceLine => {
    const { netCents, taxCents } = line;
    const grossCents = netCents + taxCents;
    return { lineId: `${at}`, text: lineText(line), netCents, taxPercent, taxCents, grossCents };
  });
  const content: Omit<InvoiceContent, 'lines' | 'reason'> = {
    seller: {
      name: operator.name,
      email: operator.email,
      address: operator.address,
      country: operator.country,
      vatId: shownFact(operator.vatId),
      register: shownFact(operator.register),
    },
    buyer: bill.buyer,
    orderNumber: bill.number,
    suppliedAt: bill.paidAt,
    reverseCharge: bill.reverseCharge,
    paidBy: '',
  };
  const made: NewTaxInvoice[] = [];
  const sold = lines.filter(({ grossCents }) => grossCents > 0);
  if (sold.length > 0)
    made.push({
      kind: 'invoice',
      cause: 'sale',
      ofNumber: null,
      currency,
      content: { ...content, lines: sold, reason: '' },
    });
  const unused = lines.filter(({ grossCents }) => grossCents < 0);
  if (unused.length > 0)
    made.push({
      kind: 'credit_note',
      cause: 'proration',
      ofNumber: earlier,
      currency,
      content: {
        ...content,
        lines: unused.map((line) => ({
          ...line,
          netCents: -line.netCents,
          taxCents: -line.taxCents,
          grossCents: -line.grossCents,
        })),
        reason: REASONS.proration,
      },
    });
  return made;
}

/**
 * What is still to be issued so that credit notes say what was given back of a bill: a credit note for more, an invoice again
 * where a refund failed. What is given back fills one line after the other, with its tax in proportion.
 * @param backCents refunds so far, and what a lost dispute took back; with tax
 * @param sale the invoice of the bill
 * @param issued its credit notes and invoices after it
 */
export function documentsOfReturn(
  backCents: Cents,
  sale: TaxInvoice,
  issued: readonly Pick<TaxInvoice, 'cause' | 'kind' | 'content'>[],
): NewTaxInvoice[] {
  const later = issued.filter(({ cause }) => cause.startsWith('return:'));
  const before = new Map<string, { net: Cents; tax: Cents }>();
  for (const { kind, content } of later)
    for (const { lineId, netCents, taxCents } of content.lines) {
      const sign = kind === 'credit_note' ? 1 : -1;
      const { net, tax } = before.get(lineId) ?? { net: 0, tax: 0 };
      before.set(lineId, { net: net + sign * netCents, tax: tax + sign * taxCents });
    }
  let left = backCents;
  const changes = sale.content.lines.map((line) => {
    const gross = Math.min(left, line.grossCents);
    left -= gross;
    const tax = sellerPartOf(line.taxCents, gross, line.grossCents);
    const { net: netBefore, tax: taxBefore } = before.get(line.lineId) ?? { net: 0, tax: 0 };
    return { line, net: gross - tax - netBefore, tax: tax - taxBefore };
  });
  const whole = changes.reduce((sum, { net, tax }) => sum + net + tax, 0);
  if (whole === 0) return [];
  const sign = Math.sign(whole);
  const lines = changes
    .filter(({ net, tax }) => net !== 0 || tax !== 0)
    .map(({ line, net, tax }) => ({
      ...line,
      netCents: sign * net,
      taxCents: sign * tax,
      grossCents: sign * (net + tax),
    }));
  const kind = sign > 0 ? 'credit_note' : 'invoice';
  const reason = sign > 0 ? REASONS.refund : REASONS.again;
  return [
    {
      kind,
      cause: `return:${later.length + 1}`,
      ofNumber: sale.number,
      currency: sale.currency,
      content: { ...sale.content, lines, reason },
    },
  ];
}

/** A line with the time it is for. */
function lineText({ text, from, until }: Bill['lines'][number]): string {
  return until > from ? `${text}, ${dayText(from)} to ${dayText(until)}` : text;
}
