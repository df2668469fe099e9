import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Field } from '../../../../ui/Form.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $waiting } from './second-factor.store.ts';

/** Asks for the mailed code when a deed waits for the second factor. One code is good for the whole session. */
export function SecondFactorDialog() {
  const answer = useStore($waiting);
  return answer && <CodeDialog onAnswer={answer} />;
}

function CodeDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [mailed, setMailed] = useState<{ codeId: string; email: string } | null>(null);
  const [code, setCode] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const request = () => mutate(() => actions.deskCodes.request(), null, setMailed);
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    dialog.current?.showModal();
    void request();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!mailed) return;
    void mutate(
      () => actions.deskCodes.confirm({ codeId: mailed.codeId, code }),
      null,
      () => onAnswer(true),
    );
  };
  const again = async () => {
    setCode('');
    await request();
    void toast('A new code is on its way.', { kind: 'success' });
  };
  return (
    <dialog
      ref={dialog}
      className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
      aria-labelledby={id}
      onClose={() => onAnswer(false)}
    >
      <h2 id={id} className="text-xl">
        Confirm that it is you
      </h2>
      <p className="mt-2 text-ink-2">
        {mailed
          ? `We have mailed a code to ${mailed.email}. It works once, within 5 minutes, and counts until you log out.`
          : 'We are mailing you a code.'}
      </p>
      <form className="mt-4 grid gap-4" onSubmit={send}>
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          error={fieldError('code')}
          onChange={setCode}
        />
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="btn" disabled={!mailed} aria-busy={busy}>
            Confirm
          </button>
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          {mailed && (
            <button type="button" className="link min-h-11" onClick={() => void again()}>
              Mail another code
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
