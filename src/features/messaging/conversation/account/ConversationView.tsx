import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type Conversation, writeSentence } from '../../../../domain/messaging/conversation.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { ConversationMenu } from './ConversationMenu.tsx';
import { Composer } from './composer/Composer.tsx';
import type { ConversationStore } from './conversation.store.ts';
import { conversationStore, useTypingHint } from './conversation-stores.ts';
import { MessageLog } from './log/MessageLog.tsx';
import { useAnnounced } from './log/useAnnounced.ts';
import { PartyPicture, partyPictureUrl } from './PartyPicture.tsx';
import { useOffline } from './useOffline.ts';

/** One conversation: the other side, the messages and the composer. */
export function ConversationView({ id, userId }: { id: string; userId: string }) {
  const room = conversationStore(userId, id);
  const open = useStore(room.$);
  const { head, state, problem } = open;
  useEffect(() => room.visited(), [room]);
  if (state === 'gone')
    return (
      <div className="m-auto grid justify-items-center gap-3 p-6 text-center">
        <PageTitle className="text-2xl">Page not found</PageTitle>
        <p className="text-ink-2">You have no such conversation.</p>
        <Link className="btn" href="/messages">
          Your messages
        </Link>
      </div>
    );
  if (!head)
    return (
      <div className="grid content-start gap-3 p-5" aria-busy={state === 'loading'}>
        <PageTitle className="sr-only">Conversation</PageTitle>
        <BackLink />
        {state === 'failed' && problem !== null ? (
          <LoadError onRetry={() => room.resume()}>{problem}</LoadError>
        ) : (
          <>
            <div className="skeleton h-12 w-56" />
            <div className="skeleton h-16 w-2/3" />
            <div className="skeleton ml-auto h-12 w-1/2" />
            <div className="skeleton h-24 w-3/5" />
          </>
        )}
      </div>
    );
  return <Opened room={room} head={head} userId={userId} />;
}

function Opened({ room, head, userId }: { room: ConversationStore; head: Conversation; userId: string }) {
  const open = useStore(room.$);
  const announced = useAnnounced(open.exchange.sent, head);
  const isCut = useOffline() || open.isOffline;
  const onTyping = useTypingHint(head.id, head.closed === null);
  // Messages that were new when the page opened stay marked while it is read.
  const [newFrom] = useState(() => {
    const unread = open.exchange.sent.find(
      ({ number, by }) => number > head.readTo[head.side] && by !== head.side,
    );
    return unread?.number ?? null;
  });
  const handlers = useMemo(
    () => ({
      onChanged: () => void room.newest(),
      onAgain: (key: string) => room.again(key),
      onDiscard: (key: string) => room.discard(key),
    }),
    [room],
  );
  const place = useMemo(() => ({ userId, conversationId: head.id }), [userId, head.id]);
  return (
    <>
      <Head head={head} onChanged={handlers.onChanged} />
      <MessageLog
        open={open}
        head={head}
        newFrom={newFrom}
        onOlder={() => void room.loadOlder()}
        onSeen={() => void room.seen()}
        handlers={handlers}
      />
      <p className="sr-only" role="status" aria-live="polite">
        {announced}
      </p>
      {head.closed === null ? (
        <Composer
          place={place}
          name={head.other.name}
          isSeller={head.side === 'store'}
          isCut={isCut}
          onWrite={(words) => room.write(words)}
          onTyping={onTyping}
        />
      ) : (
        <p
          className="border-t border-line bg-card px-5 py-4 text-center text-balance text-ink-2"
          role="status"
        >
          {writeSentence(head.closed, head.other.name)}
        </p>
      )}
    </>
  );
}

function BackLink() {
  return (
    <Link href="/messages" className="icon-btn -ml-2 lg:hidden" aria-label="All messages">
      <Icon name="left" />
    </Link>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Head({ head, onChanged }: { head: Conversation; onChanged: () => void }) {
  const { other, side, answers, subject } = head;
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <header className="flex items-center gap-3 border-b border-line bg-card px-3 py-2 sm:px-5">
      <BackLink />
      <PartyPicture name={other.name} picture={partyPictureUrl(other)} isStore={side === 'buyer'} size={40} />
      <div className="min-w-0 flex-1 leading-tight">
        <PageTitle className="truncate text-lg" ref={title}>
          {other.storeId === null ? (
            other.name
          ) : (
            <a className="hover:text-verdigris" href={paths.store(other.storeId)}>
              {other.name}
            </a>
          )}
        </PageTitle>
        <p className="truncate text-sm text-ink-3">
          {side === 'store' ? 'Buyer' : answers === null ? 'Store' : capitalised(answers)}
          {subject && <span className="max-sm:hidden"> · {subject.name}</span>}
        </p>
      </div>
      <ConversationMenu head={head} onChanged={onChanged} />
    </header>
  );
}
