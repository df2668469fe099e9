import { actions } from 'astro:actions';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  type BuyerOrder,
  type BuyerOrderLine,
  shownPrice,
  shownRefund,
} from '../../../../domain/commerce/order.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { MESSAGE_MAX } from '../../../../domain/messaging/message.ts';
import {
  REFUND_ANSWER_DAYS,
  refundRequestRefusal,
  refundRequestUntil,
} from '../../../../domain/messaging/refund-request.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Under a line of a receipt: asks the seller for a refund, while that is possible. */
export function RefundRequestForm({ order, line }: { order: BuyerOrder; line: BuyerOrderLine }) {
  const [isOpen, setOpen] = useState(false);
  // Earlier requests are only known to the server, which checks the same rule.
  const refusal = refundRequestRefusal({ ...order, ...line, requests: [] }, Date.now());
  if (refusal !== null || order.paidAt === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2 print:hidden">
      <button type="button" className="link min-h-11" onClick={() => setOpen(true)}>
        Ask for a refund
        <span className="sr-only"> of {line.productName}</span>
      </button>
      until {dayText(refundRequestUntil(order.paidAt))}
      {isOpen && <RequestDialog line={line} onNo={() => setOpen(false)} />}
    </div>
  );
}

function RequestDialog({ line, onNo }: { line: BuyerOrderLine; onNo: () => void }) {
  const [text, setText] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const { busy, fieldError, mutate } = useMutation();
  const [, go] = useLocation();
  const ask = () =>
    void mutate(
      () => actions.conversations.askRefund({ lineId: line.id, key, text }),
      `Your request is with ${line.storeName}.`,
      ({ conversationId }) => go(`/conversation/${conversationId}`),
    );
  return (
    <Confirm
      title="Ask for a refund"
      yes={`Ask for ${priceText(shownPrice(line) - shownRefund(line))}`}
      isHarmless
      no="Not now"
      busy={busy}
      onYes={ask}
      onNo={onNo}
    >
      <p>
        {line.storeName} has {REFUND_ANSWER_DAYS} days to answer; without an answer, the refund is granted.
        After the refund, {line.productName} leaves your library.
      </p>
      <TextArea
        label="What went wrong"
        name="text"
        rows={4}
        maxLength={MESSAGE_MAX}
        value={text}
        onChange={setText}
        error={fieldError('text')}
      />
    </Confirm>
  );
}
