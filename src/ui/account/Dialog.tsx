import { type ReactNode, useEffect, useId, useRef } from 'react';

const WIDTHS = { md: 'max-w-md', lg: 'max-w-lg', '2xl': 'max-h-[90vh] max-w-2xl overflow-y-auto' };

/** A modal dialog with a title. It is open while it is rendered; `children` is given what closes it. */
export function Dialog({
  title,
  width = 'md',
  onClose,
  children,
}: {
  title: ReactNode;
  width?: keyof typeof WIDTHS;
  onClose: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`popup m-auto w-[calc(100%-2rem)] p-6 ${WIDTHS[width]}`}
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
