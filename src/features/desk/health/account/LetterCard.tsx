import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  CLOSING_REASON_MAX,
  DEAD_LETTER_TEXTS,
  type DeadLetter,
} from '../../../../domain/desk/dead-letter.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';
import { agoText } from './moments.ts';

const keyOf = ({ kind, id, seen }: DeadLetter) => ({ kind, id, seen });

/** One thing that gave up by itself: it can be tried again by hand, or closed with a reason. */
export function LetterCard({ letter, onGone }: { letter: DeadLetter; onGone: () => void }) {
  const { busy, fieldError, mutate } = useMutation();
  const [isClosing, setClosing] = useState(false);
  const [reason, setReason] = useState('');
  const [now] = useState(() => Date.now());
  const retry = () =>
    mutate(
      () => confirmed(() => actions.deskHealth.retry(keyOf(letter))),
      'It is tried again. What fails is listed again.',
      onGone,
    );
  const close = () =>
    mutate(() => confirmed(() => actions.deskHealth.close({ ...keyOf(letter), reason })), 'Closed.', onGone);
  return (
    <div className="card flex flex-wrap justify-between gap-3 p-4 text-sm">
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
            onClick={() => void retry()}
          >
            Try again
          </button>
        )}
        <button
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          aria-label={`Close: ${letter.about}`}
          onClick={() => setClosing(true)}
        >
          Close
        </button>
      </div>
      {isClosing && (
        <Confirm
          title={`Close ${DEAD_LETTER_TEXTS[letter.kind].toLowerCase()}?`}
          yes="Close it"
          no="Cancel"
          busy={busy}
          onYes={() => void close()}
          onNo={() => setClosing(false)}
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
    </div>
  );
}
