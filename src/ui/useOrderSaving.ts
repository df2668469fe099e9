import { useRef } from 'react';
import { toast } from './toast.ts';

/** Keeps orders one after the other, so that the last one wins; those overtaken while one is on its way are left out. */
export function useOrderSaving(
  keep: (ids: string[]) => Promise<{ error?: { message: string } | undefined }>,
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
        const { error } = await keep(next).catch(() => ({
          error: { message: 'There is no connection; the order was not kept.' },
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
