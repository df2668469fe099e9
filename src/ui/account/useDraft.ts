import { useState } from 'react';
import type { ActionResult } from '../action-answer.ts';
import { useValidatedMutation } from '../useValidatedMutation.ts';

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string;

/**
 * An editor's form: what its fields hold, what that means, why it is refused, and whether it is saved.
 * @param begin the fields when the editor opens; later calls are ignored
 * @param read what the fields mean. Text that cannot be read becomes a value that the rules refuse, such as NaN
 * @param refusals the rules' sentence for each field that is refused
 * @param send asks the server to store the draft
 * @param said tells that it is stored; null for nothing
 * @param done what follows when it is stored
 */
export function useDraft<Values extends object, Draft, Rule extends string, Answer>({
  begin,
  read,
  refusals: refusalsOf,
  send,
  said,
  done,
}: {
  begin: () => Values;
  read: (values: Values) => Draft;
  refusals: (draft: Draft, values: Values) => Partial<Record<Rule, string>>;
  send: (draft: Draft) => Promise<ActionResult<Answer>>;
  said: string | null | ((draft: Draft) => string);
  done?: (answer: Answer) => void;
}) {
  const [before, setBefore] = useState(begin);
  const [values, setValues] = useState(before);
  const draft = read(values);
  const refusals = refusalsOf(draft, values);
  const { busy, fieldError, mutate } = useValidatedMutation<Rule>(refusals);
  const set = (part: Partial<Values>) => setValues((known) => ({ ...known, ...part }));
  const save = () =>
    void mutate(
      () => send(draft),
      typeof said === 'function' ? said(draft) : said,
      (answer) => {
        // What was typed since it was sent stays unsaved.
        setBefore(values);
        done?.(answer);
      },
    );
  /** What the input of a text field needs. @param rule the field's name in the refusals, where it has another one there */
  const field = <Name extends TextName<Values>>(
    name: Name,
    ...[rule]: Name extends Rule ? [rule?: Rule] : [rule: Rule]
  ) => ({
    name: rule ?? (name as string),
    value: values[name] as string,
    error: fieldError(rule ?? (name as unknown as Rule)),
    onChange: (typed: string) => set({ [name]: typed } as unknown as Partial<Values>),
  });
  return {
    values,
    set,
    draft,
    refusals,
    field,
    fieldError,
    busy,
    save,
    /** For what else can be done with the draft while it is valid, such as a test. */
    mutate,
    /** Whether something differs from what was stored last. */
    isDirty: JSON.stringify(values) !== JSON.stringify(before),
  };
}
