import { actions } from 'astro:actions';
import { useState } from 'react';
import type { DeliveredEvent, DeliveryState, WebhookDelivery } from '../../../../domain/account/webhook.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';

const STATES: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  'given-up': 'Given up',
};

/** The messages to an address, the newest first; each can be sent again. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2">Messages of the last 30 days</summary>
      {isOpen && <Messages webhookId={webhookId} />}
    </details>
  );
}

function Messages({ webhookId }: { webhookId: string }) {
  const query = useQuery(() => actions.webhooks.deliveries({ id: webhookId, after: null }));
  const { busy, mutate } = useMutation();
  const list = query.data?.deliveries ?? [];
  const last = list.at(-1);
  const more = () =>
    mutate(
      () =>
        actions.webhooks.deliveries({
          id: webhookId,
          after: last ? { at: last.createdAt, id: last.id } : null,
        }),
      null,
      (next) => query.setData({ deliveries: [...list, ...next.deliveries], more: next.more }),
    );
  const replay = ({ id }: WebhookDelivery) =>
    mutate(() => actions.webhooks.replay({ id }), 'The message is sent again.', query.refetch);
  return (
    <>
      <QueryState query={query} />
      {query.data && list.length === 0 && <p className="text-ink-2">There were none yet.</p>}
      <ul className="grid gap-3" aria-label="Messages">
        {list.map((delivery) => (
          <li key={delivery.id} className="border-t border-line pt-3">
            <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
              <p className="min-w-0 flex-1 basis-52">
                {nameOf(delivery)}
                <span className="block text-ink-2">
                  {new Date(delivery.createdAt).toLocaleString()}: {STATES[delivery.state]}
                  {delivery.status === null ? '' : `, answer ${delivery.status}`}
                  {delivery.tries > 1 ? `, ${delivery.tries} attempts` : ''}
                  {delivery.tries > 0 && delivery.nextAt !== null
                    ? `, the next one at ${new Date(delivery.nextAt).toLocaleTimeString()}`
                    : ''}
                </span>
              </p>
              {delivery.state !== 'waiting' && (
                <button
                  type="button"
                  className="btn btn-quiet btn-small"
                  aria-busy={busy}
                  aria-label={`Send again: ${nameOf(delivery)}`}
                  onClick={() => void replay(delivery)}
                >
                  Send again
                </button>
              )}
            </div>
            {delivery.answer !== '' && delivery.state !== 'delivered' && (
              <p className="mt-1 text-ink-2 wrap-anywhere">{delivery.answer.slice(0, 200)}</p>
            )}
          </li>
        ))}
      </ul>
      {query.data?.more && (
        <button type="button" className="btn btn-quiet btn-small mt-3" onClick={() => void more()}>
          Show older ones
        </button>
      )}
    </>
  );
}

/** What a message tells, as the log names it; the form beside it explains each at more length. */
const NAMES: Record<DeliveredEvent, string> = {
  sale: 'A sale',
  refund: 'A refund',
  'member.joined': 'Somebody joined the guild',
  'member.left': 'Somebody left the guild',
  review: 'A review',
  question: 'A question or a comment',
  test: 'A test',
};

const nameOf = ({ event }: WebhookDelivery) => NAMES[event];
