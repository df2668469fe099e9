import { actions } from 'astro:actions';
import { useState } from 'react';
import { Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { confirmed } from '../../../desk/shell/account/second-factor.store.ts';

const DEEDS = { hold: 'Hold for review', refuse: 'Refuse' } as const;

/** Words that hold or refuse what people post. A change counts at once. */
export function SpamWordsSection() {
  const { data, error, refetch, setData } = useQuery(() => actions.spamWords.list());
  const { busy, fieldError, mutate } = useMutation();
  const [word, setWord] = useState('');
  const [deed, setDeed] = useState<keyof typeof DEEDS>('hold');
  const add = () =>
    mutate(
      () => confirmed(() => actions.spamWords.add({ word, deed, note: '' })),
      'Added.',
      (list) => {
        setData(list);
        setWord('');
      },
    );
  const remove = (id: string) =>
    mutate(() => confirmed(() => actions.spamWords.remove({ id })), 'Removed.', setData);
  return (
    <Section
      title="Blocked words"
      intro="Matched whole and in any case. A held post is shown to nobody and waits in the queue; a refused one is not accepted."
    >
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      <Form busy={busy} label="Add the word" disabled={word.trim().length < 2} onSend={() => void add()}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
          <Field
            label="Word or words"
            name="word"
            maxLength={100}
            value={word}
            error={fieldError('word')}
            onChange={setWord}
          />
          <Select
            label="What happens"
            name="deed"
            value={deed}
            options={Object.entries(DEEDS)}
            onChange={(chosen) => setDeed(chosen === 'refuse' ? 'refuse' : 'hold')}
          />
        </div>
      </Form>
      {data?.length === 0 && (
        <p className="hint">No words yet. Add one above when something comes up again and again.</p>
      )}
      {data && data.length > 0 && (
        <ul className="max-h-80 overflow-y-auto border-t border-line">
          {data.map((one) => (
            <li key={one.id} className="flex min-h-11 items-center gap-3 border-b border-line py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">{one.word}</span>
              <span className="text-sm text-ink-2">{DEEDS[one.deed]}</span>
              <button
                type="button"
                className="link min-h-11"
                onClick={() => void remove(one.id)}
                aria-label={`Remove ${one.word}`}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
