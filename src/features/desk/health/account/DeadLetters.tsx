import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  CLOSING_REASON_MAX,
  DEAD_LETTER_TEXTS,
  type DeadLetter,
} from '../../../../domain/desk/dead-letter.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';
import { useKeyset } from '../../shell/account/useKeyset.ts';
import { agoText } from './moments.ts';

const keyOf = ({ kind, id, seen }: DeadLetter) => ({ kind, id, seen });

/** What gave up by itself: each can be tried again by hand, or closed with a reason. */
export function DeadLetters() {
  const { rows, error, isLoading, hasMore, more, again, setRows } = useKeyset(
    async (before: number | null) => {
      const { data, error: refused } = await actions.deskHealth.letters({ before });
      return refused
        ? { data: undefined, error: refused }
        : { data: { rows: data.letters, next: data.next }, error: undefined };
    },
    '',
  );
  const { busy, fieldError, mutate } = useMutation();
  const [closing, setClosing] = useState<DeadLetter | null>(null);
  const [reason, setReason] = useState('');
  const [now] = useState(() => Date.now());
  const gone = (letter: DeadLetter) => setRows((rows ?? []).filter((row) => row !== letter));
  const retry = (letter: DeadLetter) =>
    mutate(
      () => confirmed(() => actions.deskHealth.retry(keyOf(letter))),
      'It is tried again. What fails is listed again.',
      () => gone(letter),
    );
  const close = (letter: DeadLetter) =>
    mutate(
      () => confirmed(() => actions.deskHealth.close({ ...keyOf(letter), reason })),
      'Closed.',
      () => {
        setClosing(null);
        setReason('');
        gone(letter);
      },
    );
  return (
    <section className="mt-8" aria-labelledby="dead-letters">
      <h2 id="dead-letters" className="text-lg">
        Gave up
      </h2>
      {error && <LoadError onRetry={again}>{error}</LoadError>}
      {rows === null && !error && <div className="skeleton mt-3 h-24" aria-busy="true" />}
      {rows?.length === 0 && (
        <p className="mt-2 text-sm text-ink-2">
          Nothing gave up. Mails, events, transfers, previews and archives that fail too often are listed
          here.
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {rows.map((letter) => (
            <li
              key={`${letter.kind}${letter.id}`}
              className="card flex flex-wrap justify-between gap-3 p-4 text-sm"
            >
              <div className="min-w-0">
                <h3 className="font-semibold wrap-anywhere">
                  {DEAD_LETTER_TEXTS[letter.kind]}: {letter.about}
                </h3>
                <p className="text-ink-2 wrap-anywhere">
                  {letter.to !== '' && `To ${letter.to}, `}
                  {agoText(letter.at, now)}
                </p>
                {letter.error !== '' && <p className="mt-1 wrap-anywhere">{letter.error}</p>}
                {letter.stuck !== null && <p className="mt-1 text-ink-2">{letter.stuck}</p>}
              </div>
              <div className="flex flex-wrap items-start gap-2">
                {letter.stuck === null && (
                  <button
                    type="button"
                    className="btn btn-quiet"
                    disabled={busy}
                    aria-label={`Try again: ${letter.about}`}
                    onClick={() => void retry(letter)}
                  >
                    Try again
                  </button>
                )}
                <button
                  type="button"
                  className="btn btn-quiet"
                  disabled={busy}
                  aria-label={`Close: ${letter.about}`}
                  onClick={() => setClosing(letter)}
                >
                  Close
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" className="btn btn-quiet mt-4 w-full" aria-busy={isLoading} onClick={more}>
          Show older ones
        </button>
      )}
      {closing && (
        <Confirm
          title={`Close ${DEAD_LETTER_TEXTS[closing.kind].toLowerCase()}?`}
          yes="Close it"
          no="Cancel"
          busy={busy}
          onYes={() => void close(closing)}
          onNo={() => setClosing(null)}
        >
          <p>It is not tried any more. Your name and the reason go into the audit log.</p>
          <Field
            label="Reason"
            name="reason"
            maxLength={CLOSING_REASON_MAX}
            value={reason}
            error={fieldError('reason')}
            onChange={setReason}
          />
        </Confirm>
      )}
    </section>
  );
}
