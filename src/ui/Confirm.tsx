import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A confirmation dialog for actions that cannot be undone; in red, unless nothing is lost by it. It is open while it is rendered. */
export function Confirm({
  title,
  yes,
  no,
  busy,
  isHarmless = false,
  children,
  onYes,
  onNo,
}: {
  title: string;
  yes: string;
  no: string;
  busy: boolean;
  isHarmless?: boolean;
  children: ReactNode;
  onYes: () => void;
  onNo: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const yesButton = useRef<HTMLButtonElement>(null);
  const noButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Where the first thing in the dialog is what cannot be undone, Enter must not do it by accident.
    if (!isHarmless && document.activeElement === yesButton.current) noButton.current?.focus();
  }, [isHarmless]);
  return (
    <dialog
      ref={dialog}
      className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
      aria-labelledby={id}
      onClose={onNo}
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <div className="mt-2 grid gap-2 text-ink-2">{children}</div>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          ref={yesButton}
          type="button"
          className={isHarmless ? 'btn' : 'btn btn-danger'}
          aria-busy={busy}
          onClick={onYes}
        >
          {yes}
        </button>
        <button
          ref={noButton}
          type="button"
          className="btn btn-quiet"
          onClick={() => dialog.current?.close()}
        >
          {no}
        </button>
      </div>
    </dialog>
  );
}
