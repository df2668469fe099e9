import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { ATTACHMENTS_MAX, MESSAGE_MAX, messageRefusal } from '../../../../../domain/messaging/message.ts';
import { Icon } from '../../../../../ui/Icon.tsx';
import type { MessageContent } from '../conversation.store.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import { type ConversationKey, saveMessageDraft, storedDraft } from './drafts.ts';
import { SavedReplies } from './SavedReplies.tsx';
import { useAttachments } from './useAttachments.ts';
import { WritingField } from './WritingField.tsx';

/** Writes a message: text, files, and saved replies for sellers. */
export function Composer({
  place,
  name,
  isSeller,
  isCut,
  onWrite,
  onTyping,
}: {
  place: ConversationKey;
  /** The other side's. */
  name: string;
  isSeller: boolean;
  /** Whether the browser is offline. */
  isCut: boolean;
  onWrite: (words: MessageContent) => void;
  onTyping: () => void;
}) {
  const [text, setText] = useState(() => storedDraft(place));
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const id = useId();
  const attaching = useAttachments(place.conversationId);
  const { userId, conversationId } = place;
  useEffect(() => saveMessageDraft({ userId, conversationId }, text), [userId, conversationId, text]);

  const change = (next: string) => {
    setText(next);
    setProblem(null);
    if (next.trim() !== '') onTyping();
  };
  const send = () => {
    const ready = attaching.ready;
    if (text.trim() === '' && ready.length === 0 && !attaching.isBusy) return field.current?.focus();
    const refusal = attaching.isBusy
      ? 'A file is still uploading. Send once it is done.'
      : messageRefusal(text, ready.length);
    setProblem(refusal);
    if (refusal !== null) return;
    onWrite({ text, attachments: ready });
    setText('');
    attaching.clear();
    field.current?.focus();
  };
  const insert = (words: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const gap = at > 0 && !/\s$/.test(text.slice(0, at)) ? ' ' : '';
    change(text.slice(0, at) + gap + words + text.slice(field.current?.selectionEnd ?? at));
    field.current?.focus();
  };
  const take = (list: FileList | null) => {
    if (list && list.length > 0) attaching.add([...list]);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <form
      aria-label={`Write to ${name}`}
      className="composer border-t border-line bg-card px-3 pt-2 pb-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onPaste={onPaste}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className="mx-auto grid max-w-3xl gap-2">
        <p role="status" className={isCut ? 'flex items-center gap-2 pt-1 text-sm text-ink-2' : 'sr-only'}>
          {isCut && (
            <>
              <span className="flex-none text-brass">
                <Icon name="clock" size={18} />
              </span>
              You are offline. Your messages are sent when you are back online.
            </>
          )}
        </p>
        <AttachedFiles attaching={attaching} />
        {problem !== null && (
          <p className="error m-0" role="alert">
            {problem}
          </p>
        )}
        <div className="flex items-end gap-1.5">
          <button
            type="button"
            className="icon-btn mb-0.5 text-ink-2"
            aria-label="Attach pictures or files"
            title="Attach pictures or files"
            aria-disabled={attaching.files.length >= ATTACHMENTS_MAX}
            onClick={() => files.current?.click()}
          >
            <Icon name="clip" />
          </button>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              take(event.target.files);
              event.target.value = '';
            }}
          />
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
          Enter sends, Shift+Enter starts a new line
        </p>
      </div>
    </form>
  );
}
