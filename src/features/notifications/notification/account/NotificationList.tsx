import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { NotificationGroup } from '../../../../data/notifications/notification-groups.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { ShowMore } from '../../../../ui/account/ResourceList.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { toast } from '../../../../ui/toast.ts';
import { $unreadNotifications, setUnread } from '../unread.store.ts';
import { NOTIFICATIONS_CHANGED } from '../watch-unread.ts';
import { NotificationRow } from './NotificationRow.tsx';

interface Shown {
  entries: NotificationGroup[];
  total: number;
  page: number;
  state: 'loading' | 'ready' | 'failed';
}
const NOTHING: Shown = { entries: [], total: 0, page: 0, state: 'loading' };
const NO_CONNECTION = 'There is no connection; nothing was changed. Try again in a moment.';

/** My notifications, newest first, those of one kind, store and day in one row; new ones are added on top while the page is open. */
export default function NotificationList() {
  const [unreadOnly, setUnreadOnly] = useState(false);
  const [{ entries, total, page, state }, setShown] = useState(NOTHING);
  const unread = useStore($unreadNotifications);
  const title = useRef<HTMLHeadingElement>(null);
  const load = useCallback(
    async (next: number) => {
      setShown((before) => ({ ...before, state: 'loading' }));
      const { data } = await actions.notifications
        .list({ page: next, unreadOnly })
        .catch(() => ({ data: undefined }));
      if (!data) return setShown((before) => ({ ...before, state: 'failed' }));
      setUnread(data.unread);
      setShown((before) => ({
        entries: next === 1 ? data.notifications : joined(before.entries, data.notifications),
        total: data.total,
        page: next,
        state: 'ready',
      }));
    },
    [unreadOnly],
  );
  useEffect(() => {
    void load(1);
    const reload = () => void load(1);
    addEventListener(NOTIFICATIONS_CHANGED, reload);
    return () => removeEventListener(NOTIFICATIONS_CHANGED, reload);
  }, [load]);

  const mark = async (which: { id: string; group: boolean } | { until: number }) => {
    const request =
      'id' in which ? actions.notifications.read(which) : actions.notifications.readUntil(which);
    const { data, error } = await request.catch(() => ({
      data: undefined,
      error: { message: NO_CONNECTION },
    }));
    if (!data) return void toast(error.message, { kind: 'error' });
    setUnread(data.unread);
    setShown((before) => ({
      ...before,
      entries: before.entries.map((entry) =>
        ('id' in which ? entry.id === which.id : entry.at <= which.until) ? { ...entry, read: true } : entry,
      ),
    }));
    // The button that had the focus was removed.
    title.current?.focus();
  };
  const newest = entries[0]?.at;

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle ref={title}>Notifications</PageTitle>
        <Link className="btn btn-quiet btn-small" href={`~${paths.notificationSettings()}`}>
          Notification settings
        </Link>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {[false, true].map((only) => (
          <button
            key={String(only)}
            type="button"
            className="chip"
            aria-pressed={unreadOnly === only}
            onClick={() => setUnreadOnly(only)}
          >
            {only ? 'Unread' : 'All'}
          </button>
        ))}
        <p className="ml-auto text-ink-2" role="status">
          {unread === 0 ? 'Nothing unread.' : `${unread} unread`}
        </p>
        {unread > 0 && newest !== undefined && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => void mark({ until: newest })}
          >
            Mark all as read
          </button>
        )}
      </div>
      {state === 'failed' && (
        <LoadError onRetry={() => void load(page + 1)}>Your notifications could not be loaded.</LoadError>
      )}
      {state === 'loading' && page === 0 && <div className="skeleton mt-6 h-60" aria-busy="true" />}
      {state === 'ready' && entries.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">{unreadOnly ? 'Nothing unread' : 'Nothing yet'}</h2>
          <p>Messages, sales on your wish list and news from artists you follow appear here.</p>
          <a className="btn" href={paths.search()}>
            Browse models
          </a>
        </div>
      )}
      {entries.length > 0 && (
        <ul className="mt-6 grid gap-2" aria-label="Notifications">
          {entries.map((entry) => (
            <NotificationRow
              key={entry.id}
              row={entry}
              onRead={() => void mark({ id: entry.id, group: entry.count > 1 })}
            />
          ))}
        </ul>
      )}
      {entries.length < total && (
        <ShowMore busy={state === 'loading'} onMore={() => void load(page + 1)}>
          Show older notifications
        </ShowMore>
      )}
    </>
  );
}

/** Appends a page without duplicates: notifications that arrived meanwhile have shifted the pages. */
function joined(
  before: readonly NotificationGroup[],
  more: readonly NotificationGroup[],
): NotificationGroup[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...more.filter(({ id }) => !known.has(id))];
}
