import { memo } from 'react';
import { Link } from 'wouter';
import type { ConversationRow } from '../../../../domain/messaging/conversation.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { shortWhen } from '../../../kernel/page/when.ts';
import { PartyPicture, partyPictureUrl } from './PartyPicture.tsx';

/** A conversation in the list: the other side, the newest message, its time and the number of unread ones. */
export const ConversationLink = memo(function ConversationLink({
  row,
  isCurrent,
}: {
  row: ConversationRow;
  isCurrent: boolean;
}) {
  const { id, other, side, subject, excerpt, excerptBy, lastAt, unread, closed } = row;
  return (
    <li>
      <Link
        href={`/conversation/${encodeURIComponent(id)}`}
        aria-current={isCurrent ? 'page' : undefined}
        className={`flex items-center gap-3 rounded-xl p-2.5 ${isCurrent ? 'bg-paper-2' : 'hover:bg-paper-2'}`}
      >
        <PartyPicture
          name={other.name}
          picture={partyPictureUrl(other)}
          isStore={side === 'buyer'}
          size={48}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={`min-w-0 flex-1 truncate ${unread > 0 ? 'font-bold' : 'font-semibold'}`}>
              {other.name}
            </span>
            <span
              className={`flex-none text-xs ${unread > 0 ? 'font-semibold text-verdigris' : 'text-ink-3'}`}
            >
              {shortWhen(lastAt, Date.now())}
            </span>
          </span>
          <span className="flex items-center gap-2">
            <span
              className={`min-w-0 flex-1 truncate text-sm ${unread > 0 ? 'font-semibold text-ink' : 'text-ink-2'}`}
            >
              {excerptBy === side && 'You: '}
              {excerpt === '' ? 'No messages yet' : excerpt}
            </span>
            {closed === 'you-blocked' && (
              <span className="flex-none text-ink-3">
                <Icon name="ban" size={16} />
                <span className="sr-only">Blocked</span>
              </span>
            )}
            {unread > 0 && (
              <span className="grid h-5 min-w-5 flex-none place-items-center rounded-full bg-verdigris px-1.5 text-xs font-bold text-on-verdigris tabular-nums">
                {unread > 99 ? '99+' : unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
          {subject && <span className="block truncate text-xs text-ink-3">{subject.name}</span>}
        </span>
      </Link>
    </li>
  );
});
