import { useRef, useState } from 'react';
import { type Mutation, useMutation } from './useMutation.ts';

/**
 * A mutation for a form that is validated before it is sent. While a rule refuses the values nothing is sent, and from
 * the first attempt on each refusal shows at its field until it is fixed. The server's refusal of a field comes first. After a
 * success it begins anew: the form may be empty for the next one. What the server has said in the words of the rule goes when the
 * rule is content.
 * @param refusals the sentence of the rule for each invalid field; empty when the form is valid.
 */
export function useValidatedMutation<Field extends string>(
  refusals: Partial<Record<Field, string>>,
): Omit<Mutation, 'fieldError'> & { fieldError: (field: Field) => string | undefined } {
  const [wasAttempted, setAttempted] = useState(false);
  const { busy, fieldError, mutate } = useMutation();
  /** The last sentence of the rule for each field since the last attempt. */
  const said = useRef<Partial<Record<Field, string>>>({});
  Object.assign(said.current, refusals);
  const isFixed = (field: Field) =>
    refusals[field] === undefined && fieldError(field) === said.current[field];
  return {
    busy,
    fieldError: (field) =>
      (isFixed(field) ? undefined : fieldError(field)) ?? (wasAttempted ? refusals[field] : undefined),
    async mutate(action, successMessage, onSuccess) {
      said.current = {};
      setAttempted(true);
      if (Object.keys(refusals).length > 0) return;
      await mutate(action, successMessage, (data) => {
        setAttempted(false);
        onSuccess?.(data);
      });
    },
  };
}
