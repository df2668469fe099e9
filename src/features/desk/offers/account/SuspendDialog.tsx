import type { ReactNode } from 'react';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';

/** Suspends what a seller offers, or lifts that, with a reason. It is open while it is rendered. */
export function SuspendDialog<Row extends { id: string; name: string; state: string }>({
  offer,
  named,
  means,
  action,
  onDone,
  onClose,
}: {
  offer: Row;
  /** The offer in the title, such as "the store Ashgrove". */
  named: string;
  /** What a suspension does. */
  means: ReactNode;
  action: (change: { id: string; suspend: boolean; reason: string }) => Promise<ActionResult<Row>>;
  onDone: (offer: Row) => void;
  onClose: () => void;
}) {
  const suspend = offer.state !== 'suspended';
  return (
    <ReasonDialog
      title={suspend ? `Suspend ${named}?` : `Lift the suspension of ${offer.name}?`}
      yes={suspend ? 'Suspend' : 'Lift'}
      isHarmless={!suspend}
      done={suspend ? 'Suspended.' : 'Lifted.'}
      action={(reason) => action({ id: offer.id, suspend, reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{suspend ? means : 'It is as it was before.'}</p>
    </ReasonDialog>
  );
}

/** Opens a deed on one offer. */
export function DeedButton({
  label,
  name,
  disabled = false,
  onClick,
}: {
  label: string;
  name: string;
  disabled?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className="link min-h-8"
      aria-label={`${label} ${name}`}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
