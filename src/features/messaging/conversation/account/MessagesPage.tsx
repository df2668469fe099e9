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
 * Messages: the list and, beside it, one conversation. Where there is no room for both, each is a page of its own; on a
 * phone a conversation fills the screen.
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
  const asked = new URLSearchParams(location.search);
  if (id === undefined && asked.has('store')) return <WriteToStore asked={asked} />;
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

/** On a phone the keyboard covers the page's foot; the frame is as high as what can be seen. */
function useVisibleHeight(frame: { current: HTMLElement | null }): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () => frame.current?.style.setProperty('--seen', `${seen.height}px`);
    measure();
    seen.addEventListener('resize', measure);
    return () => seen.removeEventListener('resize', measure);
  }, [frame]);
}
