import { useEffect, useRef, useState } from 'react';
import type { Conversation } from '../../../../../domain/messaging/conversation.ts';
import { excerptOf, type Message } from '../../../../../domain/messaging/message.ts';

/**
 * What a screen reader says of messages that came in while the page is open, in one sentence. What was there already, older
 * pages and one's own words are not announced.
 */
export function useAnnounced(sent: readonly Message[], { side, other }: Conversation): string {
  const [sentence, setSentence] = useState('');
  const heard = useRef(sent.at(-1)?.number ?? 0);
  useEffect(() => {
    const fresh = sent.filter(({ number, by }) => number > heard.current && by !== side);
    heard.current = Math.max(heard.current, sent.at(-1)?.number ?? 0);
    const last = fresh.at(-1);
    if (!last) return;
    setSentence(
      fresh.length > 1
        ? `${fresh.length} new messages from ${other.name}`
        : `${last.by === 'house' ? 'Guildhall' : other.name}: ${excerptOf(last.text, last.attachments.length)}`,
    );
  }, [sent, side, other.name]);
  return sentence;
}
