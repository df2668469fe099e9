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

/** A refund request in its conversation: amount, deadline and what this side can do. */
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
  const [dialog, setDialog] = useState<'grant' | 'decline' | 'withdraw' | null>(null);
  const id = useId();
  const { productName, amountCents, state, answerUntil } = request;
  const isOpen = refundAwaitsAnswer(state);
  const done = () => {
    setDialog(null);
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
            {side === 'store' ? 'Answer' : `${name} can answer`} by {dayText(answerUntil)} (
            {untilText(answerUntil, Date.now())} left). Without an answer it is granted automatically.
          </span>
        </p>
      )}
      {isOpen && (
        <p className="mt-3 flex flex-wrap gap-2">
          {side === 'store' ? (
            <>
              <button type="button" className="btn btn-small" onClick={() => setDialog('grant')}>
                Refund
              </button>
              <button type="button" className="btn btn-small btn-quiet" onClick={() => setDialog('decline')}>
                Decline
              </button>
            </>
          ) : (
            <button type="button" className="btn btn-small btn-quiet" onClick={() => setDialog('withdraw')}>
              Withdraw the request
            </button>
          )}
        </p>
      )}
      {dialog !== null && (
        <Answer answer={dialog} request={request} name={name} onDone={done} onNo={() => setDialog(null)} />
      )}
    </section>
  );
}

const ANSWERS = {
  grant: ['Refund this purchase?', 'Refund', 'The refund is on its way.'],
  decline: ['Decline this request?', 'Decline', 'The request is declined.'],
  withdraw: ['Withdraw the request?', 'Withdraw', 'The request is withdrawn.'],
} as const;

function Answer({
  answer,
  request,
  name,
  onDone,
  onNo,
}: {
  answer: keyof typeof ANSWERS;
  request: RefundRequest;
  name: string;
  onDone: () => void;
  onNo: () => void;
}) {
  const { busy, mutate, fieldError } = useMutation();
  const [text, setText] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const [title, yes, said] = ANSWERS[answer];
  const act = () =>
    answer === 'withdraw'
      ? withdrawRefund(request.id, key)
      : answerRefund(request.id, key, answer === 'grant', text);
  return (
    <Confirm
      title={title}
      yes={yes}
      no="Not now"
      busy={busy}
      onYes={() => void mutate(act, said, onDone)}
      onNo={onNo}
    >
      {answer === 'grant' && (
        <p>
          {name} gets {priceText(request.amountCents)} back, and {request.productName} is removed from their
          library.
        </p>
      )}
      {answer === 'decline' && <p>{name} sees your reason. A request can be answered only once.</p>}
      {answer === 'withdraw' && (
        <p>You keep what you bought and can request a refund again before the deadline.</p>
      )}
      {answer !== 'withdraw' && (
        <TextArea
          label={answer === 'grant' ? 'Message (optional)' : 'Reason'}
          name="text"
          rows={3}
          maxLength={MESSAGE_MAX}
          required={answer === 'decline'}
          value={text}
          onChange={setText}
          error={fieldError('text')}
        />
      )}
    </Confirm>
  );
}
