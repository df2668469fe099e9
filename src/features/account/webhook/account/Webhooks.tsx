import { actions } from 'astro:actions';
import { useRef, useState } from 'react';
import type { Webhook } from '../../../../domain/account/webhook.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NewSecret } from '../../api-token/account/NewSecret.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookCard } from './WebhookCard.tsx';

/** The addresses that are told what happens in the seller's store. */
export default function Webhooks() {
  const query = useQuery(() => actions.webhooks.list());
  const [secret, setSecret] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const list = query.data?.webhooks ?? [];
  const changed = (webhook: Webhook) =>
    query.setData({ webhooks: list.map((one) => (one.id === webhook.id ? webhook : one)) });
  const removed = (id: string) => {
    query.setData({ webhooks: list.filter((one) => one.id !== id) });
    // The focused button is gone with its card.
    title.current?.focus();
  };
  return (
    <>
      <PageTitle ref={title}>Webhooks</PageTitle>
      <p className="mt-2 max-w-[60ch] text-ink-2">
        We send a signed message for each event to the address of your program, and retry for a day until it
        answers. A message never names the buyer.{' '}
        <a className="link" href={paths.helpPage('selling', 'with-programs-of-your-own')}>
          How programs work with your store
        </a>
      </p>
      <QueryState query={query} />
      {secret !== null && <NewSecret secret={secret} />}
      {query.data && (
        <div className="mt-6 grid max-w-2xl gap-5">
          <NewWebhook
            onMade={(made) => {
              setSecret(made.secret);
              query.setData({ webhooks: [...list, made.webhook] });
            }}
          />
          {list.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              onSecret={(renewed) => {
                setSecret(renewed.secret);
                changed({ ...webhook, oldSecretUntil: renewed.oldSecretUntil });
              }}
              onRemoved={() => removed(webhook.id)}
            />
          ))}
        </div>
      )}
    </>
  );
}
