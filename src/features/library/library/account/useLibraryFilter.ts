import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import {
  LIBRARY_FACETS,
  LIBRARY_SORTS,
  type LibraryFacet,
  type LibraryFilter,
  type LibrarySort,
} from '../../../../domain/library/library.ts';

/** Filter and sort order of the library, stored in the URL so that back, reload and bookmarks work. */
export interface LibraryFilterState {
  filter: LibraryFilter;
  sort: LibrarySort;
  /** Text of the search field. */
  typed: string;
  type(text: string): void;
  set(name: LibraryFacet | 'sort', value: string | null): void;
  clear(): void;
}

/** Delay between typing and the change of the URL, in ms: browsers limit how often it may change. */
const URL_DEBOUNCE_MS = 200;

export function useLibraryFilter(): LibraryFilterState {
  const params = new URLSearchParams(useSearch());
  const inUrl = params.get('q') ?? '';
  const [typed, setTyped] = useState(inUrl);
  const written = useRef(inUrl);
  useEffect(() => {
    // The URL changed from outside, for example by going back: the field follows.
    if (inUrl === written.current) return;
    written.current = inUrl;
    setTyped(inUrl);
  }, [inUrl]);
  useEffect(() => {
    if (typed === written.current) return;
    const write = setTimeout(() => {
      written.current = typed;
      // Typing replaces the history entry instead of adding one per letter.
      go('q', typed, true);
    }, URL_DEBOUNCE_MS);
    return () => clearTimeout(write);
  }, [typed]);

  const filter: LibraryFilter = typed === '' ? {} : { text: typed };
  for (const facet of LIBRARY_FACETS) {
    const value = params.get(facet);
    if (value) filter[facet] = value;
  }
  const sort = params.get('sort') ?? '';
  return {
    filter,
    sort: Object.hasOwn(LIBRARY_SORTS, sort) ? (sort as LibrarySort) : 'newest',
    typed,
    type: setTyped,
    set: (name, value) => go(name, name === 'sort' && value === 'newest' ? null : value, false),
    clear() {
      setTyped('');
      written.current = '';
      history.pushState(null, '', location.pathname);
    },
  };
}

/** Changes one query parameter of the URL. The router listens to both pushState and replaceState. */
function go(name: string, value: string | null, replace: boolean): void {
  const next = new URLSearchParams(location.search);
  if (value === null || value === '') next.delete(name);
  else next.set(name, value);
  const query = next.toString();
  const address = location.pathname + (query === '' ? '' : `?${query}`);
  if (replace) history.replaceState(history.state, '', address);
  else history.pushState(null, '', address);
}
