import { type ReactNode, useState } from 'react';
import { DESK_REASON_MAX } from '../../../../domain/desk/person.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
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
  const [reason, setReason] = useState('');
  const { busy, fieldError, mutate } = useMutation();
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
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
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
            <button type="button" className="btn btn-quiet" onClick={close}>
              Cancel
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
