import { useState } from 'react';
import { CASE_ANSWER_MAX } from '../../../../domain/moderation/case.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Words said once about a case: an answer, or an objection. */
export function CaseTextForm<T>({
  name,
  label,
  hint,
  button,
  sent,
  send: deliver,
  onSent,
}: {
  name: string;
  label: string;
  hint: string;
  button: string;
  /** What is said once it is sent. */
  sent: string;
  send: (words: string) => Promise<ActionResult<T>>;
  onSent: (answer: T) => void;
}) {
  const [words, setWords] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void mutate(() => deliver(words), sent, onSent);
      }}
    >
      <TextArea
        label={label}
        name={name}
        rows={5}
        maxLength={CASE_ANSWER_MAX}
        hint={hint}
        value={words}
        onChange={setWords}
        error={fieldError(name)}
      />
      <div>
        <button type="submit" className="btn btn-small" aria-busy={busy}>
          {button}
        </button>
      </div>
    </form>
  );
}
