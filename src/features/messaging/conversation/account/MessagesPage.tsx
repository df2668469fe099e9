import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { useParams } from 'wouter';
import { Icon } from '../../../../ui/Icon.tsx';
import { $user } from '../../../identity/session/user.store.ts';
import { ConversationList } from './ConversationList.tsx';
import { ConversationView } from './ConversationView.tsx';
import { resumeSending } from './conversation-stores.ts';
import { WriteToStore } from './WriteToStore.tsx';

/**
 * The messages: the list and next to it one conversation. On narrow screens each is a page of its own; on a phone a
 * conversation fills the screen.
 */
export default function MessagesPage() {
  const { id } = useParams<{ id?: string }>();
  const user = useStore($user, { ssr: 'initial' });
  const frame = useRef<HTMLDivElement>(null);
  useVisibleHeight(frame);
  const userId = user?.id ?? null;
  useEffect(() => {
    if (userId !== null) resumeSending(userId);
  }, [userId]);
  if (userId === null) return null;
  const query = new URLSearchParams(location.search);
  if (id === undefined && query.has('store')) return <WriteToStore query={query} />;
  return (
    <div
      ref={frame}
      className={`messages card overflow-hidden shadow-card lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] ${id === undefined ? '' : 'messages-open'}`}
    >
      <div className={`h-full min-h-0 lg:border-r lg:border-line ${id === undefined ? '' : 'max-lg:hidden'}`}>
        <ConversationList current={id ?? null} />
      </div>
      <div className={`flex h-full min-h-0 min-w-0 flex-col ${id === undefined ? 'max-lg:hidden' : ''}`}>
        {id === undefined ? <NoneChosen /> : <ConversationView key={id} id={id} userId={userId} />}
      </div>
    </div>
  );
}

function NoneChosen() {
  return (
    <div className="m-auto grid justify-items-center gap-3 p-6 text-center text-ink-2">
      <span className="text-verdigris">
        <Icon name="message" size={40} />
      </span>
      <p>Choose a conversation to read it here.</p>
    </div>
  );
}

/** Limits the frame to the visible height, because on a phone the keyboard covers the bottom of the page. */
function useVisibleHeight(frame: { current: HTMLElement | null }): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => frame.current?.style.setProperty('--seen', `${viewport.height}px`);
    measure();
    viewport.addEventListener('resize', measure);
    return () => viewport.removeEventListener('resize', measure);
  }, [frame]);
}
