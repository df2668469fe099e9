import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { LibraryProduct } from '../../data/library.ts';
import { PRINT_STATE_TEXTS, PRINT_STATES, type PrintState } from '../../domain/library.ts';
import { $library, addList, askLibrary, mark } from './library.store.ts';

/** What the owner notes for himself: how far the print is, and the lists it stands on. */
export function OwnedMarks({ product }: { product: LibraryProduct }) {
  const { lists, state } = useStore($library, { ssr: 'initial' });
  const [print, setPrint] = useState(product.print);
  const [on, setOn] = useState(product.lists);
  const [name, setName] = useState('');
  useEffect(() => {
    if (state === 'asking') void askLibrary();
  }, [state]);

  const keep = (next: { print: PrintState | null; lists: string[] }) => {
    const before = { print, lists: on };
    setPrint(next.print);
    setOn(next.lists);
    void mark(product.id, next).then((kept) => {
      if (kept) return;
      setPrint(before.print);
      setOn(before.lists);
    });
  };

  return (
    <section className="card grid gap-5 p-5" aria-label="Your notes">
      <fieldset>
        <legend className="font-semibold">Print</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {PRINT_STATES.map((value) => (
            <button
              key={value}
              type="button"
              className="chip min-h-11"
              aria-pressed={print === value}
              onClick={() => keep({ print: print === value ? null : value, lists: on })}
            >
              {PRINT_STATE_TEXTS[value]}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="font-semibold">Lists</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {lists.map((list) => (
            <button
              key={list.id}
              type="button"
              className="chip min-h-11"
              aria-pressed={on.includes(list.id)}
              onClick={() =>
                keep({
                  print,
                  lists: on.includes(list.id) ? on.filter((id) => id !== list.id) : [...on, list.id],
                })
              }
            >
              {list.name}
            </button>
          ))}
          <form
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              void addList(name).then((list) => {
                if (!list) return;
                setName('');
                keep({ print, lists: [...on, list.id] });
              });
            }}
          >
            <input
              className="field w-40"
              aria-label="Name of a new list"
              placeholder="New list"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <button type="submit" className="btn btn-quiet btn-small" disabled={name.trim() === ''}>
              Add
            </button>
          </form>
        </div>
      </fieldset>
    </section>
  );
}
