import { useEffect, useRef, useState } from 'react';
import type { Conversation } from '../../../../../domain/messaging/conversation.ts';
import { excerptOf, type Message } from '../../../../../domain/messaging/message.ts';
import { siteNameOfPage } from '../../../../kernel/page/identity.ts';

/**
 * The announcement of incoming messages for screen readers, as one sentence. Messages present at the start, older pages and
 * the reader's own messages are not announced.
 */
export function useAnnounced(sent: readonly Message[], { side, other }: Conversation): string {
  const [sentence, setSentence] = useState('');
  const announced = useRef(sent.at(-1)?.number ?? 0);
  useEffect(() => {
    const fresh = sent.filter(({ number, by }) => number > announced.current && by !== side);
    announced.current = Math.max(announced.current, sent.at(-1)?.number ?? 0);
    const last = fresh.at(-1);
    if (!last) return;
    setSentence(
      fresh.length > 1
        ? `${fresh.length} new messages from ${other.name}`
        : `${last.by === 'house' ? siteNameOfPage() : other.name}: ${excerptOf(last.text, last.attachments.length)}`,
    );
  }, [sent, side, other.name]);
  return sentence;
}
