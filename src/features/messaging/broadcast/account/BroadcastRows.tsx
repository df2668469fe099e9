import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { type Broadcast, broadcastStateText } from '../../../../domain/messaging/broadcast.ts';
import { excerptOf } from '../../../../domain/messaging/message.ts';

/** How often it is asked how far a letter has come, in ms. */
const EVERY_MS = 1500;

/** What was written to many members of late, and how far each has come. */
export function BroadcastRows({
  letters,
  onNews,
}: {
  letters: readonly Broadcast[];
  onNews: (letters: Broadcast[]) => void;
}) {
  const isSending = letters.some(({ state }) => state === 'sending');
  const [isOpen, setOpen] = useState(false);
  const told = useRef(onNews);
  told.current = onNews;
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => {
      void actions.guildLetters
        .recent()
        .then(({ data }) => data && told.current(data.letters))
        .catch(() => undefined);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isSending]);
  useEffect(() => {
    if (isSending) setOpen(true);
  }, [isSending]);
  if (letters.length === 0) return null;
  return (
    <details className="card p-4" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        What you wrote to many
      </summary>
      <ul className="mt-2 divide-y divide-line">
        {letters.map((letter) => (
          <li key={letter.id} className="py-3 last:pb-0">
            <p className="wrap-anywhere">{excerptOf(letter.text, 0)}</p>
            <div role={letter.state === 'sending' ? 'status' : undefined}>
              {letter.state === 'sending' && (
                <progress
                  className="bar"
                  max={Math.max(1, letter.people)}
                  value={letter.reached + letter.leftOut}
                  aria-label="On its way"
                />
              )}
              <p className="text-sm text-ink-2">
                {dayText(letter.at)}. {broadcastStateText(letter)}
                {letter.state === 'sending' && '. You may leave this page; it goes on'}.
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
