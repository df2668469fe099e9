import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import { FactorForm } from './DeskGate.tsx';
import { $waiting } from './second-factor.store.ts';

/** Asks for the second factor once more when a deed is refused because its twelve hours are over. */
export function SecondFactorDialog() {
  const answer = useStore($waiting);
  return answer && <CodeDialog onAnswer={answer} />;
}

function CodeDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
      aria-labelledby={id}
      onClose={() => onAnswer(false)}
    >
      <h2 id={id} className="text-xl">
        Enter your second factor again
      </h2>
      <FactorForm onConfirmed={() => onAnswer(true)}>
        <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </FactorForm>
    </dialog>
  );
}
