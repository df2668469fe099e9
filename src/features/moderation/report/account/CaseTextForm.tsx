import { useState } from 'react';
import { CASE_ANSWER_MAX } from '../../../../domain/moderation/case.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** The form for an answer or objection in a case. */
export function CaseTextForm<T>({
  name,
  label,
  hint,
  button,
  sent,
  send,
  onSent,
}: {
  name: string;
  label: string;
  hint: string;
  button: string;
  /** The toast after it is sent. */
  sent: string;
  send: (text: string) => Promise<ActionResult<T>>;
  onSent: (answer: T) => void;
}) {
  const [text, setText] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void mutate(() => send(text), sent, onSent);
      }}
    >
      <TextArea
        label={label}
        name={name}
        rows={5}
        maxLength={CASE_ANSWER_MAX}
        hint={hint}
        value={text}
        onChange={setText}
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
