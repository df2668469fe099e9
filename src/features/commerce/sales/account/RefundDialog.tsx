import { actions, isInputError } from 'astro:actions';
import { useState } from 'react';
import { leftToRefund, type Sale } from '../../../../domain/commerce/sale.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { toast } from '../../../../ui/toast.ts';

interface Props {
  /** Of a product: a member is refunded on the member's own page. */
  sale: Sale & { orderId: string };
  onClose: () => void;
  onRefunded: () => void;
}

/** Asks for the amount and refunds a sale. The form keeps its values after an error. */
export function RefundDialog({ sale, onClose, onRefunded }: Props) {
  const left = leftToRefund(sale);
  const [amount, setAmount] = useState((left / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const cents = /^\d{1,7}([.,]\d{1,2})?$/.test(amount.trim())
    ? Math.round(Number(amount.trim().replace(',', '.')) * 100)
    : null;
  const isWhole = cents === left;

  const refund = async () => {
    setBusy(true);
    setProblem(null);
    const { orderId, lineId } = sale;
    const answer = await actions.sales
      .refund({ orderId, lineId, amountCents: isWhole ? null : cents, reason })
      .catch(() => null);
    setBusy(false);
    if (!answer) return setProblem('There is no connection. Check the sale before you try again.');
    if (answer.error) {
      const fields = isInputError(answer.error) ? Object.values(answer.error.fields).flat() : [];
      return setProblem(fields[0] ?? answer.error.message);
    }
    void toast(`${priceText(cents ?? left)} refunded.`, { kind: 'success' });
    onRefunded();
  };

  return (
    <Dialog title={`Refund ${sale.productName}`} onClose={onClose}>
      {(close) => (
        <>
          <form
            className="mt-4 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void refund();
            }}
          >
            <p className="text-ink-2">
              {priceText(left)} of this sale can be refunded. Your share
              {sale.shared ? ', that of your partner' : ''} and our commission are refunded in the same
              proportion. Tax that was paid on it is refunded, too.{' '}
              {isWhole ? 'The product leaves the buyer’s library.' : 'The buyer keeps the product.'}
            </p>
            <label className="grid gap-1 text-sm font-semibold">
              Amount in dollars
              <input
                className="field font-normal"
                inputMode="decimal"
                value={amount}
                aria-invalid={cents === null || cents < 1 || cents > left}
                onChange={(event) => setAmount(event.target.value)}
              />
            </label>
            <label className="grid gap-1 text-sm font-semibold">
              Reason, for your own records
              <input
                className="field font-normal"
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </label>
            {problem && (
              <p className="notice notice-bad" role="alert">
                {problem}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <button
                type="submit"
                className="btn btn-danger"
                aria-busy={busy}
                disabled={busy || cents === null || cents < 1 || cents > left}
              >
                Refund {cents !== null && cents > 0 ? priceText(cents) : ''}
              </button>
              <button type="button" className="btn btn-quiet" onClick={close}>
                Cancel
              </button>
            </div>
          </form>
        </>
      )}
    </Dialog>
  );
}
