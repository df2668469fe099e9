import { useRef } from 'react';
import { useDeskKeys } from './useDeskKeys.ts';

/** The button and the key "?" that show which keys a page understands. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const show = () => dialog.current?.showModal();
  useDeskKeys({ '?': show });
  return (
    <>
      <button type="button" className="link min-h-11" onClick={show}>
        Keys
      </button>
      <dialog
        ref={dialog}
        className="popup m-auto w-[calc(100%-2rem)] max-w-sm p-6"
        aria-label="Keys of this page"
      >
        <h2 className="text-xl">Keys of this page</h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          {keys.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-line bg-paper-2 px-2 py-0.5 text-sm">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <button type="button" className="btn btn-quiet mt-4" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}
