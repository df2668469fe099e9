import { useId, useRef, useState } from 'react';
import { LIST_NAME_MAX, type LibraryList } from '../../../../domain/library/library.ts';
import { removeList, renameList } from './library.store.ts';
import { NewList } from './NewList.tsx';
import { ShareList } from './ShareList.tsx';

interface Props {
  lists: readonly LibraryList[];
  /** Number of matching products per list. */
  counts: ReadonlyMap<string, number>;
  /** The list that filters the library. */
  shown: string | null;
  onShow: (listId: string | null) => void;
}

/** The user's lists: private, unless they share one by a link. */
export function Lists({ lists, counts, shown, onShow }: Props) {
  const open = lists.find(({ id }) => id === shown);
  return (
    <details className="mt-1" open={shown !== null}>
      <summary className="link inline-flex min-h-11 items-center">
        Your lists{lists.length > 0 && ` (${lists.length})`}
      </summary>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {lists.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="chip min-h-11 max-w-full"
            aria-pressed={id === shown}
            onClick={() => onShow(id === shown ? null : id)}
          >
            <span className="truncate">{name}</span>
            <span>{counts.get(id) ?? 0}</span>
          </button>
        ))}
        <NewList />
        {open && <OpenList key={open.id} list={open} onDeleted={() => onShow(null)} />}
      </div>
    </details>
  );
}

/** Actions on the selected list: rename and delete. */
function OpenList({ list, onDeleted }: { list: LibraryList; onDeleted: () => void }) {
  const [name, setName] = useState(list.name);
  const renaming = useRef<HTMLDialogElement>(null);
  const deleting = useRef<HTMLDialogElement>(null);
  const title = useId();
  return (
    <>
      <ShareList list={list} />
      <button
        type="button"
        className="link min-h-11 px-2"
        aria-label={`Rename “${list.name}”`}
        onClick={() => renaming.current?.showModal()}
      >
        Rename
      </button>
      <button
        type="button"
        className="link min-h-11 px-2"
        aria-label={`Delete “${list.name}”`}
        onClick={() => deleting.current?.showModal()}
      >
        Delete
      </button>
      <dialog
        ref={renaming}
        className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
        aria-labelledby={`${title}-name`}
        onClose={() => setName(list.name)}
      >
        <h2 id={`${title}-name`} className="text-xl">
          Rename the list
        </h2>
        <form
          className="mt-4 grid gap-4"
          onSubmit={async (event) => {
            event.preventDefault();
            if (await renameList(list.id, name)) renaming.current?.close();
          }}
        >
          <label>
            <span className="label">Name</span>
            <input
              className="field"
              maxLength={LIST_NAME_MAX}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <div className="flex flex-wrap gap-3">
            <button type="submit" className="btn" disabled={name.trim() === ''}>
              Rename
            </button>
            <button type="button" className="btn btn-quiet" onClick={() => renaming.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
      <dialog
        ref={deleting}
        className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
        aria-labelledby={`${title}-delete`}
      >
        <h2 id={`${title}-delete`} className="text-xl">
          Delete the list “{list.name}”?
        </h2>
        <p className="mt-2 text-ink-2">Only the list is deleted. Its products stay in your library.</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-danger"
            onClick={() => {
              deleting.current?.close();
              onDeleted();
              void removeList(list.id);
            }}
          >
            Delete the list
          </button>
          <button type="button" className="btn btn-quiet" onClick={() => deleting.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </>
  );
}
