import { useMemo, useRef } from 'react';
import type { Message } from '../../../../../domain/messaging/message.ts';
import type { Exchange } from '../../../../../domain/messaging/outgoing.ts';
import type { Side } from '../../../../../domain/notifications/live.ts';
import type { MessageContent } from '../conversation.store.ts';
import type { LogEntry } from './log.ts';

/** Sent and outgoing messages as one list. An unchanged entry keeps its identity. */
export function useLogEntries({ sent, outgoing }: Exchange<Message, MessageContent>, side: Side): LogEntry[] {
  const known = useRef(new WeakMap<object, LogEntry>());
  return useMemo(() => {
    const line = (source: object, make: () => LogEntry) => {
      const made = known.current.get(source) ?? make();
      known.current.set(source, made);
      return made;
    };
    return [
      ...sent.map((message) =>
        line(message, () => ({
          // The same id before and after it is sent, so that it is not rendered again.
          id: message.key || message.id,
          at: message.at,
          from: message.kind === 'text' && !message.subject ? message.by : null,
          sent: message,
          outgoing: null,
        })),
      ),
      ...outgoing.map((one) =>
        line(one, () => ({ id: one.key, at: one.writtenAt, from: side, sent: null, outgoing: one })),
      ),
    ];
  }, [sent, outgoing, side]);
}
