import { actions } from 'astro:actions';
import { useState } from 'react';
import { EVIDENCE_WORDS_MAX } from '../../../../domain/commerce/dispute/evidence.ts';
import { dueText } from '../../../../domain/desk/queue.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { TextArea } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { deskMoment } from '../../shell/account/DeskTable.tsx';
import { confirmed } from '../../shell/account/second-factor.store.ts';

type Order = ActionAnswer<typeof actions.deskOrders.one>;
type Dispute = Order['disputes'][number];

/** The disputes of an order: how each stands, and the evidence that is handed in. */
export function OrderDisputes({ order, onChanged }: { order: Order; onChanged: (order: Order) => void }) {
  const [answering, setAnswering] = useState<Dispute | null>(null);
  if (order.disputes.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="disputes">
      <h2 id="disputes" className="text-2xl">
        Disputes
      </h2>
      <ul className="mt-3 grid gap-3">
        {order.disputes.map((dispute) => (
          <li key={dispute.id} className="card grid gap-2 p-5">
            <h3 className="text-lg">
              {moneyText(dispute.amountCents)}: {dispute.reasonText}
            </h3>
            <p>{standing(dispute)}</p>
            {dispute.state === 'open' && dispute.answeredAt === null && dispute.refusal !== null && (
              <p className="text-ink-2">{dispute.refusal}</p>
            )}
            {dispute.refusal === null && (
              <button
                type="button"
                className="btn btn-small justify-self-start"
                onClick={() => setAnswering(dispute)}
              >
                Hand in evidence …
              </button>
            )}
          </li>
        ))}
      </ul>
      {answering && (
        <EvidenceDialog
          order={order}
          dispute={answering}
          onDone={onChanged}
          onClose={() => setAnswering(null)}
        />
      )}
    </section>
  );
}

/** How a dispute stands, in a sentence or two. */
function standing({ state, dueAt, answeredAt, answeredBy }: Dispute): string {
  const answered =
    answeredAt === null
      ? ''
      : `Evidence was handed in on ${deskMoment(answeredAt)}${answeredBy === '' ? ' at the payment provider' : ` by ${answeredBy}`}. `;
  if (state === 'won') return `${answered}Won: the money is back.`;
  if (state === 'lost') return `${answered}Lost: the bank took the money back.`;
  if (answeredAt !== null) return `${answered}The bank decides, mostly within two to three months.`;
  if (dueAt === null) return 'Open.';
  return `Evidence is due by ${deskMoment(dueAt)}, ${dueText(dueAt, Date.now())}.`;
}

/** Shows what would be handed in, and hands it in. It is open while it is rendered. */
function EvidenceDialog({
  order,
  dispute,
  onDone,
  onClose,
}: {
  order: Order;
  dispute: Dispute;
  onDone: (order: Order) => void;
  onClose: () => void;
}) {
  const query = useQuery(() => actions.deskOrders.evidence({ id: order.id }));
  const [words, setWords] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const send = () =>
    mutate(
      () => confirmed(() => actions.deskOrders.answer({ orderId: order.id, disputeId: dispute.id, words })),
      'The evidence was handed in.',
      (answer) => {
        onDone(answer);
        onClose();
      },
    );
  return (
    <Dialog title={`Evidence for order ${order.number}`} width="2xl" onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-ink-2">
            The payment provider passes this to the buyer’s bank. The bank takes it once.
          </p>
          {query.data ? (
            <dl className="mt-4 grid gap-3">
              {query.data.texts
                .filter(({ text }) => text !== '')
                .map(({ title, text }) => (
                  <div key={title}>
                    <dt className="font-semibold">{title}</dt>
                    <dd className="whitespace-pre-line text-ink-2 wrap-anywhere">{text}</dd>
                  </div>
                ))}
            </dl>
          ) : (
            <QueryState query={query} />
          )}
          <div className="mt-4">
            <TextArea
              label="Anything to add"
              name="words"
              rows={3}
              maxLength={EVIDENCE_WORDS_MAX}
              value={words}
              hint="The bank reads it first. You can leave it empty."
              error={fieldError('words')}
              onChange={setWords}
            />
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              type="button"
              className="btn"
              disabled={!query.data}
              aria-busy={busy}
              onClick={() => void send()}
            >
              Hand in evidence
            </button>
            <button type="button" className="btn btn-quiet" onClick={close}>
              Cancel
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
