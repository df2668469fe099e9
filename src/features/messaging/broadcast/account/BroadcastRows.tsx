import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { type Broadcast, broadcastStateText } from '../../../../domain/messaging/broadcast.ts';
import { excerptOf } from '../../../../domain/messaging/message.ts';

/** Interval of the progress requests, in ms. */
const EVERY_MS = 1500;

/** The newest messages to members and their delivery state. */
export function BroadcastRows({
  broadcasts,
  onUpdate,
}: {
  broadcasts: readonly Broadcast[];
  onUpdate: (broadcasts: Broadcast[]) => void;
}) {
  const isSending = broadcasts.some(({ state }) => state === 'sending');
  const [isOpen, setOpen] = useState(false);
  const onUpdateRef = useRef(onUpdate);
  onUpdateRef.current = onUpdate;
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => {
      void actions.guildLetters
        .recent()
        .then(({ data }) => data && onUpdateRef.current(data.letters))
        .catch(() => undefined);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isSending]);
  useEffect(() => {
    if (isSending) setOpen(true);
  }, [isSending]);
  if (broadcasts.length === 0) return null;
  return (
    <details className="card p-4" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">Messages to members</summary>
      <ul className="mt-2 divide-y divide-line">
        {broadcasts.map((broadcast) => (
          <li key={broadcast.id} className="py-3 last:pb-0">
            <p className="wrap-anywhere">{excerptOf(broadcast.text, 0)}</p>
            <div role={broadcast.state === 'sending' ? 'status' : undefined}>
              {broadcast.state === 'sending' && (
                <progress
                  className="bar"
                  max={Math.max(1, broadcast.people)}
                  value={broadcast.reached + broadcast.leftOut}
                  aria-label="Sending"
                />
              )}
              <p className="text-sm text-ink-2">
                {dayText(broadcast.at)}. {broadcastStateText(broadcast)}
                {broadcast.state === 'sending' && '. You can leave this page while it is sent'}.
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
