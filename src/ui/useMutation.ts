import { isInputError } from 'astro:actions';
import { useState } from 'react';
import type { ActionResult } from './action-answer.ts';
import { toast } from './toast.ts';

export interface Mutation {
  busy: boolean;
  /** The server's sentence for a field, after a refusal. */
  fieldError: (field: string) => string | undefined;
  /**
   * Calls an action and shows the result: `successMessage` in a toast, or the refusal at its field or in a toast. The
   * form keeps its values. `onSuccess` receives the answer, whose type is inferred from the action.
   */
  mutate: <T>(
    action: () => Promise<ActionResult<T>>,
    successMessage: string | null,
    onSuccess?: (data: T) => void,
  ) => Promise<void>;
}

/** Calls actions that change something, with the state that a form shows meanwhile. */
export function useMutation(): Mutation {
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string[] | undefined>>({});
  return {
    busy,
    fieldError: (field) => fields[field]?.[0],
    async mutate(action, successMessage, onSuccess) {
      setBusy(true);
      setFields({});
      try {
        const { data, error } = await action();
        if (error === undefined) {
          if (successMessage) void toast(successMessage, { kind: 'success' });
          onSuccess?.(data);
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
