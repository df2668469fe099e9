import { isInputError } from 'astro:actions';
import { useState } from 'react';
import type { ActionResult } from './action-answer.ts';
import { toast } from './toast.ts';

export interface Sending {
  busy: boolean;
  /** The server's sentence for a field, after a refusal. */
  error: (field: string) => string | undefined;
  /**
   * Sends, and says how it went: `said` as a toast where it went well; where it did not, the refusal stands at its
   * field or in a toast, and everything typed stays.
   */
  send: <T>(
    asked: () => Promise<ActionResult<T>>,
    said: string | null,
    done?: (data: T) => void,
  ) => Promise<void>;
}

export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string[] | undefined>>({});
  return {
    busy,
    error: (field) => fields[field]?.[0],
    async send<T>(asked: () => Promise<ActionResult<T>>, said: string | null, done?: (data: T) => void) {
      setBusy(true);
      setFields({});
      try {
        const { data, error } = await asked();
        if (error === undefined) {
          if (said) void toast(said, { kind: 'success' });
          done?.(data);
        } else if (isInputError(error)) setFields(error.fields);
        else void toast(error.message, { kind: 'error' });
      } catch {
        void toast('There is no connection; nothing was changed. Try again in a moment.', { kind: 'error' });
      } finally {
        setBusy(false);
      }
    },
  };
}
