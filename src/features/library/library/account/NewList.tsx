import { useState } from 'react';
import { LIST_NAME_MAX, type LibraryList } from '../../../../domain/library/library.ts';
import { addList } from './library.store.ts';

/** A form that creates a list. */
export function NewList({ onAdded }: { onAdded?: (list: LibraryList) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      className="flex max-w-full gap-2"
      onSubmit={async (event) => {
        event.preventDefault();
        const list = await addList(name);
        if (!list) return;
        setName('');
        onAdded?.(list);
      }}
    >
      <input
        className="field min-h-11 w-44 min-w-0"
        aria-label="Name of a new list"
        placeholder="New list"
        maxLength={LIST_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="btn btn-quiet btn-small flex-none" disabled={name.trim() === ''}>
        Add list
      </button>
    </form>
  );
}
