import { actions } from 'astro:actions';
import { useState } from 'react';
import { preOrderText } from '../../../../domain/catalogue/price/pre-order.ts';
import {
  type BuyerOrder,
  type BuyerOrderLine,
  cancelRefusal,
  shownPrice,
} from '../../../../domain/commerce/order.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

interface Props {
  order: BuyerOrder;
  line: BuyerOrderLine;
  onCancelled: () => void;
}

/** Under a line of a receipt that was pre-ordered: when it arrives, and cancelling it while it has not. */
export function PreOrderedLine({ order, line, onCancelled }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { busy, mutate } = useMutation();
  const { preOrder } = line;
  if (!preOrder || preOrder.state === 'delivered' || line.refundedCents >= line.paidCents) return null;
  const cancel = () =>
    void mutate(
      () => actions.preOrders.cancel({ orderId: order.id, lineId: line.id }),
      'Cancelled. The money is on its way back to you.',
      () => {
        setOpen(false);
        onCancelled();
      },
    );
  return (
    <div className="text-sm text-ink-2">
      <p>
        {preOrderText(preOrder.promisedDay)}
        {preOrder.movedFrom !== null && `, first promised by ${dayText(preOrder.movedFrom)}`}
      </p>
      {cancelRefusal(order, line) === null && (
        <button type="button" className="link min-h-11 print:hidden" onClick={() => setOpen(true)}>
          Cancel the pre-order
          <span className="sr-only"> of {line.productName}</span>
        </button>
      )}
      {isOpen && (
        <Confirm
          title="Cancel the pre-order"
          yes={`Cancel and get ${priceText(shownPrice(line))} back`}
          no="Keep it"
          busy={busy}
          onYes={cancel}
          onNo={() => setOpen(false)}
        >
          <p>{line.productName} leaves your library, and you get back all that you paid for it.</p>
        </Confirm>
      )}
    </div>
  );
}
