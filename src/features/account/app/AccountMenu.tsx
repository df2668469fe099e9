import { useStore } from '@nanostores/react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Store, storeIsVisible } from '../../../domain/catalogue/store.ts';
import { paths } from '../../../paths.ts';
import { Icon, IconDrawing } from '../../../ui/Icon.tsx';
import { slashIsTaken } from '../../../ui/useSlashKey.ts';
import { $sellerStore, $staffRoles } from '../../catalogue/store/account/seller-store.store.ts';
import { $role } from '../../identity/session/role.store.ts';
import { buildIsStale } from '../../kernel/page/fresh-build.ts';
import { $unreadMessages } from '../../messaging/conversation/account/unread.store.ts';
import { Unread } from '../../notifications/notification/Unread.tsx';
import { currentEntry, type MenuEntry, type MenuGroup, menuOf } from './menu.ts';
import { menuIcon } from './menu-icons.ts';
import { accountRoute } from './routes.ts';
import { type Workplace, WorkplaceChoice } from './WorkplaceChoice.tsx';

const AccountSearch = lazy(() => import('./AccountSearch.tsx'));

/** Whether the search of the account is open: Ctrl or ⌘ and K open it, and "/" where the page has no search of its own. */
function useSearchKeys(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const keys = (event: globalThis.KeyboardEvent) => {
      const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const isSlash =
        event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !slashIsTaken();
      const isInField = (event.target as Element).closest(
        'input, textarea, select, dialog, [contenteditable]',
      );
      if (!isK && (!isSlash || isInField)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, []);
  return [isOpen, setIsOpen];
}

/**
 * The menu of the account: a column beside the page on wide screens; on phones a bar with the name of the page that opens
 * it, without scripts too. Both are in the page, and the stylesheet hides one, because the server does not know the width.
 */
export function AccountMenu({ isMember, jobs }: { isMember: boolean; jobs: readonly Workplace[] }) {
  const [location] = useLocation();
  const store = useStore($sellerStore);
  const hasRole = useStore($role) !== null;
  const roles = useStore($staffRoles);
  const unread = useStore($unreadMessages);
  const phone = useRef<HTMLDetailsElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const at = location.replace(/^\//, '');
  const current = currentEntry(at, accountRoute(at));
  const reader = {
    hasStore: store !== null,
    isMember: isMember || current === 'memberships',
    hasRole,
    roles,
    works: jobs.length > 0 && (store === null || roles !== null),
  };
  const groups = menuOf({ ...reader, at });
  const [isSearching, setIsSearching] = useSearchKeys();
  // Also the pages of the guild, which the menu lists only while one of them is open.
  const pages = menuOf({ ...reader, at: 'guild' }).flatMap(({ entries }) => entries);
  const here = groups.flatMap(({ entries }) => entries).find(({ path }) => path === current);

  useEffect(() => {
    void location;
    if (phone.current) phone.current.open = false;
    // Bring the current entry into view where the column is higher than the window.
    const [box, entry] = [column.current, column.current?.querySelector('[aria-current]')];
    if (!box || !entry) return;
    const [around, link] = [box.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (link.top < around.top || link.bottom > around.bottom)
      box.scrollTop += link.top - around.top - around.height / 2;
  }, [location]);

  const onKeyDown = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== 'Escape' || !event.currentTarget.open) return;
    event.currentTarget.open = false;
    event.currentTarget.querySelector('summary')?.focus();
  };
  const list = (
    <>
      {jobs.length > 0 && <WorkplaceChoice jobs={jobs} />}
      <button
        type="button"
        className="field flex min-h-11 items-center gap-2 text-left text-ink-3"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setIsSearching(true)}
      >
        <Icon name="search" size={18} />
        <span className="min-w-0 flex-1">Go to …</span>
        <kbd className="text-sm max-md:hidden">/</kbd>
      </button>
      <Groups groups={groups} current={current} at={at} store={store} unread={unread} />
    </>
  );
  return (
    <nav aria-label="Account" className="print:hidden md:sticky md:top-20 md:self-start">
      {isSearching && (
        <Suspense fallback={null}>
          <AccountSearch pages={pages} hasStore={store !== null} onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
      <details ref={phone} className="card group/menu md:hidden" onKeyDown={onKeyDown}>
        <summary className="flex min-h-13 list-none items-center gap-3 rounded-card px-4 [&::-webkit-details-marker]:hidden">
          <span className="flex-none text-verdigris">
            <IconDrawing path={menuIcon(here?.icon ?? 'home')} size={20} />
          </span>
          <span className="min-w-0 flex-1 truncate font-semibold">
            <span className="sr-only">Account menu, at </span>
            {here?.label ?? 'Account'}
          </span>
          {current !== 'messages' && <Count unread={unread} />}
          <span className="flex flex-none items-center gap-1.5 text-sm text-ink-2">
            <span className="max-[22rem]:sr-only">Menu</span>
            <span className="transition-transform group-open/menu:rotate-180">
              <Icon name="down" size={18} />
            </span>
          </span>
        </summary>
        <div className="grid gap-4 border-t border-line p-2 pt-3">{list}</div>
      </details>
      <div
        ref={column}
        className="-m-1 hidden max-h-[calc(100dvh-6rem)] gap-5 overflow-y-auto overscroll-contain p-1 pb-4 [scrollbar-width:thin] md:grid"
      >
        {list}
        {store === null && (
          <p className="px-3 text-sm text-ink-3">
            Do you sculpt?{' '}
            <a className="link" href={paths.join()}>
              Sell here
            </a>
          </p>
        )}
      </div>
    </nav>
  );
}

interface GroupsProps {
  groups: MenuGroup[];
  current: MenuEntry['path'];
  at: string;
  store: Store | null;
  unread: number | null;
}

function Groups({ groups, current, at, store, unread }: GroupsProps) {
  const id = useId();
  return groups.map(({ title, entries, isFolded }, index) => {
    const heading = `${id}-${index}`;
    const list = (
      <ul
        className="grid grid-cols-[repeat(auto-fill,minmax(min(9.75rem,100%),1fr))] gap-x-1 gap-y-0.5 md:grid-cols-1"
        aria-labelledby={title === null ? undefined : heading}
      >
        {title === 'Store' && store && (
          <li className="min-w-0">
            <a
              className="link flex min-h-11 items-center px-2.5 text-[0.9375rem] wrap-anywhere md:min-h-9 md:px-3"
              href={storeIsVisible(store.state) ? paths.store(store.slug) : paths.storePreview()}
            >
              {store.name}
            </a>
          </li>
        )}
        {entries.map((entry) => (
          <li key={entry.path} className="min-w-0">
            <Entry entry={entry} isHere={entry.path === current} at={at} unread={unread} />
          </li>
        ))}
      </ul>
    );
    if (title === null) return <div key={title}>{list}</div>;
    // A new page opens its own group; what somebody opened stays open until then.
    return (
      <details key={`${title} ${isFolded}`} className="group/fold" open={!isFolded}>
        <summary
          id={heading}
          className="flex min-h-11 list-none items-center justify-between gap-2 rounded-lg px-2.5 font-semibold text-ink-2 hover:bg-paper-2 md:min-h-9 md:px-3 [&::-webkit-details-marker]:hidden"
        >
          {title}
          <span className="flex-none text-ink-3 transition-transform group-open/fold:rotate-180">
            <Icon name="down" size={16} />
          </span>
        </summary>
        {list}
      </details>
    );
  });
}

function Entry({
  entry: { path, label, icon, below },
  isHere,
  at,
  unread,
}: {
  entry: MenuEntry;
  isHere: boolean;
  at: string;
  unread: number | null;
}) {
  // `relative` contains the visually hidden text, which would otherwise widen the page.
  const look = `relative flex min-h-11 items-center gap-2 rounded-lg px-2.5 py-1 text-[0.9375rem] leading-tight md:text-base md:min-h-9 md:gap-2.5 md:px-3 ${below ? 'md:pl-7' : ''} ${isHere ? 'bg-paper-2 font-semibold text-ink md:bg-card md:shadow-card' : 'text-ink-2 hover:bg-paper-2 hover:text-ink'}`;
  const content = (
    <>
      <span className={`flex-none ${isHere ? 'text-verdigris' : 'text-ink-3'}`}>
        <IconDrawing path={menuIcon(icon)} size={18} />
      </span>
      <span className="min-w-0 wrap-break-word">{label}</span>
      {path === 'notifications' && <Unread className="ml-auto" />}
      {path === 'messages' && <Count unread={unread} className="ml-auto" />}
    </>
  );
  // After a new build the old code may be gone, so links load the page from the server.
  if (buildIsStale())
    return (
      <a href={paths.account(path || undefined)} className={look}>
        {content}
      </a>
    );
  const mark = isHere ? (path === at ? 'page' : 'true') : undefined;
  return (
    <Link href={`/${path}`} aria-current={mark} className={look}>
      {content}
    </Link>
  );
}

/** The number of unread messages; nothing if there are none. */
function Count({ unread, className = '' }: { unread: number | null; className?: string }) {
  if (!unread) return null;
  return (
    <span
      className={`${className} grid h-5 min-w-5 place-items-center rounded-full bg-verdigris px-1.5 text-xs font-bold text-on-verdigris tabular-nums`}
    >
      {unread > 99 ? '99+' : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
