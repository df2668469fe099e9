import { actions } from 'astro:actions';
import { type ReactNode, useId, useState } from 'react';
import type { NotificationGroup } from '../../../../data/notifications/notification-groups.ts';
import type { Notification } from '../../../../data/notifications/notifications.ts';
import { KIND_FACTS } from '../../../../domain/notifications/notification.ts';
import { groupTitle } from '../../../../domain/notifications/notification-group.ts';
import { paths } from '../../../../paths.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { toast } from '../../../../ui/toast.ts';
import { shortWhen } from '../../../kernel/page/when.ts';
import { openEntry } from '../entry.ts';

/** A row of the list: a notification that leads to its page, or several that open below it. */
export function NotificationRow({ row, onRead }: { row: NotificationGroup; onRead: () => void }) {
  const title = groupTitle(row);
  const isGroup = row.count > 1;
  const [opened, setOpened] = useState<Notification[] | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  const toggle = async () => {
    setIsOpen(!isOpen);
    if (isOpen || opened) return;
    const { data } = await actions.notifications.inGroup({ id: row.id }).catch(() => ({ data: undefined }));
    if (data) return setOpened(data.notifications);
    setIsOpen(false);
    void toast('They could not be loaded. Try again in a moment.', { kind: 'error' });
  };
  return (
    <li
      className={`card relative p-3 transition-shadow hover:shadow-card sm:p-4 ${row.read ? '' : 'border-l-4 border-l-verdigris'}`}
    >
      <div className="flex items-center gap-3 sm:gap-4">
        <Picture of={row.picture} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-40">
            {isGroup ? (
              <button
                type="button"
                className={`flex items-center gap-2 text-left break-words hover:text-verdigris ${row.read ? '' : 'font-semibold'}`}
                aria-expanded={isOpen}
                aria-controls={list}
                onClick={() => void toggle()}
              >
                <Title read={row.read}>{title}</Title>
                <span className={`flex-none text-ink-3 transition-transform ${isOpen ? 'rotate-180' : ''}`}>
                  <Icon name="down" size={18} />
                </span>
              </button>
            ) : (
              <a
                className={`break-words after:absolute after:inset-0 hover:text-verdigris ${row.read ? '' : 'font-semibold'}`}
                href={row.path}
                onClick={(event) => void openEntry(event, row)}
              >
                <Title read={row.read}>{title}</Title>
              </a>
            )}
            <p className="text-sm text-ink-3">
              {KIND_FACTS[row.kind].name}, {shortWhen(row.at, Date.now())}
            </p>
          </div>
          {!row.read && (
            <button
              type="button"
              className="link relative min-h-11 text-sm"
              aria-label={`Mark as read: ${title}`}
              onClick={onRead}
            >
              Mark as read
            </button>
          )}
        </div>
      </div>
      {isGroup && (
        <ul id={list} className="mt-2 divide-y divide-line border-t border-line" hidden={!isOpen}>
          {opened ? (
            opened.map((one) => (
              <li key={one.id}>
                <a
                  className={`flex min-h-11 items-center break-words hover:text-verdigris ${one.read || row.read ? '' : 'font-semibold'}`}
                  href={one.path}
                  onClick={(event) => void openEntry(event, one)}
                >
                  <Title read={one.read || row.read}>{one.title}</Title>
                </a>
              </li>
            ))
          ) : (
            <li className="skeleton h-11" aria-busy="true" />
          )}
        </ul>
      )}
    </li>
  );
}

function Title({ read, children }: { read: boolean; children: ReactNode }) {
  return (
    <span className="min-w-0">
      {!read && <span className="sr-only">Unread: </span>}
      {children}
    </span>
  );
}

/** What it is about; an empty place where there is nothing to show, so that the rows stand in line. */
function Picture({ of }: { of: NotificationGroup['picture'] }) {
  return (
    <span
      className={`picture grid size-14 flex-none place-items-center overflow-hidden text-ink-3 ${of?.of === 'stores' ? 'rounded-full' : 'rounded-lg'}`}
    >
      {of ? (
        <img
          className="size-full object-cover"
          src={paths.picture(of.of, of.id, of.file, 160)}
          alt=""
          width="56"
          height="56"
          loading="lazy"
        />
      ) : (
        <Icon name="bell" size={20} />
      )}
    </span>
  );
}
