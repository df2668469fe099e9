import { actions } from 'astro:actions';
import { useState } from 'react';
import { WEBHOOK_EVENTS, type Webhook } from '../../../../domain/account/webhook.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import { DeliveryLog } from './DeliveryLog.tsx';

/** One address: what it is told, its messages, another secret, its end. */
export function WebhookCard({
  webhook,
  onSecret,
  onRemoved,
}: {
  webhook: Webhook;
  onSecret: (renewed: { secret: string; oldSecretUntil: number }) => void;
  onRemoved: () => void;
}) {
  const { id, url, events, oldSecretUntil } = webhook;
  const [asked, setAsked] = useState<'secret' | 'remove' | null>(null);
  const [tests, setTests] = useState(0);
  const { busy, mutate } = useMutation();
  const test = () =>
    mutate(
      () => actions.webhooks.test({ id }),
      'A test message is on its way.',
      () => setTests(tests + 1),
    );
  const renew = () =>
    mutate(
      () => withStepUp(() => actions.webhooks.renewSecret({ id })),
      null,
      (renewed) => {
        setAsked(null);
        onSecret(renewed);
        scrollTo(0, 0);
      },
    );
  const remove = () => mutate(() => actions.webhooks.remove({ id }), 'The address was removed.', onRemoved);
  return (
    <Section title={url} intro={events.map((event) => WEBHOOK_EVENTS[event]).join('; ')}>
      {oldSecretUntil !== null && oldSecretUntil > Date.now() && (
        <p className="hint">
          The secret before this one is valid, too, until {new Date(oldSecretUntil).toLocaleString()}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-busy={busy}
          onClick={() => void test()}
        >
          Send a test
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsked('secret')}>
          New secret
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsked('remove')}>
          Remove
        </button>
      </div>
      <DeliveryLog webhookId={id} key={tests} />
      {asked === 'secret' && (
        <Confirm
          title="Make a new secret?"
          yes="Make it"
          no="Keep this one"
          busy={busy}
          onYes={() => void renew()}
          onNo={() => setAsked(null)}
        >
          <p>For a day each message is signed with both, so that you can change it without missing one.</p>
        </Confirm>
      )}
      {asked === 'remove' && (
        <Confirm
          title="Remove this address?"
          yes="Remove it"
          no="Keep it"
          busy={busy}
          onYes={() => void remove()}
          onNo={() => setAsked(null)}
        >
          <p>It receives nothing more, and the log of its messages is deleted.</p>
        </Confirm>
      )}
    </Section>
  );
}
