import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { partialMatchText } from '../../../../domain/catalogue/search/partial-match.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { LIBRARY_FACETS, LIBRARY_SORTS, type LibrarySort } from '../../../../domain/library/library.ts';
import { indexLibrary, viewLibrary } from '../../../../domain/library/library-view.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useSlashKey } from '../../../../ui/useSlashKey.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { FacetSelect, LibrarySelect } from './FacetSelect.tsx';
import { LibraryCard } from './LibraryCard.tsx';
import { Lists } from './Lists.tsx';
import { $library, loadLibrary } from './library.store.ts';
import { COPY_SECTION, SelectionBar } from './SelectionBar.tsx';
import { useGrowingGrid } from './useGrowingGrid.ts';
import { type LibraryFilterState, useLibraryFilter } from './useLibraryFilter.ts';
import { type LibraryFound, useLibrarySearch } from './useLibrarySearch.ts';
import { useSelection } from './useSelection.ts';

/** The user's library with search, filters and sorting. */
export default function Library() {
  const { state, items, problem } = useStore($library, { ssr: 'initial' });
  useEffect(() => {
    void loadLibrary();
  }, []);
  return (
    <>
      {state === 'failed' && (
        <p className="notice notice-bad mb-4 flex flex-wrap items-center gap-3" role="alert">
          {problem}
          <button type="button" className="btn btn-quiet btn-small" onClick={() => void loadLibrary()}>
            Try again
          </button>
        </p>
      )}
      {items.length > 0 ? (
        <FilteredLibrary />
      ) : (
        <>
          <Title />
          {state === 'loading' && <Loading />}
          {state === 'ready' && <Empty />}
        </>
      )}
    </>
  );
}

function Title() {
  return <PageTitle>Library</PageTitle>;
}

function FilteredLibrary() {
  const { items, lists } = useStore($library, { ssr: 'initial' });
  const filterState = useLibraryFilter();
  const { filter, sort, set, clear } = filterState;
  const index = useMemo(() => indexLibrary(items), [items]);
  // Keeps typing responsive while the grid renders.
  const filterKey = useDeferredValue(JSON.stringify([filter, sort]));
  const [wanted, order] = useMemo(() => JSON.parse(filterKey) as [typeof filter, LibrarySort], [filterKey]);
  const [isSearching, setSearching] = useState(false);
  const found = useLibrarySearch(items, wanted.text ?? '', isSearching || filter.text !== undefined);
  const view = useMemo(
    () => viewLibrary(index, wanted, order, Date.now(), found?.ids),
    [index, wanted, order, found],
  );
  const { ids, selected, toggle, select, clear: deselect } = useSelection(items);
  // What has no files yet, such as a pre-order, can be neither downloaded nor ticked.
  const selectable = view.items.filter(({ sizeBytes }) => sizeBytes > 0);
  const shown = new Set(selectable.map(({ id }) => id));
  const putAway = items.filter(({ archived }) => archived).length;
  const queued = items.filter(({ archived, print }) => !archived && print === 'queued').length;
  const showsArchived = filter.state === 'archived';
  const { rendered, end, more } = useGrowingGrid(filterKey, view.items.length);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <Title />
        <ExportButtons items={view.items} lists={lists} />
      </div>
      <search className="mt-4 grid gap-3">
        <SearchField filterState={filterState} onUse={() => setSearching(true)} />
        <div className="flex gap-2 p-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:-mx-1 sm:flex-wrap">
          <LibrarySelect
            label="Sort"
            value={sort}
            isOn={false}
            options={Object.entries(LIBRARY_SORTS).map(([value, text]) => ({ value, text }))}
            onChange={(value) => set('sort', value)}
          />
          {LIBRARY_FACETS.filter((facet) => facet !== 'list').map((facet) => (
            <FacetSelect
              key={facet}
              facet={facet}
              value={filter[facet] ?? null}
              counts={view.counts[facet]}
              onChange={(value) => set(facet, value)}
            />
          ))}
        </div>
      </search>
      <Lists
        lists={lists}
        counts={view.counts.list}
        shown={filter.list ?? null}
        onShow={(id) => set('list', id)}
      />
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 text-ink-2">
        <p role="status">{countText(view.items.length, showsArchived ? putAway : items.length - putAway)}</p>
        {Object.keys(filter).length > 0 && (
          <button type="button" className="link min-h-11" onClick={clear}>
            Show everything
          </button>
        )}
        {queued > 0 && filter.print !== 'queued' && (
          <button type="button" className="link min-h-11" onClick={() => set('print', 'queued')}>
            Print next ({queued.toLocaleString('en')})
          </button>
        )}
        {putAway > 0 && !showsArchived && (
          <button type="button" className="link min-h-11" onClick={() => set('state', 'archived')}>
            Archived ({putAway.toLocaleString('en')})
          </button>
        )}
        {selectable.some(({ id }) => !ids.has(id)) && (
          <button type="button" className="link min-h-11" onClick={() => select(selectable)}>
            Select all
          </button>
        )}
      </div>
      {found && view.items.length > 0 && <FoundNote {...found} />}
      {view.items.length === 0 && <p className="empty mt-3">Nothing in your library matches.</p>}
      <ul
        aria-label="Products"
        className="mt-1 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4 min-[100rem]:grid-cols-6"
      >
        {view.items.slice(0, rendered).map((item) => (
          <LibraryCard key={item.id} item={item} selected={ids.has(item.id)} onSelect={toggle} />
        ))}
      </ul>
      {rendered < view.items.length && (
        <button ref={end} type="button" className="btn btn-quiet mt-4 w-full" onClick={more}>
          Show more
        </button>
      )}
      <SelectionBar
        selected={selected}
        hidden={selected.filter(({ id }) => !shown.has(id)).length}
        onClear={deselect}
      />
      <p className="mt-6 text-sm text-ink-2">
        Do you want all of it on your own disk?{' '}
        <a className="link" href={paths.helpPage('downloading', COPY_SECTION)}>
          Keep a copy on your computer
        </a>
      </p>
    </>
  );
}

