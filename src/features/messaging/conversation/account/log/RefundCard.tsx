import { useId, useState } from 'react';
import { dayText } from '../../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../../domain/kernel/money.ts';
import { MESSAGE_MAX } from '../../../../../domain/messaging/message.ts';
import {
  REFUND_REQUEST_STATE_TEXTS,
  type RefundRequest,
  refundAwaitsAnswer,
} from '../../../../../domain/messaging/refund-request.ts';
import type { Side } from '../../../../../domain/notifications/live.ts';
import { Confirm } from '../../../../../ui/Confirm.tsx';
import { TextArea } from '../../../../../ui/Form.tsx';
import { Icon } from '../../../../../ui/Icon.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';
import { untilText } from '../../../../kernel/page/when.ts';
import { answerRefund, withdrawRefund } from '../conversation-requests.ts';

/** A refund request inside its conversation: what is asked, until when, and what this side can do about it. */
export function RefundCard({
  request,
  side,
  name,
  text,
  isMine,
  onChanged,
}: {
  request: RefundRequest;
  side: Side;
  /** The other side's. */
  name: string;
  text: string;
  isMine: boolean;
  onChanged: () => void;
}) {
  const [asks, setAsks] = useState<'grant' | 'decline' | 'withdraw' | null>(null);
  const id = useId();
  const { productName, amountCents, state, answerUntil } = request;
  const isOpen = refundAwaitsAnswer(state);
  const done = () => {
    setAsks(null);
    onChanged();
  };
  return (
    <section
      aria-labelledby={id}
      className={`mt-4 w-full max-w-[30rem] rounded-card border border-line border-t-4 bg-card p-4 ${isOpen ? 'border-t-brass' : 'border-t-line'} ${isMine ? 'ml-auto' : ''}`}
    >
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="eyebrow">Refund request</span>
        <span className={`text-sm font-semibold ${state === 'granted' ? 'text-verdigris' : 'text-ink-2'}`}>
          {REFUND_REQUEST_STATE_TEXTS[state]}
        </span>
      </p>
      <h3 id={id} className="mt-1 text-lg">
        {productName}, <span className="tabular-nums">{priceText(amountCents)}</span>
      </h3>
      {text !== '' && <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{text}</p>}
      {isOpen && (
        <p className="mt-3 flex items-start gap-2 text-sm text-ink-2">
          <span className="flex-none text-brass">
            <Icon name="clock" size={18} />
          </span>
          <span>
            {side === 'store' ? 'Answer' : `${name} can answer`} until {dayText(answerUntil)} (
            {untilText(answerUntil, Date.now())} left). Without an answer it is granted.
          </span>
        </p>
      )}
      {isOpen && (
        <p className="mt-3 flex flex-wrap gap-2">
          {side === 'store' ? (
            <>
              <button type="button" className="btn btn-small" onClick={() => setAsks('grant')}>
                Give it back
              </button>
              <button type="button" className="btn btn-small btn-quiet" onClick={() => setAsks('decline')}>
                Decline
              </button>
            </>
          ) : (
            <button type="button" className="btn btn-small btn-quiet" onClick={() => setAsks('withdraw')}>
              Take the request back
            </button>
          )}
        </p>
      )}
      {asks !== null && (
        <Answer deed={asks} request={request} name={name} onDone={done} onNo={() => setAsks(null)} />
      )}
    </section>
  );
}

const DEEDS = {
  grant: ['Give the money back?', 'Give it back', 'The refund is on its way.'],
  decline: ['Decline this request?', 'Decline', 'The request is declined.'],
  withdraw: ['Take the request back?', 'Take it back', 'The request is taken back.'],
} as const;

function Answer({
  deed,
  request,
  name,
  onDone,
  onNo,
}: {
  deed: keyof typeof DEEDS;
  request: RefundRequest;
  name: string;
  onDone: () => void;
  onNo: () => void;
}) {
  const { busy, mutate, fieldError } = useMutation();
  const [text, setText] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const [title, yes, said] = DEEDS[deed];
  const act = () =>
    deed === 'withdraw'
      ? withdrawRefund(request.id, key)
      : answerRefund(request.id, key, deed === 'grant', text);
  return (
    <Confirm
      title={title}
      yes={yes}
      no="Not now"
      busy={busy}
      onYes={() => void mutate(act, said, onDone)}
      onNo={onNo}
    >
      {deed === 'grant' && (
        <p>
          {priceText(request.amountCents)} goes back to {name}, and {request.productName} leaves the library
          it was bought into.
        </p>
      )}
      {deed === 'decline' && <p>{name} reads why. A request is answered once.</p>}
      {deed === 'withdraw' && <p>You keep what you bought, and can ask again while there is time.</p>}
      {deed !== 'withdraw' && (
        <TextArea
          label={deed === 'grant' ? 'A word with it (optional)' : 'Why'}
          name="text"
          rows={3}
          maxLength={MESSAGE_MAX}
          required={deed === 'decline'}
          value={text}
          onChange={setText}
          error={fieldError('text')}
        />
      )}
    </Confirm>
  );
}
