import { parentPort } from 'node:worker_threads';
import type { TaxInvoice } from '../../domain/payments/tax-invoice.ts';
import { printInvoice } from './invoice-pdf.ts';

/** The thread that prints invoices: each message is an invoice, each answer its bytes or an error. */

export type PrintedAnswer = { bytes: Uint8Array<ArrayBuffer> } | { error: string };

parentPort?.on('message', (invoice: TaxInvoice) => {
  void printInvoice(invoice)
    // A copy of its own, whose memory is handed over: small buffers share theirs with others.
    .then((printed): PrintedAnswer => ({ bytes: Uint8Array.from(printed) }))
    .catch((reason: unknown): PrintedAnswer => ({ error: String(reason) }))
    .then((answer) => parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []));
});
