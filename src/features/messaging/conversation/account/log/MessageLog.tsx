import { memo, useEffect, useMemo, useRef } from 'react';
import type { Conversation } from '../../../../../domain/messaging/conversation.ts';
import { otherSide } from '../../../../../domain/messaging/message.ts';
import { Icon } from '../../../../../ui/Icon.tsx';
import { dayHead } from '../../../../kernel/page/when.ts';
import type { OpenConversation } from '../conversation.store.ts';
import { partyPictureUrl } from '../PartyPicture.tsx';
import { type LineContext, LogLine } from './LogLine.tsx';
import { type LogChunk, type LogEntry, logChunks } from './log.ts';
import { useLogEntries } from './useLogEntries.ts';
import { useNearViewport } from './useNearViewport.ts';
import { useScrollBack } from './useScrollBack.ts';
import { useSeen } from './useSeen.ts';

/** The messages of a conversation, scrolled to the end. Older pages load above without moving the content. */
export function MessageLog({
  open,
  head,
  newFrom,
  onOlder,
  onSeen,
  handlers,
}: {
  open: OpenConversation;
  head: Conversation;
  /** The number of the first message that was unread when the page was opened; null where none was. */
  newFrom: number | null;
  onOlder: () => void;
  onSeen: () => void;
  /** Must keep its identity between renders. */
  handlers: Pick<LineContext, 'onChanged' | 'onAgain' | 'onDiscard'>;
}) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useLogEntries(open.exchange, head.side);
  const before = useRef<LogChunk<LogEntry>[]>([]);
  const chunks = useMemo(() => {
    before.current = logChunks(lines, before.current);
    return before.current;
  }, [lines]);
  const newest = lines.at(-1)?.id ?? null;
  const { isAtEnd, toEnd } = useScrollBack(box, { newest, onNearTop: onOlder });
  const newestOutgoing = open.exchange.outgoing.at(-1)?.key ?? null;
  useEffect(() => {
    // Scroll to the user's own new message.
    if (newestOutgoing !== null) toEnd();
  }, [newestOutgoing, toEnd]);
  useSeen(isAtEnd, newest, onSeen);
  const { side, other } = head;
  const picture = partyPictureUrl(other);
  const readTo = head.readTo[otherSide(side)];
  const context = { side, name: other.name, picture, newFrom, conversationId: head.id, ...handlers };
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={box} tabIndex={0} aria-label="Message log" className="scroll-back h-full px-3 sm:px-5">
        <div className="mx-auto w-full max-w-3xl pt-4 pb-3">
          <Top open={open} onOlder={onOlder} name={head.other.name} />
          {chunks.map((chunk, at) => (
            <Chunk
              key={chunk.key}
              chunk={chunk}
              readTo={readWithin(chunk, readTo)}
              isEnd={at >= chunks.length - 2}
              {...context}
            />
          ))}
          {open.isTyping && <Typing name={head.other.name} />}
        </div>
      </section>
      {!isAtEnd && (
        <button
          type="button"
          className="btn btn-small btn-quiet absolute bottom-3 left-1/2 -translate-x-1/2 bg-card shadow-card hover:bg-card"
          onClick={() => toEnd('smooth')}
        >
          <Icon name="down" size={18} />
          {head.unread > 0 ? `${head.unread} new` : 'Newest'}
        </button>
      )}
    </div>
  );
}

const Chunk = memo(function Chunk({
  chunk,
  isEnd,
  ...context
}: { chunk: LogChunk<LogEntry>; isEnd: boolean } & LineContext) {
  const list = useRef<HTMLOListElement>(null);
  const height = useNearViewport(list, isEnd);
  // React sets styles by script, which the content security policy allows.
  if (height !== null) return <ol ref={list} style={{ height }} aria-hidden="true" />;
  return (
    <ol ref={list}>
      {chunk.rows.map((row) => (
        <li key={row.entry.id}>
          {row.isNewDay && (
            <p className="mt-6 mb-2 flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {dayHead(row.entry.at, Date.now())}
            </p>
          )}
          <LogLine row={row} {...context} />
        </li>
      ))}
    </ol>
  );
});

/** Clamps `readTo` to this chunk, so that a chunk that is read completely or not at all is not rendered again. */
function readWithin({ rows }: LogChunk<LogEntry>, readTo: number): number {
  const first = rows.find(({ entry }) => entry.sent)?.entry.sent?.number ?? 0;
  const last = rows.findLast(({ entry }) => entry.sent)?.entry.sent?.number ?? 0;
  return readTo < first ? 0 : readTo >= last && !rows.some(({ entry }) => entry.outgoing) ? last : readTo;
}

function Top({ open, name, onOlder }: { open: OpenConversation; name: string; onOlder: () => void }) {
  if (open.older === 'failed')
    return (
      <p className="py-3 text-center text-sm text-ink-2">
        Older messages could not be loaded.{' '}
        <button type="button" className="link min-h-11" onClick={onOlder}>
          Try again
        </button>
      </p>
    );
  if (open.older !== 'none')
    return (
      <p className="py-3 text-center text-sm text-ink-3 [overflow-anchor:none]" aria-busy="true">
        Loading older messages
      </p>
    );
  if (open.exchange.sent.length + open.exchange.outgoing.length > 0) return null;
  return (
    <p className="py-10 text-center text-balance text-ink-2">
      This is the beginning of your conversation with {name}. Write the first message.
    </p>
  );
}

function Typing({ name }: { name: string }) {
  return (
    <p className="mt-3 flex items-center gap-2 pl-10 text-sm text-ink-3">
      <span className="typing" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {name} is typing
    </p>
  );
}
