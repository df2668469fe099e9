import { Readable } from 'node:stream';
import type PocketBase from 'pocketbase';
import {
  type InvoiceFile,
  type StoredInvoice,
  savePrintedInvoice,
  unprintedInvoices,
} from '../../data/payments/tax-invoices.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { InvoiceNotPrinted, printedInvoice } from './invoice-printer.ts';

/** Invoices are printed once, by a job or at the first download, and kept by the hash of their bytes. */

export interface PrintingParts {
  pb: PocketBase;
  files: FileStore;
  now(): Instant;
  onError(reason: unknown): void;
}

/**
 * The file of an invoice, printed now if it was not before. Two processes that print the same one make the same bytes, which
 * are stored once.
 * @throws StorageRefused where there is no room
 * @throws InvoiceNotPrinted where the printing failed; it can be asked for again
 */
export async function invoiceFile(
  { pb, files, now }: Pick<PrintingParts, 'pb' | 'files' | 'now'>,
  invoice: StoredInvoice,
): Promise<InvoiceFile> {
  if (invoice.file) return invoice.file;
  const file = await files.put(Readable.from([await printedInvoice(invoice)]));
  await savePrintedInvoice(pb, invoice.id, file, now());
  return file;
}

/** The file of an invoice for whoever asks for it now; null where it cannot be printed at the moment. */
export async function invoiceToRead(
  parts: PrintingParts,
  invoice: StoredInvoice,
): Promise<InvoiceFile | null> {
  try {
    return await invoiceFile(parts, invoice);
  } catch (reason) {
    if (!(reason instanceof InvoiceNotPrinted)) throw reason;
    parts.onError(reason);
    return null;
  }
}

/** Invoices printed in one go. */
const AT_ONCE = 10;
const EVERY_MS = 60_000;

/** Prints the invoices that are not printed yet. */
export async function printInvoices(parts: PrintingParts): Promise<void> {
  for (const invoice of await unprintedInvoices(parts.pb, AT_ONCE))
    await invoiceFile(parts, invoice).catch(parts.onError);
}

/** Opens the job that prints invoices soon after they are issued. */
export function openInvoicePrinting(parts: PrintingParts): PeriodicJob {
  return openPeriodicJob(() => printInvoices(parts), EVERY_MS, parts.onError);
}
