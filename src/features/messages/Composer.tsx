import { useEffect, useId, useRef, useState } from 'react';
import { MESSAGE_MAX, messageRefusal } from '../../domain/message.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Words } from './conversation.store.ts';
import { draftOf, keepDraft, type WordsPlace } from './kept-words.ts';
import { SavedReplies } from './SavedReplies.tsx';
import { WritingField } from './WritingField.tsx';

/** Where a message is written: words, files, and for a seller the replies he keeps. */
export function Composer({
  place,
  name,
  isSeller,
  isCut,
  onWrite,
  onTyping,
}: {
  place: WordsPlace;
  /** The other side's. */
  name: string;
  isSeller: boolean;
  /** There is no connection just now. */
  isCut: boolean;
  onWrite: (words: Words) => void;
  onTyping: () => void;
}) {
  const [text, setText] = useState(() => draftOf(place));
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { userId, conversationId } = place;
  useEffect(() => keepDraft({ userId, conversationId }, text), [userId, conversationId, text]);

  const change = (next: string) => {
    setText(next);
    setProblem(null);
    if (next.trim() !== '') onTyping();
  };
  const send = () => {
    if (text.trim() === '') return field.current?.focus();
    const refusal = messageRefusal(text, 0);
    setProblem(refusal);
    if (refusal !== null) return;
    onWrite({ text, attachments: [] });
    setText('');
    field.current?.focus();
  };
  const insert = (words: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const gap = at > 0 && !/\s$/.test(text.slice(0, at)) ? ' ' : '';
    change(text.slice(0, at) + gap + words + text.slice(field.current?.selectionEnd ?? at));
    field.current?.focus();
  };
  return (
    <form
      aria-label={`Write to ${name}`}
      className="border-t border-line bg-card px-3 pt-2 pb-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mx-auto grid max-w-3xl gap-2">
        <p role="status" className={isCut ? 'flex items-center gap-2 pt-1 text-sm text-ink-2' : 'sr-only'}>
          {isCut && (
            <>
              <span className="flex-none text-brass">
                <Icon name="clock" size={18} />
              </span>
              No connection. What you write is sent when you are back.
            </>
          )}
        </p>
        {problem !== null && (
          <p className="error m-0" role="alert">
            {problem}
          </p>
        )}
        <div className="flex items-end gap-1.5">
          {isSeller && <SavedReplies text={text} onInsert={insert} />}
          <div className="min-w-0 flex-1">
            <WritingField
              field={field}
              label="Message"
              describedBy={`${id}-keys`}
              placeholder="Write a message"
              maxLength={MESSAGE_MAX}
              value={text}
              onChange={change}
              onSend={send}
            />
          </div>
          <button type="submit" className="btn mb-0 size-12 flex-none p-0" aria-label="Send" title="Send">
            <Icon name="send" />
          </button>
        </div>
        <p id={`${id}-keys`} className="text-right text-xs text-ink-3 max-lg:sr-only">
          Enter sends, Shift and Enter begin a line
        </p>
      </div>
    </form>
  );
}
