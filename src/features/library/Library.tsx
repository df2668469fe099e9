import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import {
  LIBRARY_FACETS,
  LIBRARY_SORTS,
  type LibraryFacet,
  type LibrarySort,
  viewLibrary,
} from '../../domain/library.ts';
import { paths } from '../../paths.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { FacetSelect } from './FacetSelect.tsx';
import { LibraryCard } from './LibraryCard.tsx';
import { Lists } from './Lists.tsx';
import { $library, askLibrary } from './library.store.ts';
import { useNarrowing } from './useNarrowing.ts';
import { FACET_LABELS, valueText } from './words.ts';

/** Cards drawn at first and with every further step; the rest comes as one scrolls. */
const STEP = 60;

/** Everything this person owns, to search, narrow, sort and fetch. */
export default function Library() {
  const { state, items, lists, problem } = useStore($library, { ssr: 'initial' });
  const { filter, sort, set, clear } = useNarrowing();
  const [typed, setTyped] = useState(filter.text ?? '');
  const search = useRef<HTMLInputElement>(null);
  const key = JSON.stringify([filter, sort]);
  const calm = useDeferredValue(key);
  const view = useMemo(() => {
    const [narrowed, order] = JSON.parse(calm) as [typeof filter, LibrarySort];
    return viewLibrary(items, narrowed, order, Date.now());
  }, [items, calm]);
  const narrowed = Object.keys(filter).length > 0;

  useEffect(() => {
    void askLibrary();
    const keys = (event: KeyboardEvent) => {
      const inField = (event.target as Element).closest('input, textarea, select');
      if (event.key !== '/' || inField || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      search.current?.focus();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, []);
  // The back button changes the address, and the field follows.
  useEffect(() => setTyped(filter.text ?? ''), [filter.text]);

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-4xl outline-none" tabIndex={-1}>
          Library
        </h1>
        {items.length > 0 && <ExportButtons items={view.items} />}
      </div>
      {state === 'failed' && (
        <p className="notice notice-bad mt-4 flex flex-wrap items-center gap-3" role="alert">
          {problem}
          <button type="button" className="btn btn-quiet btn-small" onClick={() => void askLibrary()}>
            Try again
          </button>
        </p>
      )}
      {state === 'asking' && items.length === 0 && <Shelf />}
      {state === 'ready' && items.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">Nothing here yet</h2>
          <p>What you buy, are given or take for free stands here for good, ready to download.</p>
          <a className="btn" href={paths.searchWithin('free', 'yes')}>
            Begin with something free
          </a>
        </div>
      )}
      {items.length > 0 && (
        <>
          <search className="mt-6 grid gap-3">
            <div className="flex gap-3 max-sm:flex-col">
              <label className="min-w-0 flex-1">
                <span className="sr-only">Search your library</span>
                <input
                  ref={search}
                  type="search"
                  className="field w-full"
                  placeholder="Search your library"
                  aria-keyshortcuts="/"
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    set('text', event.target.value);
                  }}
                />
              </label>
              <FacetSelect
                label="Sort"
                value={sort}
                options={Object.entries(LIBRARY_SORTS).map(([value, text]) => ({ value, text }))}
                onChange={(value) => set('sort', value)}
              />
            </div>
            <div className="-mx-1 flex gap-2 p-1 max-sm:overflow-x-auto sm:flex-wrap">
              {LIBRARY_FACETS.map((facet) => (
                <Facet
                  key={facet}
                  facet={facet}
                  value={filter[facet] ?? null}
                  counts={view.counts[facet]}
                  text={(value) => valueText(facet, value, lists)}
                  onChange={(value) => set(facet, value)}
                />
              ))}
              {narrowed && (
                <button type="button" className="link min-h-11 px-2" onClick={clear}>
                  Show everything
                </button>
              )}
            </div>
          </search>
          <Lists lists={lists} shown={filter.list ?? null} onShow={(id) => set('list', id)} />
          <p className="mt-4 text-ink-2" role="status">
            {view.items.length === items.length
              ? `${items.length} ${items.length === 1 ? 'product' : 'products'}`
              : `${view.items.length} of ${items.length} products`}
          </p>
          {view.items.length === 0 ? (
            <p className="empty mt-3">
              Nothing in your library fits.{' '}
              <button type="button" className="link" onClick={clear}>
                Show everything
              </button>
            </p>
          ) : (
            <Cards key={calm} count={view.items.length}>
              {(until) => view.items.slice(0, until).map((item) => <LibraryCard key={item.id} item={item} />)}
            </Cards>
          )}
        </>
      )}
    </>
  );
}

/** A grid that grows as its end comes into sight. */
function Cards({ count, children }: { count: number; children: (until: number) => React.ReactNode }) {
  const [until, setUntil] = useState(STEP);
  const end = useRef<HTMLButtonElement>(null);
  const more = until < count;
  useEffect(() => {
    if (!more || !end.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setUntil(until + STEP);
      },
      { rootMargin: '800px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [more, until]);
  return (
    <>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4">
        {children(until)}
      </ul>
      {more && (
        <button
          ref={end}
          type="button"
          className="btn btn-quiet mt-4 w-full"
          onClick={() => setUntil(until + STEP)}
        >
          Show more
        </button>
      )}
    </>
  );
}

interface FacetProps {
  facet: LibraryFacet;
  value: string | null;
  counts: Map<string, number>;
  text: (value: string) => string;
  onChange: (value: string | null) => void;
}

/** A facet with nothing to choose between is left out. */
function Facet({ facet, value, counts, text, onChange }: FacetProps) {
  if (value === null && counts.size < (facet === 'state' || facet === 'print' ? 1 : 2)) return null;
  const values = [...new Set([...counts.keys(), ...(value === null ? [] : [value])])];
  const options = values
    .map((one) => ({ value: one, text: `${text(one)} (${counts.get(one) ?? 0})` }))
    .sort((a, b) => (facet === 'month' ? (a.value < b.value ? 1 : -1) : a.text < b.text ? -1 : 1));
  return (
    <FacetSelect
      label={FACET_LABELS[facet]}
      value={value ?? ''}
      options={[{ value: '', text: 'All' }, ...options]}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}

function Shelf() {
  return (
    <div className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-3 xl:grid-cols-4" aria-busy="true">
      <p className="sr-only" role="status">
        Loading your library
      </p>
      {Array.from({ length: 8 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty places that never change
        <div key={at} className="skeleton aspect-[4/5]" />
      ))}
    </div>
  );
}
