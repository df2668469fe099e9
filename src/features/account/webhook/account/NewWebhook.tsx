import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX,
  type Webhook,
  type WebhookEvent,
  webhookRefusals,
} from '../../../../domain/account/webhook.ts';
import { Check, Field, Form, Section } from '../../../../ui/Form.tsx';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';

/** The form for another address. */
export function NewWebhook({ onMade }: { onMade: (made: { webhook: Webhook; secret: string }) => void }) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>([]);
  const { busy, fieldError, mutate } = useValidatedMutation(webhookRefusals({ url: url.trim(), events }));
  const create = () =>
    mutate(
      () => withStepUp(() => actions.webhooks.create({ url, events: [...events] })),
      null,
      (made) => {
        setUrl('');
        setEvents([]);
        onMade(made);
      },
    );
  const eventsRefused = fieldError('events');
  return (
    <Section title="New address">
      <Form busy={busy} label="Add the address" onSend={() => void create()}>
        <Field
          label="Address"
          name="url"
          type="url"
          autoComplete="off"
          maxLength={WEBHOOK_URL_MAX}
          value={url}
          onChange={setUrl}
          error={fieldError('url')}
          hint="It starts with https:// and can be reached from the internet."
        />
        <fieldset>
          <legend className="label">Tell it of</legend>
          {WEBHOOK_EVENT_NAMES.map((event) => (
            <Check
              key={event}
              label={WEBHOOK_EVENTS[event]}
              checked={events.includes(event)}
              onChange={(on) =>
                setEvents(on ? [...events, event] : events.filter((other) => other !== event))
              }
            />
          ))}
          {eventsRefused && (
            <p className="error" role="alert">
              {eventsRefused}
            </p>
          )}
        </fieldset>
      </Form>
    </Section>
  );
}
