import { useState } from 'react';
import { SAVED_REPLY_TITLE_MAX } from '../../../../../domain/messaging/conversation.ts';
import { Field } from '../../../../../ui/Form.tsx';
import { Icon } from '../../../../../ui/Icon.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';
import { useQuery } from '../../../../../ui/useQuery.ts';
import { fetchReplies, removeReply, saveReply } from '../conversation-requests.ts';
import { DropMenu } from '../DropMenu.tsx';

/** A seller's saved replies: insert, save and remove. */
export function SavedReplies({ text, onInsert }: { text: string; onInsert: (reply: string) => void }) {
  return (
    <DropMenu
      label="Saved replies"
      icon={<Icon name="keep" />}
      side="above-start"
      className="icon-btn mb-0.5 text-ink-2"
    >
      {(close) => (
        <Replies
          text={text}
          onInsert={(reply) => {
            close();
            onInsert(reply);
          }}
        />
      )}
    </DropMenu>
  );
}

function Replies({ text, onInsert }: { text: string; onInsert: (reply: string) => void }) {
  const { data, error, refetch } = useQuery(fetchReplies);
  const [isNaming, setNaming] = useState(false);
  const { busy, mutate } = useMutation();
  return (
    <div className="grid gap-1">
      <p className="px-3 pt-1 text-sm font-semibold">Saved replies</p>
      {error !== null && (
        <p className="px-3 text-sm text-wax" role="alert">
          {error}
        </p>
      )}
      {data?.length === 0 && (
        <p className="px-3 pb-1 text-sm text-ink-2">
          None yet. Write an answer you often give, then save it here.
        </p>
      )}
      <ul className="max-h-64 overflow-y-auto">
        {data?.map((reply) => (
          <li key={reply.id} className="flex items-center">
            <button
              type="button"
              className="min-h-11 min-w-0 flex-1 rounded-lg px-3 py-1 text-left leading-tight hover:bg-paper-2"
              onClick={() => onInsert(reply.text)}
            >
              <span className="block truncate font-semibold">{reply.title}</span>
              <span className="block truncate text-sm text-ink-3">{reply.text}</span>
            </button>
            <button
              type="button"
              className="icon-btn flex-none text-ink-3"
              aria-label={`Remove ${reply.title}`}
              aria-busy={busy}
              onClick={() => void mutate(() => removeReply(reply.id), null, refetch)}
            >
              <Icon name="trash" size={18} />
            </button>
          </li>
        ))}
      </ul>
      {isNaming ? (
        <NewReply
          text={text}
          onSaved={() => {
            setNaming(false);
            refetch();
          }}
        />
      ) : (
        <button
          type="button"
          className="flex min-h-11 items-center gap-2 rounded-lg px-3 text-left text-sm hover:bg-paper-2 disabled:text-ink-3"
          disabled={text.trim() === ''}
          onClick={() => setNaming(true)}
        >
          <Icon name="plus" size={18} />
          {text.trim() === '' ? 'Write something to save it' : 'Save this text'}
        </button>
      )}
    </div>
  );
}

function NewReply({ text, onSaved }: { text: string; onSaved: () => void }) {
  const [title, setTitle] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const save = () => void mutate(() => saveReply(title, text), 'Reply saved.', onSaved);
  return (
    // No <form>: it is nested in the composer's form.
    <div className="grid gap-2 p-3">
      <Field
        label="Name of this reply"
        name="title"
        value={title}
        required={false}
        maxLength={SAVED_REPLY_TITLE_MAX}
        onChange={setTitle}
        error={fieldError('title') ?? fieldError('text')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
      />
      <button type="button" className="btn btn-small" aria-busy={busy} onClick={save}>
        Save
      </button>
    </div>
  );
}
