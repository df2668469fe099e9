import { newRecordId } from '../../data/kernel/record-id.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { withMail } from '../../data/notifications/mails.ts';
import {
  billsOfPayer,
  invoicedBills,
  invoicesOfSubscription,
  type StoredInvoice,
  withInvoice,
} from '../../data/payments/tax-invoices.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { sellerOfRecord } from '../../domain/kernel/operator.ts';
import type { Invoice } from '../../domain/payments/invoice.ts';
import { CURRENCY } from '../../domain/payments/payment.ts';
import { documentsOfBill, documentsOfReturn } from '../../domain/payments/subscription-documents.ts';
import { invoiceSums, type NewTaxInvoice, TAX_INVOICE_TITLES } from '../../domain/payments/tax-invoice.ts';
import { paths } from '../../paths.ts';
import type { SubscriptionInvoice } from '../adapters/stripe/subscription-invoices.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { invoiceMail } from './invoice-mails.ts';

/** Issues the invoices and credit notes of memberships and seller plans. */

/** A paid bill, and what of it was given back. */
export interface PaidBill {
  invoice: Pick<SubscriptionInvoice, 'bill' | 'taxRateIds'>;
  /** Refunds and lost disputes so far, with tax; null where that was not asked. */
  backCents: Cents | null;
}

/** Whose bills they are, and where their mail goes; an empty address gets none. */
export interface BillPayer {
  subscriptionId: string;
  payerId: string;
  email: string;
}

/** Another process may issue one between question and answer. */
const ATTEMPTS = 4;

/**
 * Issues what the bills of a subscription still need, oldest first, each with a mail. Safe to call any number of times and
 * concurrently: a document has a cause that is taken once.
 * @throws PaymentsUnavailable if the rate of a tax is not known yet and cannot be asked
 */
export async function issueDocuments(
  commerce: CommerceContext,
  { email, ...payer }: BillPayer,
  bills: readonly PaidBill[],
): Promise<void> {
  const invoiced = await invoicedBills(commerce.pb, payer.subscriptionId);
  for (const paid of bills) {
    const { bill } = paid.invoice;
    if (!bill || (invoiced.has(bill.id) && paid.backCents === null)) continue;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const issued = await invoicesOfSubscription(commerce.pb, payer.subscriptionId);
      const documents = await documentsNow(commerce, paid, issued);
      if (documents.length === 0) break;
      const now = commerce.now();
      const steps = transaction(commerce.pb);
      for (const document of documents) {
        const made = { ...document, id: newRecordId() };
        withInvoice(steps, { ...payer, billId: bill.id }, made, now);
        if (email !== '') withMail(steps, invoiceMail(commerce, made, { billId: bill.id, email }), now);
      }
      await steps.run();
      if (email !== '') commerce.mailQueued();
    }
  }
}

async function documentsNow(
  commerce: CommerceContext,
  { invoice, backCents }: PaidBill,
  issued: readonly StoredInvoice[],
): Promise<NewTaxInvoice[]> {
  const { bill } = invoice;
  if (!bill) return [];
  const own = issued.filter(({ billId }) => billId === bill.id);
  if (own.length === 0) {
    const earlier = issued.findLast(({ cause }) => cause === 'sale')?.number ?? null;
    const taxPercent = await commerce.payments.taxPercentOf(invoice);
    return documentsOfBill(bill, { taxPercent, earlier, operator: sellerOfRecord(commerce) }, CURRENCY);
  }
  const sale = own.find(({ cause }) => cause === 'sale');
  return sale && backCents !== null ? documentsOfReturn(backCents, sale, own) : [];
}

/**
 * The bills of an account as its pages show them: with our own invoice where there is one, and our credit notes.
 * @param bills the provider's, newest first
 */
export async function withOwnDocuments(
  { pb }: Pick<CommerceContext, 'pb'>,
  payerId: string,
  bills: readonly Invoice[],
): Promise<Invoice[]> {
  const documents = await billsOfPayer(pb, payerId);
  return bills.flatMap((bill) => {
    const own = documents.filter(({ billId }) => billId === bill.id);
    return own.length === 0 ? [bill] : own.map((document) => shownDocument(document, bill));
  });
}

function shownDocument(document: StoredInvoice, bill: Invoice): Invoice {
  const { grossCents } = invoiceSums(document.content.lines);
  const isCredit = document.kind === 'credit_note';
  return {
    id: document.id,
    number: document.number,
    at: document.issuedAt,
    totalCents: isCredit ? -grossCents : grossCents,
    dueCents: 0,
    state: bill.state,
    title: isCredit ? `${TAX_INVOICE_TITLES.credit_note}: ${document.content.reason}` : bill.title,
    url: paths.invoice(document.id),
  };
}
