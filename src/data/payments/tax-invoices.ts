import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type InvoiceContent,
  invoiceSums,
  type NewTaxInvoice,
  NUMBER_PREFIXES,
  type TaxInvoice,
} from '../../domain/payments/tax-invoice.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { InvoicesRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

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

/** An invoice with its file, null until it is printed. Without an order it has the provider's bill. */
export type StoredInvoice = TaxInvoice & { orderId: string; billId: string; file: InvoiceFile | null };

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
  const records = await pb.collection('invoices').getFullList<InvoicesRecord>({
    filter: orderIds.map((orderId) => pb.filter('order = {:orderId}', { orderId })).join(' || '),
    sort: '@rowid',
  });
  return records.map(invoiceOf);
}

/** The invoices and credit notes of a subscription, in the order in which they were issued. */
export async function invoicesOfSubscription(
  pb: PocketBase,
  subscriptionId: string,
): Promise<StoredInvoice[]> {
  const records = await pb.collection('invoices').getFullList<InvoicesRecord>({
    filter: pb.filter("subscription = {:subscriptionId} && subscription != ''", { subscriptionId }),
    sort: '@rowid',
  });
  return records.map(invoiceOf);
}

/** The bills of a subscription that have an invoice or a credit note. */
export async function invoicedBills(pb: PocketBase, subscriptionId: string): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    query<{ bill: string }>(
      sql`SELECT bill FROM invoices WHERE subscription = {:subscriptionId} AND subscription <> ''`,
      { subscriptionId },
      ['bill'],
    ),
  );
  return new Set(rows.map(({ bill }) => bill));
}

/** Documents of one account in a list. */
const BILLS_MOST = 200;

/** The newest invoices and credit notes of what an account pays regularly, newest first. */
export async function billsOfPayer(pb: PocketBase, payerId: string): Promise<StoredInvoice[]> {
  const list = await pb.collection('invoices').getList<InvoicesRecord>(1, BILLS_MOST, {
    filter: pb.filter("payer = {:payerId} && payer != ''", { payerId }),
    sort: '-@rowid',
    skipTotal: true,
  });
  return list.items.map(invoiceOf);
}

/** An invoice of this buyer; null for any other. */
export async function invoiceOfBuyer(
  pb: PocketBase,
  buyerId: string,
  invoiceId: string,
): Promise<StoredInvoice | null> {
  if (!isRecordId(invoiceId)) return null;
  const filter = pb.filter('id = {:invoiceId} && (order.buyer = {:buyerId} || payer = {:buyerId})', {
    invoiceId,
    buyerId,
  });
  const record = await orNull(pb.collection('invoices').getFirstListItem<InvoicesRecord>(filter));
  return record && invoiceOf(record);
}

/** Invoices that are not printed yet, oldest first. */
export async function unprintedInvoices(pb: PocketBase, limit: number): Promise<StoredInvoice[]> {
  const list = await pb
    .collection('invoices')
    .getList<InvoicesRecord>(1, limit, { filter: "storageKey = ''", sort: 'created', skipTotal: true });
  return list.items.map(invoiceOf);
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

function invoiceOf(record: InvoicesRecord): StoredInvoice {
  const { storageKey, sha256, sizeBytes } = record;
  return {
    id: record.id,
    orderId: record.order,
    billId: record.bill,
    kind: record.kind === 'credit_note' ? 'credit_note' : 'invoice',
    number: record.number,
    cause: record.cause,
    ofNumber: orAbsent(record.ofNumber),
    issuedAt: instantOf(record.issuedAt) ?? 0,
    currency: record.currency,
    content: record.content as unknown as InvoiceContent,
    file: storageKey === '' ? null : { storageKey, sha256, sizeBytes },
  };
}
