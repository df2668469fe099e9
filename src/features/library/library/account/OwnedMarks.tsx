import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { LibraryProduct } from '../../../../data/library/library.ts';
import { PRINT_STATE_TEXTS, PRINT_STATES, type PrintState } from '../../../../domain/library/library.ts';
import { $library, setArchived, setOnList, setPrintState, withList } from './library.store.ts';
import { NewList } from './NewList.tsx';

/** The owner's private notes: print state and lists. */
export function OwnedMarks({ product }: { product: LibraryProduct }) {
  const { lists } = useStore($library, { ssr: 'initial' });
  const [print, setPrint] = useState(product.print);
  const [on, setOn] = useState(product.lists);
  const [archived, setPutAway] = useState(product.archived);

  // Optimistic: the change shows at once and is rolled back if the server refuses it.
  const changePrint = async (next: PrintState | null) => {
    setPrint(next);
    if (!(await setPrintState(product.id, next))) setPrint(print);
  };
  const changeList = async (listId: string, isOn: boolean) => {
    setOn((known) => withList(known, listId, isOn));
    if (!(await setOnList(product.id, listId, isOn))) setOn((known) => withList(known, listId, !isOn));
  };

  return (
    <section aria-labelledby="marks" className="card grid gap-5 p-5">
      <h2 id="marks" className="text-2xl">
        Your notes
      </h2>
      <fieldset>
        <legend className="font-semibold">Print</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {PRINT_STATES.map((value) => (
            <button
              key={value}
              type="button"
              className="chip min-h-11"
              aria-pressed={print === value}
              onClick={() => void changePrint(print === value ? null : value)}
            >
              {PRINT_STATE_TEXTS[value]}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="font-semibold">Lists</legend>
        <p className="text-sm text-ink-2">Only you see your lists, unless you share one by a link.</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {lists.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="chip min-h-11 max-w-full"
              aria-pressed={on.includes(id)}
              onClick={() => void changeList(id, !on.includes(id))}
            >
              <span className="truncate">{name}</span>
            </button>
          ))}
          <NewList onAdded={({ id }) => void changeList(id, true)} />
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={async () => {
            if (await setArchived([product.id], !archived)) setPutAway(!archived);
          }}
        >
          {archived ? 'Move back to my library' : 'Archive'}
        </button>
        <p className="text-sm text-ink-2" role="status">
          {archived
            ? 'Archived: it is yours as before, and shown under “Archived” only.'
            : 'Hides it from your library. It stays yours, and you can take it out again.'}
        </p>
      </div>
    </section>
  );
}
