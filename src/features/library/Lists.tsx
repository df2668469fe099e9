import { useRef, useState } from 'react';
import { LIST_NAME_MAX, type LibraryList } from '../../domain/library.ts';
import { addList, removeList } from './library.store.ts';

interface Props {
  lists: readonly LibraryList[];
  /** The list the library is narrowed to. */
  shown: string | null;
  onShow: (listId: string | null) => void;
}

/** A person's own lists: nobody else ever sees them. */
export function Lists({ lists, shown, onShow }: Props) {
  const [name, setName] = useState('');
  const [asked, setAsked] = useState<LibraryList | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const open = lists.find(({ id }) => id === shown);
  return (
    <details className="mt-3" open={shown !== null}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Your lists{lists.length > 0 && ` (${lists.length})`}
      </summary>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {lists.map((list) => (
          <button
            key={list.id}
            type="button"
            className="chip min-h-11"
            aria-pressed={list.id === shown}
            onClick={() => onShow(list.id === shown ? null : list.id)}
          >
            {list.name}
          </button>
        ))}
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void addList(name).then((list) => list && setName(''));
          }}
        >
          <input
            className="field w-44"
            aria-label="Name of a new list"
            placeholder="New list"
            maxLength={LIST_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <button type="submit" className="btn btn-quiet btn-small" disabled={name.trim() === ''}>
            Add list
          </button>
        </form>
        {open && (
          <button
            type="button"
            className="link min-h-11 px-2"
            onClick={() => {
              setAsked(open);
              dialog.current?.showModal();
            }}
          >
            Delete “{open.name}”
          </button>
        )}
      </div>
      <dialog ref={dialog} className="popup m-auto max-w-md p-6" aria-labelledby="list-question">
        <h2 id="list-question" className="text-xl">
          Delete the list “{asked?.name}”?
        </h2>
        <p className="mt-2 text-ink-2">Only the list goes. Everything on it stays in your library.</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-danger"
            onClick={() => {
              dialog.current?.close();
              onShow(null);
              if (asked) void removeList(asked.id);
            }}
          >
            Delete the list
          </button>
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </details>
  );
}
