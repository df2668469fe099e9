import { useState } from 'react';
import { type Sending, useSending } from './useSending.ts';

/**
 * Sends a form whose mistakes are known before: what a rule refuses is not sent, and from the first try on each mistake
 * stands at its field until it is mended. What the server says of a field goes before it.
 * @param refusals the sentences of the rule for what is typed now, by field; empty where all is well.
 */
export function useRuledSending<Field extends string>(
  refusals: Partial<Record<Field, string>>,
): Omit<Sending, 'error'> & { error: (field: Field) => string | undefined } {
  const [isTold, setTold] = useState(false);
  const { busy, error, send } = useSending();
  return {
    busy,
    error: (field) => error(field) ?? (isTold ? refusals[field] : undefined),
    async send(asked, said, done) {
      setTold(true);
      if (Object.keys(refusals).length === 0) await send(asked, said, done);
    },
  };
}
