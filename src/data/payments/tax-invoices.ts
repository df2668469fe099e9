import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type InvoiceContent,
  invoiceSums,
  type NewTaxInvoice,
  NUMBER_PREFIXES,
} from '../../domain/payments/tax-invoice.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const i = tables.invoices.as('i');

/**
 * Invoices and credit notes of orders, memberships and seller plans. They are issued in the transaction of what they are
 * for, and never change.
 */

/** The file of an invoice in the file store. */
export interface InvoiceFile {
  storageKey: string;
  sha256: string;
  sizeBytes: number;
}

const OF_INVOICE = {
  id: i.id,
  orderId: i.order,
  billId: i.bill,
  kind: i.kind,
  number: i.number,
  cause: i.cause,
  ofNumber: i.ofNumber.orNull,
  issuedAt: i.issuedAt,
  currency: i.currency,
  content: i.content.as((content) => content as InvoiceContent),
  file: from(
    { storageKey: i.storageKey, sha256: i.sha256, sizeBytes: i.sizeBytes },
    (file): InvoiceFile | null => (file.storageKey === '' ? null : file),
  ),
};
const INVOICE = shape(OF_INVOICE);
const BILL = shape({ bill: i.bill });

/** An invoice with its file, null until it is printed. Without an order it has the provider's bill. */
export type StoredInvoice = RowOf<typeof OF_INVOICE>;

/** A bill of the payment provider for a subscription, and the account that paid it. */
export interface BillRef {
  billId: string;
  subscriptionId: string;
  payerId: string;
}

/**
 * Adds an invoice of an order or of a bill to a transaction. It takes the next number of its kind and year, in UTC, which nobody else has,
 * because transactions follow each other; one that fails takes none. A cause that is invoiced already adds nothing.
 */
export function withInvoice(
  steps: Transaction,
  of: { orderId: string } | BillRef,
  invoice: NewTaxInvoice & { id: string },
  at: Instant,
): Transaction {
  const bill = 'orderId' in of ? { billId: '', subscriptionId: '', payerId: '' } : of;
  const { netCents, taxCents, grossCents } = invoiceSums(invoice.content.lines);
  return steps.exec(
    sql`INSERT INTO invoices (id, kind, year, serial, number, [[order]], payer, subscription, bill, cause, ofNumber, issuedAt,
        currency, netCents, taxCents, grossCents, content, storageKey, sha256, sizeBytes, created, updated)
      SELECT {:id}, {:kind}, {:year}, n.serial, printf('%s-%d-%06d', {:prefix}, {:year}, n.serial), {:order}, {:payerId},
        {:subscriptionId}, {:billId}, {:cause}, {:of}, {:now}, {:currency}, {:net}, {:tax}, {:gross}, {:content}, '', '', 0, {:now}, {:now}
      FROM (SELECT coalesce(max(serial), 0) + 1 AS serial FROM invoices WHERE kind = {:kind} AND year = {:year}) n
      WHERE NOT EXISTS (SELECT 1 FROM invoices WHERE [[order]] = {:order} AND bill = {:billId} AND cause = {:cause})`,
    {
      id: invoice.id,
      kind: invoice.kind,
      year: new Date(at).getUTCFullYear(),
      prefix: NUMBER_PREFIXES[invoice.kind],
      order: 'orderId' in of ? of.orderId : '',
      ...{ payerId: bill.payerId, subscriptionId: bill.subscriptionId, billId: bill.billId },
      cause: invoice.cause,
      of: invoice.ofNumber ?? '',
      now: dateOf(at),
      currency: invoice.currency,
      net: netCents,
      tax: taxCents,
      gross: grossCents,
      content: JSON.stringify(invoice.content),
    },
  );
}

/** The invoices and credit notes of orders, in the order in which they were issued. */
export async function invoicesOfOrders(
  pb: PocketBase,
  orderIds: readonly string[],
): Promise<StoredInvoice[]> {
  if (orderIds.length === 0) return [];
  return invoicesWhere(pb, sql`i.[[order]] IN (SELECT value FROM json_each({:orderIds})) ORDER BY i.rowid`, {
    orderIds,
  });
}

/** The invoices and credit notes of a subscription, in the order in which they were issued. */
export async function invoicesOfSubscription(
  pb: PocketBase,
  subscriptionId: string,
): Promise<StoredInvoice[]> {
  return invoicesWhere(
    pb,
    sql`i.subscription = {:subscriptionId} AND i.subscription <> '' ORDER BY i.rowid`,
    { subscriptionId },
  );
}

/** The bills of a subscription that have an invoice or a credit note. */
export async function invoicedBills(pb: PocketBase, subscriptionId: string): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    select(
      BILL,
      sql`SELECT ${BILL} FROM invoices i WHERE i.subscription = {:subscriptionId} AND i.subscription <> ''`,
      { subscriptionId },
    ),
  );
  return new Set(rows.map(({ bill }) => bill));
}

/** Documents of one account in a list. */
const BILLS_MOST = 200;

/** The newest invoices and credit notes of what an account pays regularly, newest first. */
export async function billsOfPayer(pb: PocketBase, payerId: string): Promise<StoredInvoice[]> {
  return invoicesWhere(pb, sql`i.payer = {:payerId} AND i.payer <> '' ORDER BY i.rowid DESC LIMIT {:limit}`, {
    payerId,
    limit: BILLS_MOST,
  });
}

/** An invoice of this buyer; null for any other. */
export async function invoiceOfBuyer(
  pb: PocketBase,
  buyerId: string,
  invoiceId: string,
): Promise<StoredInvoice | null> {
  if (!isRecordId(invoiceId)) return null;
  const [invoice] = await invoicesWhere(
    pb,
    sql`i.id = {:invoiceId} AND (i.payer = {:buyerId}
      OR EXISTS (SELECT 1 FROM orders o WHERE o.id = i.[[order]] AND o.buyer = {:buyerId}))`,
    { invoiceId, buyerId },
  );
  return invoice ?? null;
}

/** Invoices that are not printed yet, oldest first. */
export async function unprintedInvoices(pb: PocketBase, limit: number): Promise<StoredInvoice[]> {
  return invoicesWhere(pb, sql`i.storageKey = '' ORDER BY i.created LIMIT {:limit}`, { limit });
}

/** Records the file of an invoice, once. False if it has one already. */
export async function savePrintedInvoice(
  pb: PocketBase,
  invoiceId: string,
  file: InvoiceFile,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE invoices SET storageKey = {:key}, sha256 = {:hash}, sizeBytes = {:size}, updated = {:now}
      WHERE id = {:id} AND storageKey = ''`,
    { id: invoiceId, key: file.storageKey, hash: file.sha256, size: file.sizeBytes, now: dateOf(at) },
    { expect: 1, else: 'printed' },
  );
  return (await refusalOf(steps, ['printed'])) === null;
}

/** Invoices by a condition, with how they are sorted. */
async function invoicesWhere(pb: PocketBase, which: Sql, params: QueryParams): Promise<StoredInvoice[]> {
  const [found] = await ask(
    pb,
    select(INVOICE, sql`SELECT ${INVOICE} FROM invoices i WHERE ${which}`, params),
  );
  return found;
}
