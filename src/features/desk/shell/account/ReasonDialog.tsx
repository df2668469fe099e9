import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DESK_REASON_MAX } from '../../../../domain/desk/person.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { confirmed } from './second-factor.store.ts';

/** Asks for the reason of a deed and does it. It is open while it is rendered. */
export function ReasonDialog<T>({
  title,
  yes,
  done,
  isHarmless = false,
  hint = 'The person reads it.',
  action,
  onDone,
  onClose,
  children,
}: {
  title: string;
  yes: string;
  /** The toast afterwards. */
  done: string;
  /** Whether nobody loses anything by it; other deeds are confirmed in red. */
  isHarmless?: boolean;
  hint?: string;
  action: (reason: string) => Promise<ActionResult<T>>;
  onDone: (answer: T) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const send = () =>
    mutate(
      () => confirmed(() => action(reason)),
      done,
      (answer) => {
        onDone(answer);
        onClose();
      },
    );
  return (
    <dialog
      ref={dialog}
      className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <div className="mt-2 grid gap-3 text-ink-2">
        {children}
        <TextArea
          label="Reason"
          name="reason"
          rows={3}
          maxLength={DESK_REASON_MAX}
          value={reason}
          hint={hint}
          error={fieldError('reason')}
          onChange={setReason}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className={isHarmless ? 'btn' : 'btn btn-danger'}
          aria-busy={busy}
          onClick={() => void send()}
        >
          {yes}
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
