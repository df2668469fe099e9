import { type MyPrinter, parsePrinters } from '../../../domain/catalogue/print/my-printer.ts';
import { viewerId } from '../../identity/session/viewer.ts';
import { fresh, isStored, persistentAtom } from '../../kernel/storage/persistent.ts';
import { PRINTERS_KEY } from './printers-key.ts';

/** The visitor's printers in this browser: a stranger's own, or a copy of the account's, so that every page knows them. */
export const $printers = persistentAtom<readonly MyPrinter[]>(PRINTERS_KEY, [], {
  decode: parsePrinters,
  encode: (printers) => (printers.length === 0 ? undefined : JSON.stringify(printers)),
});

/** Whose they are: the id of the user, "" for a stranger. */
export const $printersOf = persistentAtom('printers-of', '', {
  decode: (text) => text,
  encode: (user) => user || undefined,
});

/** The printers in this browser, and whose they are. */
export function storedPrinters(): { of: string; printers: readonly MyPrinter[] } {
  return { of: fresh($printersOf), printers: fresh($printers) };
}

/** The visitor's printers, as this browser knows them; not those of somebody else who signed in here before. */
export function myPrinters(): readonly MyPrinter[] {
  const { of, printers } = storedPrinters();
  return of === '' || of === viewerId() ? printers : [];
}

/** Takes over the account's printers in a browser that has none yet. What a stranger entered here stays until it is merged. */
export function takeOverPrinters(user: string, printers: readonly MyPrinter[]): void {
  const stored = storedPrinters();
  if (stored.of !== '' || stored.printers.length === 0) storePrinters(user, printers);
}

/** Keeps printers in this browser. @returns false where it cannot store them: they then last as long as the page. */
export function storePrinters(of: string, printers: readonly MyPrinter[]): boolean {
  $printers.set(printers);
  $printersOf.set(of);
  return isStored($printers) && isStored($printersOf);
}

/** An id of a record's form, for a printer that only this browser knows. */
export function newPrinterId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(
    crypto.getRandomValues(new Uint8Array(15)),
    (byte) => letters[byte % letters.length],
  ).join('');
}
