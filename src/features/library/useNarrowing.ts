import { useSearch } from 'wouter';
import {
  LIBRARY_FACETS,
  LIBRARY_SORTS,
  type LibraryFacet,
  type LibraryFilter,
  type LibrarySort,
} from '../../domain/library.ts';

/** How the library is narrowed and sorted, kept in the address so that back, reload and bookmarks work. */
export interface Narrowing {
  filter: LibraryFilter;
  sort: LibrarySort;
  set(name: LibraryFacet | 'text' | 'sort', value: string | null): void;
  clear(): void;
}

export function useNarrowing(): Narrowing {
  const asked = new URLSearchParams(useSearch());
  const filter: LibraryFilter = {};
  const text = asked.get('q');
  if (text) filter.text = text;
  for (const facet of LIBRARY_FACETS) {
    const value = asked.get(facet);
    if (value) filter[facet] = value;
  }
  const sort = asked.get('sort') ?? '';
  const go = (params: URLSearchParams, replace: boolean) => {
    const query = params.toString();
    const address = location.pathname + (query === '' ? '' : `?${query}`);
    // The router listens to these two.
    if (replace) history.replaceState(history.state, '', address);
    else history.pushState(null, '', address);
  };
  return {
    filter,
    sort: Object.hasOwn(LIBRARY_SORTS, sort) ? (sort as LibrarySort) : 'newest',
    set(name, value) {
      const key = name === 'text' ? 'q' : name;
      const next = new URLSearchParams(location.search);
      if (value === null || value === '' || (name === 'sort' && value === 'newest')) next.delete(key);
      else next.set(key, value);
      // Typing is one step back, not one for each letter.
      go(next, name === 'text');
    },
    clear: () => go(new URLSearchParams(), false),
  };
}
