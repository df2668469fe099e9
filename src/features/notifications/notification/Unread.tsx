import { useStore } from '@nanostores/react';
import { bellText } from '../../../domain/notifications/notification.ts';
import { $unreadNotifications } from './unread.store.ts';

/** The number of unread notifications as a badge; hidden where there are none. */
export function Unread({ className }: { className: string }) {
  const unread = useStore($unreadNotifications, { ssr: 'initial' });
  return (
    <b
      className={`${className} min-w-5 rounded-full bg-verdigris px-1 text-center text-xs leading-5 font-bold text-on-verdigris empty:hidden`}
      data-unread-count
      suppressHydrationWarning
    >
      {bellText(unread)}
    </b>
  );
}
