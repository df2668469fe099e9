import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import { useSlashKey } from '../../../../ui/useSlashKey.ts';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { ConversationLink } from './ConversationLink.tsx';
import {
  $inbox,
  $inboxFilter,
  type InboxFilter,
  loadInbox,
  loadMoreConversations,
  setInboxFilter,
} from './inbox.store.ts';

/** The user's conversations, newest first. Next to an open conversation the heading is an h2. */
export function ConversationList({ current }: { current: string | null }) {
  const { state, rows, more, problem } = useStore($inbox);
  const { search, show } = useStore($inboxFilter);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    void loadInbox();
  }, []);
  const shown = useMemo(
    () => (show === 'buyer' || show === 'store' ? rows.filter(({ side }) => side === show) : rows),
    [rows, show],
  );
  const Title = current === null ? 'h1' : 'h2';
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = all[at === -1 ? (step > 0 ? 0 : -1) : at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const isFiltered = search !== '' || show !== 'all';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links
    <div className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      <div className="grid gap-3 border-b border-line p-3 sm:p-4">
        <Title className="text-2xl outline-none" tabIndex={current === null ? -1 : undefined}>
          Messages
        </Title>
        <SearchBox />
        <Filters show={show} />
      </div>
      {state === 'failed' && (
        <p className="notice notice-bad m-3" role="alert">
          {problem}{' '}
          <button type="button" className="link min-h-11" onClick={() => void loadInbox()}>
            Try again
          </button>
        </p>
      )}
      <p className="sr-only" role="status">
        {state === 'ready' && isFiltered ? counted(shown.length, 'conversation') : ''}
      </p>
      {shown.length > 0 ? (
        <ul ref={list} aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto p-2">
          {shown.map((row) => (
            <ConversationLink key={row.id} row={row} isCurrent={row.id === current} />
          ))}
          {more !== null && (
            <li className="p-2">
              <button
                type="button"
                className="btn btn-small btn-quiet w-full"
                aria-busy={state === 'loading'}
                onClick={() => void loadMoreConversations()}
              >
                Show more
              </button>
            </li>
          )}
        </ul>
      ) : state === 'loading' ? (
        <Loading />
      ) : (
        state === 'ready' && (isFiltered ? <NoMatches hasMore={more !== null} /> : <Empty />)
      )}
    </div>
  );
}

/** The search box; the key "/" focuses it. Searches shortly after the last key. */
function SearchBox() {
  const field = useSlashKey();
  const { search } = useStore($inboxFilter);
  const [typed, type] = useDebounced(search, (text) => setInboxFilter({ search: text }), 200);
  return (
    <input
      ref={field}
      type="search"
      className="field min-h-11"
      aria-label="Search your messages"
      aria-keyshortcuts="/"
      placeholder="Search your messages"
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
}

const FILTERS = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['buyer', 'As buyer'],
  ['store', 'As seller'],
] as const satisfies readonly (readonly [InboxFilter['show'], string])[];

function Filters({ show }: { show: InboxFilter['show'] }) {
  const isSeller = useStore($sellerStore) !== null;
  return (
    <fieldset className="-mx-1 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none]">
      <legend className="sr-only">Show</legend>
      {FILTERS.slice(0, isSeller ? 4 : 2).map(([key, label]) => (
        <button
          key={key}
          type="button"
          className="chip min-h-9 px-2.5 text-sm"
          aria-pressed={show === key}
          onClick={() => setInboxFilter({ show: key })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** `hasMore`: the side is filtered in the browser, so that matches may be on later pages. */
function NoMatches({ hasMore }: { hasMore: boolean }) {
  return (
    <div className="m-auto grid justify-items-center gap-2 p-6 text-center text-ink-2">
      <p>{hasMore ? 'None of the newest conversations match.' : 'No conversations match.'}</p>
      {hasMore && (
        <button
          type="button"
          className="btn btn-small btn-quiet"
          onClick={() => void loadMoreConversations()}
        >
          Load more
        </button>
      )}
      <button
        type="button"
        className="link min-h-11"
        onClick={() => setInboxFilter({ search: '', show: 'all' })}
      >
        Show all
      </button>
    </div>
  );
}

function Empty() {
  return (
    <div className="m-auto grid justify-items-center gap-3 p-6 text-center text-ink-2">
      <h2 className="text-xl text-ink">No messages yet</h2>
      <p className="text-balance">
        Ask an artist about scale, supports or licences: every store’s page has “Write to the store”.
      </p>
      <a className="btn btn-small" href={paths.search()}>
        Find an artist
      </a>
    </div>
  );
}

function Loading() {
  return (
    <div className="grid gap-3 p-4" aria-busy="true">
      <p className="sr-only" role="status">
        Loading your messages
      </p>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex items-center gap-3">
          <div className="skeleton size-12 rounded-full" />
          <div className="grid flex-1 gap-2">
            <div className="skeleton h-4 w-2/5" />
            <div className="skeleton h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
