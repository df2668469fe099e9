import { actions } from 'astro:actions';
import { useRef, useState } from 'react';
import {
  SAVED_NAME_MAX,
  type SavedSearch,
  SEARCH_PACE_TEXTS,
  SEARCH_PACES,
  type SearchPace,
} from '../../../../domain/catalogue/search/saved-search.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Field, Form, Select } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';

const PACES = SEARCH_PACES.map((pace) => [pace, SEARCH_PACE_TEXTS[pace]] as const);

/** The user's saved searches: run, rename, change notifications, remove. */
export default function SavedSearches() {
  const query = useQuery(() => actions.savedSearches.list());
  const { mutate } = useMutation();
  const title = useRef<HTMLHeadingElement>(null);
  const searches = query.data?.searches ?? [];
  // The current list at the time of the answer, not at the time of the request.
  const shown = useRef(searches);
  shown.current = searches;
  const changed = (search: SavedSearch) =>
    query.setData({ searches: shown.current.map((one) => (one.id === search.id ? search : one)) });
  const remove = (search: SavedSearch) =>
    mutate(
      () => actions.savedSearches.remove({ id: search.id }),
      null,
      () => {
        query.setData({ searches: shown.current.filter(({ id }) => id !== search.id) });
        // The focused button was removed with its card.
        title.current?.focus();
        void toast(`“${search.name}” was removed.`, {
          action: { label: 'Undo', run: () => void putBack(search) },
        });
      },
    );
  const putBack = ({ name, query: searchQuery, pace, savedAt }: SavedSearch) =>
    mutate(
      () => actions.savedSearches.putBack({ name, query: searchQuery, pace, savedAt }),
      null,
      query.setData,
    );
  return (
    <>
      <PageTitle ref={title}>Saved searches</PageTitle>
      <QueryState query={query} />
      {query.data && searches.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl text-ink">No saved searches yet</h2>
          <p className="max-w-[46ch]">
            Search for something and choose “Save this search”: we run it every day and notify you of new
            models.
          </p>
          <a className="btn" href={paths.search()}>
            Search miniatures
          </a>
        </div>
      )}
      {searches.length > 0 && (
        <ul className="mt-6 grid gap-3" aria-label="Saved searches">
          {searches.map((search) => (
            <li key={search.id}>
              <SearchCard search={search} onChange={changed} onRemove={() => void remove(search)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function SearchCard({
  search,
  onChange,
  onRemove,
}: {
  search: SavedSearch;
  onChange: (search: SavedSearch) => void;
  onRemove: () => void;
}) {
  const { id, name, query, pace } = search;
  const { busy, fieldError, mutate } = useMutation();
  const [typed, setTyped] = useState<string | null>(null);
  const rename = () =>
    void mutate(
      () => actions.savedSearches.change({ id, name: typed ?? '' }),
      null,
      () => {
        onChange({ ...search, name: (typed ?? '').trim() });
        setTyped(null);
      },
    );
  const setPace = (next: SearchPace) =>
    void mutate(
      () => actions.savedSearches.change({ id, pace: next }),
      next === 'off' ? 'Notifications are off.' : 'We will notify you of new models.',
      () => onChange({ ...search, pace: next }),
    );
  return (
    <article className="card grid gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 flex-1 basis-48 text-xl wrap-break-word">
          <a className="hover:text-verdigris hover:underline" href={paths.savedSearch(query)}>
            {name}
          </a>
        </h2>
        <div className="flex flex-wrap gap-2">
          <a className="btn btn-small" href={paths.savedSearch(query)}>
            Run<span className="sr-only"> {name}</span>
          </a>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-expanded={typed !== null}
            onClick={() => setTyped(typed === null ? name : null)}
          >
            Rename<span className="sr-only"> {name}</span>
          </button>
          <button type="button" className="btn btn-quiet btn-small" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </button>
        </div>
      </div>
      {typed !== null && (
        <Form busy={busy} label="Save name" onSend={rename}>
          <Field
            label="Name"
            name="name"
            value={typed}
            maxLength={SAVED_NAME_MAX}
            error={fieldError('name')}
            onChange={setTyped}
          />
        </Form>
      )}
      <div className="max-w-60">
        <Select
          label="Notify me of new models"
          name="pace"
          value={pace}
          options={PACES}
          error={fieldError('pace')}
          onChange={(next) => setPace(next as SearchPace)}
        />
      </div>
    </article>
  );
}
