import { type MyPrinter, parsePrinters } from '../../../domain/catalogue/print/my-printer.ts';
import { viewerId } from '../../identity/session/viewer.ts';

/** The visitor's printers in this browser: a stranger's own, or a copy of the account's, so that every page knows them. */
const KEY = 'printers';
/** Whose they are: the id of the user, "" for a stranger. */
const WHOSE_KEY = 'printers-of';

/** The printers in this browser, and whose they are. Without storage there are none. */
export function storedPrinters(): { of: string; printers: MyPrinter[] } {
  try {
    return {
      of: localStorage.getItem(WHOSE_KEY) ?? '',
      printers: parsePrinters(localStorage.getItem(KEY)),
    };
  } catch {
    return { of: '', printers: [] };
  }
}

/** The visitor's printers, as this browser knows them; not those of somebody else who signed in here before. */
export function myPrinters(): MyPrinter[] {
  const { of, printers } = storedPrinters();
  return of === '' || of === viewerId() ? printers : [];
}

/** Takes over the account's printers in a browser that has none yet. What a stranger entered here stays until it is merged. */
export function takeOverPrinters(user: string, printers: readonly MyPrinter[]): void {
  const stored = storedPrinters();
  if (stored.of !== '' || stored.printers.length === 0) storePrinters(user, printers);
}

/** Keeps printers in this browser. @returns false where it cannot store them. */
export function storePrinters(of: string, printers: readonly MyPrinter[]): boolean {
  try {
    if (printers.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(printers));
    if (of === '') localStorage.removeItem(WHOSE_KEY);
    else localStorage.setItem(WHOSE_KEY, of);
    return true;
  } catch {
    return false;
  }
}

/** An id of a record's form, for a printer that only this browser knows. */
export function newPrinterId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(
    crypto.getRandomValues(new Uint8Array(15)),
    (byte) => letters[byte % letters.length],
  ).join('');
}
