import { useStore } from '@nanostores/react';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { FactorForm } from './DeskGate.tsx';
import { $waiting } from './second-factor.store.ts';

/** Asks for the second factor once more when a deed is refused because its twelve hours are over. */
export function SecondFactorDialog() {
  const answer = useStore($waiting);
  return answer && <CodeDialog onAnswer={answer} />;
}

function CodeDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  return (
    <Dialog title="Enter your second factor again" onClose={() => onAnswer(false)}>
      {(close) => (
        <>
          <FactorForm onConfirmed={() => onAnswer(true)}>
            <button type="button" className="btn btn-quiet" onClick={close}>
              Cancel
            </button>
          </FactorForm>
        </>
      )}
    </Dialog>
  );
}
