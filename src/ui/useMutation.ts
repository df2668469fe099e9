import { isInputError } from 'astro:actions';
import { useState } from 'react';
import type { ActionResult } from './action-answer.ts';
import { isSignedOut } from './signed-out.ts';
import { toast } from './toast.ts';

export interface Mutation {
  busy: boolean;
  /** The server's sentence for a field, after a refusal. */
  fieldError: (field: string) => string | undefined;
  /**
   * Calls an action and shows the result: `successMessage` in a toast, or the refusal at its field or in a toast. The
   * form keeps its values. While the site is away the toast has a button that sends them once more. `onSuccess` receives the answer, whose type is inferred from the action.
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
  const mutate: Mutation['mutate'] = async (action, successMessage, onSuccess) => {
    setBusy(true);
    setFields({});
    try {
      const { data, error } = await action();
      if (error === undefined) {
        if (successMessage) void toast(successMessage, { kind: 'success' });
        onSuccess?.(data);
      } else if (isInputError(error)) setFields(error.fields);
      else if (isSignedOut(error.code))
        void toast('You are signed out, so nothing was changed. Sign in, then try again.', { kind: 'error' });
      else {
        // Whether it was done is not known, so people decide.
        const run = () => void mutate(action, successMessage, onSuccess);
        const again = error.code === 'SERVICE_UNAVAILABLE' ? { action: { label: 'Try again', run } } : {};
        void toast(error.message, { kind: 'error', ...again });
      }
    } catch {
      void toast('There is no connection; nothing was changed. Try again in a moment.', { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, fieldError: (field) => fields[field]?.[0], mutate };
}
