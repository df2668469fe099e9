import { useRef } from 'react';
import { toast } from './toast.ts';

/** Saves orders one at a time, so that the last one wins; orders superseded during a request are skipped. */
export function useOrderSaving(
  save: (ids: string[]) => Promise<{ error?: { message: string } | undefined }>,
  onRefused: () => void,
): (ids: string[]) => void {
  const waiting = useRef<string[] | null>(null);
  const isSending = useRef(false);
  return (ids) => {
    waiting.current = ids;
    if (isSending.current) return;
    isSending.current = true;
    void (async () => {
      while (waiting.current) {
        const next: string[] = waiting.current;
        waiting.current = null;
        const { error } = await save(next).catch(() => ({
          error: { message: 'There is no connection; the order was not saved.' },
        }));
        if (!error) continue;
        waiting.current = null;
        void toast(error.message, { kind: 'error' });
        onRefused();
      }
      isSending.current = false;
    })();
  };
}
