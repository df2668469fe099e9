import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import {
  type MyPrinter,
  PRINTER_REFUSAL_TEXTS,
  PRINTERS_MAX,
} from '../../../domain/catalogue/print/my-printer.ts';
import { toast } from '../../../ui/toast.ts';
import { useMutation } from '../../../ui/useMutation.ts';
import { isLooking, viewerId } from '../../identity/session/viewer.ts';
import { newPrinterId, storedPrinters, storePrinters } from './stored-printers.ts';

/** A printer as the form sends it; `id` is null for a new one. */
export type SentPrinter = Omit<MyPrinter, 'id'> & { id: string | null };

/** The visitor's printers: those of the account, with those from before signing in; a stranger's stay in the browser. */
export function usePrinters() {
  const [printers, setPrinters] = useState<readonly MyPrinter[] | null>(null);
  const { busy, fieldError, mutate } = useMutation();
  const know = (user: string, list: readonly MyPrinter[]) => {
    if (!storePrinters(user, list) && user === '')
      void toast('Your browser cannot store printers. Sign in to keep them.', { kind: 'error' });
    setPrinters(list);
  };
  useEffect(() => {
    void accountOrOwn().then(({ user, list }) => {
      // What a stranger had in this browser waits for the operator's own account, not the one that they look at.
      if (!isLooking()) storePrinters(user, list);
      setPrinters(list);
    });
  }, []);
  return {
    /** Null until they are known. */
    printers,
    busy,
    fieldError,
    save(printer: SentPrinter, done: () => void) {
      const user = viewerId();
      const { id, volume, ...rest } = printer;
      if (user !== '')
        return void mutate(
          () => actions.printers.save({ id, ...rest, ...volume }),
          'The printer was saved.',
          ({ printers: list }) => {
            know(user, list);
            done();
          },
        );
      const own = printers ?? [];
      if (id === null && own.length >= PRINTERS_MAX)
        return void toast(PRINTER_REFUSAL_TEXTS['too-many'], { kind: 'error' });
      const kept = { ...printer, id: id ?? newPrinterId() };
      know('', id === null ? [...own, kept] : own.map((one) => (one.id === id ? kept : one)));
      done();
    },
    remove(id: string) {
      const user = viewerId();
      if (user === '')
        return know(
          '',
          (printers ?? []).filter((one) => one.id !== id),
        );
      void mutate(
        () => actions.printers.remove({ id }),
        'The printer was removed.',
        ({ printers: list }) => know(user, list),
      );
    },
  };
}

/** The account's printers, where somebody is signed in; what a stranger had in this browser is added to them. */
async function accountOrOwn(): Promise<{ user: string; list: readonly MyPrinter[] }> {
  const user = viewerId();
  const stored = storedPrinters();
  if (user === '') return { user, list: stored.of === '' ? stored.printers : [] };
  const { data } = await actions.printers.list().catch(() => ({ data: undefined }));
  // Without an answer the copy is shown, if it is theirs.
  if (!data) return { user, list: stored.of === user ? stored.printers : [] };
  let list: readonly MyPrinter[] = data.printers;
  const fresh = stored.of === '' && !isLooking() ? stored.printers : [];
  for (const { name, volume, resinCents, currency } of fresh) {
    const saved = await actions.printers
      .save({ id: null, name, resinCents, currency, ...volume })
      .catch(() => null);
    list = saved?.data?.printers ?? list;
  }
  return { user, list };
}
