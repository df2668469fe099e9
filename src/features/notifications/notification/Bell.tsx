import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { Notification } from '../../../data/notifications/notifications.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useDropdown } from '../../../ui/useDropdown.ts';
import { shortWhen } from '../../kernel/page/when.ts';
import { openEntry } from './entry.ts';
import { Unread } from './Unread.tsx';
import { $unreadNotifications, setUnread } from './unread.store.ts';
import { NOTIFICATIONS_CHANGED } from './watch-unread.ts';

const NOT_SHOWN = 'Your notifications could not be loaded. Try again in a moment.';

/** The bell in the header, with the newest notifications in a panel. */
export default function Bell() {
  const { open, setOpen, box, trigger, onBlur } = useDropdown();
  const unread = useStore($unreadNotifications, { ssr: 'initial' });
  const panel = useId();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the list when the focus leaves it
    <div ref={box} className="md:relative" onBlur={onBlur}>
      <button
        ref={trigger}
        type="button"
        className="icon-btn"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="sr-only">Notifications </span>
        <Icon name="bell" size={22} />
        <Unread className="peer absolute top-0.5 right-0" />
        <span className="sr-only peer-empty:hidden"> unread</span>
      </button>
      {open && (
        <section
          id={panel}
          aria-label="Notifications"
          className="popup absolute top-full right-4 z-50 w-72 p-4 md:right-0 md:mt-1 md:w-[400px]"
        >
          <Newest unread={unread} />
        </section>
      )}
    </div>
  );
}

function Newest({ unread }: { unread: number }) {
  const [shown, setShown] = useState<Notification[] | 'loading' | 'failed'>('loading');
  useEffect(() => {
    const load = async () => {
      const { data } = await actions.notifications.newest().catch(() => ({ data: undefined }));
      if (!data) return setShown((before) => (before === 'loading' ? 'failed' : before));
      setShown(data.notifications);
      setUnread(data.unread);
    };
    void load();
    addEventListener(NOTIFICATIONS_CHANGED, load);
    return () => removeEventListener(NOTIFICATIONS_CHANGED, load);
  }, []);
  return (
    <>
      <h2 className="text-lg">Notifications</h2>
      <p className="sr-only" role="status">
        {unread === 0 ? 'Nothing unread' : `${unread} unread`}
      </p>
      {shown === 'loading' && <div className="skeleton mt-2 h-40" aria-busy="true" />}
      {shown === 'failed' && (
        <p className="mt-2 text-ink-2" role="alert">
          {NOT_SHOWN}
        </p>
      )}
      {Array.isArray(shown) && shown.length === 0 && (
        <p className="mt-2 text-ink-2">Nothing yet. New notifications appear here.</p>
      )}
      {Array.isArray(shown) && shown.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {shown.map((entry) => (
            <li key={entry.id}>
              <a
                className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-2 text-left hover:bg-paper-2"
                href={entry.path}
                onClick={(event) => void openEntry(event, entry)}
              >
                <span className="min-w-0 flex-1">
                  <span className={`block truncate text-sm ${entry.read ? 'text-ink-2' : 'font-semibold'}`}>
                    {entry.title}
                  </span>
                  <span className="block truncate text-xs text-ink-3">
                    {entry.read ? '' : 'Unread, '}
                    {shortWhen(entry.at, Date.now())}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <a className="btn mt-3 w-full" href={paths.notifications()}>
        All notifications
      </a>
    </>
  );
}
