import { Worker } from 'node:worker_threads';
import { QueueFull, semaphore } from '../../domain/kernel/semaphore.ts';
import type { TaxInvoice } from '../../domain/payments/tax-invoice.ts';
import type { PrintedAnswer } from './invoice-thread.ts';

/**
 * Prints invoices in a thread of their own: fonts and layout take 0.2 to 0.8 s each, in which the main thread answers pages.
 * One is printed at a time. The thread begins with the first invoice and ends when none follows, which frees its fonts.
 */

/** An invoice could not be printed now; it may be asked for again. */
export class InvoiceNotPrinted extends Error {
  override name = 'InvoiceNotPrinted';
}

/** Many times what an invoice of a full cart takes on a busy machine. */
const WITHIN_MS = 30_000;
/** What waits longer than its visitor would is not begun. */
const WAITING_MOST = 20;
/** The thread holds 30 MB, and beginning it again takes less time than an invoice. */
const IDLE_MS = 2_000;

const inTurn = semaphore(1, WAITING_MOST);
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/** The same bytes as `printInvoice`. @throws InvoiceNotPrinted if the thread fails or too many invoices wait */
export async function printedInvoice(invoice: TaxInvoice, withinMs = WITHIN_MS): Promise<Uint8Array> {
  try {
    return await inTurn(() => printed(invoice, withinMs));
  } catch (reason) {
    if (!(reason instanceof QueueFull)) throw reason;
    throw new InvoiceNotPrinted('too many invoices wait to be printed', { cause: reason });
  }
}

function printed(invoice: TaxInvoice, withinMs: number): Promise<Uint8Array> {
  const { number, kind, cause, ofNumber, issuedAt, currency, content, id } = invoice;
  const worker = taken();
  return new Promise((resolve, reject) => {
    const end = (isHealthy: boolean) => {
      clearTimeout(deadline);
      worker.off('message', answered).off('error', broken).off('exit', ended);
      if (isHealthy) idle = setTimeout(() => void dropped(worker).terminate(), IDLE_MS).unref();
      else void dropped(worker).terminate();
    };
    const fail = (why: string, isHealthy: boolean) => {
      end(isHealthy);
      reject(new InvoiceNotPrinted(`invoice ${number} was not printed: ${why}`));
    };
    const answered = (answer: PrintedAnswer) => {
      if ('error' in answer) return fail(answer.error, true);
      end(true);
      resolve(answer.bytes);
    };
    const broken = (reason: unknown) => fail(String(reason), false);
    const ended = (code: number) => fail(`the thread ended with code ${code}`, false);
    const deadline = setTimeout(() => fail(`it took more than ${withinMs} ms`, false), withinMs);
    worker.on('message', answered).on('error', broken).on('exit', ended);
    const whole: TaxInvoice = { id, number, kind, cause, ofNumber, issuedAt, currency, content };
    worker.postMessage(whole);
  });
}

/** The thread, begun if there is none. It does not keep the process alive. */
function taken(): Worker {
  clearTimeout(idle);
  if (thread) return thread;
  const worker = new Worker(new URL('./invoice-thread.ts', import.meta.url));
  thread = worker;
  // One that ends while nobody waits for it is replaced by the next invoice.
  worker.on('error', () => dropped(worker)).on('exit', () => dropped(worker));
  worker.unref();
  return worker;
}

function dropped(worker: Worker): Worker {
  if (thread === worker) thread = null;
  return worker;
}
