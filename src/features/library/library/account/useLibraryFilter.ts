import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import {
  LIBRARY_FACETS,
  LIBRARY_SORTS,
  type LibraryFacet,
  type LibraryFilter,
  type LibrarySort,
} from '../../../../domain/library/library.ts';

/** How the library is narrowed and sorted, kept in the address so that back, reload and bookmarks work. */
export interface LibraryFilterState {
  filter: LibraryFilter;
  sort: LibrarySort;
  /** What stands in the search field. */
  typed: string;
  type(text: string): void;
  set(name: LibraryFacet | 'sort', value: string | null): void;
  clear(): void;
}

/** The address follows the typing after this long, in ms: browsers refuse an address that changes with every key. */
const TYPED_AFTER_MS = 200;

export function useLibraryFilter(): LibraryFilterState {
  const asked = new URLSearchParams(useSearch());
  const kept = asked.get('q') ?? '';
  const [typed, setTyped] = useState(kept);
  const inAddress = useRef(kept);
  useEffect(() => {
    // Another text in the address than the one we wrote: somebody went back, and the field follows.
    if (kept === inAddress.current) return;
    inAddress.current = kept;
    setTyped(kept);
  }, [kept]);
  useEffect(() => {
    if (typed === inAddress.current) return;
    const write = setTimeout(() => {
      inAddress.current = typed;
      // Typing is one step back, not one for each letter.
      go('q', typed, true);
    }, TYPED_AFTER_MS);
    return () => clearTimeout(write);
  }, [typed]);

  const filter: LibraryFilter = typed === '' ? {} : { text: typed };
  for (const facet of LIBRARY_FACETS) {
    const value = asked.get(facet);
    if (value) filter[facet] = value;
  }
  const sort = asked.get('sort') ?? '';
  return {
    filter,
    sort: Object.hasOwn(LIBRARY_SORTS, sort) ? (sort as LibrarySort) : 'newest',
    typed,
    type: setTyped,
    set: (name, value) => go(name, name === 'sort' && value === 'newest' ? null : value, false),
    clear() {
      setTyped('');
      inAddress.current = '';
      history.pushState(null, '', location.pathname);
    },
  };
}

/** Changes one word of the address. The router listens to both ways. */
function go(name: string, value: string | null, replace: boolean): void {
  const next = new URLSearchParams(location.search);
  if (value === null || value === '') next.delete(name);
  else next.set(name, value);
  const query = next.toString();
  const address = location.pathname + (query === '' ? '' : `?${query}`);
  if (replace) history.replaceState(history.state, '', address);
  else history.pushState(null, '', address);
}