function countText(shown: number, all: number): string {
  const whole = counted(all, 'product');
  return shown === all ? whole : `${shown.toLocaleString('en')} of ${whole}`;
}

/** Says which words were taken for others, or left out. */
function FoundNote({ without, corrections }: Pick<LibraryFound, 'without' | 'corrections'>) {
  const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');
  return (
    <>
      {corrections.length > 0 && (
        <p className="notice mt-3">
          Nothing found for {quoted(corrections.map(({ typed }) => typed))}; showing results for{' '}
          {quoted(corrections.map(({ searched }) => searched))}.
        </p>
      )}
      {without && <p className="notice mt-3">{partialMatchText({ complete: 0, without })}</p>}
    </>
  );
}

/** The search field; the key "/" focuses it. */
function SearchField({
  filterState: { typed, type },
  onUse,
}: {
  filterState: LibraryFilterState;
  onUse: () => void;
}) {
  const field = useSlashKey();
  return (
    <input
      ref={field}
      type="search"
      className="field"
      aria-label="Search your library"
      aria-keyshortcuts="/"
      placeholder="Search your library"
      value={typed}
      onFocus={onUse}
      onChange={(event) => type(event.target.value)}
    />
  );
}

function Empty() {
  return (
    <div className="empty mt-6">
      <h2 className="text-2xl">Nothing here yet</h2>
      <p>Everything you buy, claim or receive as a gift appears here, ready to download.</p>
      <a className="btn" href={paths.searchWithin('price', 'free')}>
        Start with something free
      </a>
      <a className="link inline-flex min-h-11 items-center" href={paths.search()}>
        Browse everything
      </a>
    </div>
  );
}

function Loading() {
  return (
    <div
      className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-3 xl:grid-cols-4 min-[100rem]:grid-cols-6"
      aria-busy="true"
    >
      <p className="sr-only" role="status">
        Loading your library
      </p>
      {Array.from({ length: 8 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change
        <div key={at} className="skeleton aspect-[4/5]" />
      ))}
    </div>
  );
}
