import { actions } from 'astro:actions';
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX,
  type Webhook,
  type WebhookEvent,
  webhookRefusals,
} from '../../../../domain/account/webhook.ts';
import { Checks } from '../../../../ui/account/Checks.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';

/** The form for another address. */
export function NewWebhook({ onMade }: { onMade: (made: { webhook: Webhook; secret: string }) => void }) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: (): { url: string; events: WebhookEvent[] } => ({ url: '', events: [] }),
    read: ({ url, events }) => ({ url: url.trim(), events }),
    refusals: webhookRefusals,
    send: (draft) => withStepUp(() => actions.webhooks.create(draft)),
    said: null,
    done: (made) => {
      set({ url: '', events: [] });
      onMade(made);
    },
  });
  return (
    <Section title="New address">
      <Form busy={busy} label="Add the address" onSend={save}>
        <Field
          label="Address"
          {...field('url')}
          type="url"
          autoComplete="off"
          maxLength={WEBHOOK_URL_MAX}
          hint="It starts with https:// and can be reached from the internet."
        />
        <Checks
          legend="Send events for"
          options={WEBHOOK_EVENT_NAMES.map((event) => ({ value: event, label: WEBHOOK_EVENTS[event] }))}
          chosen={values.events}
          error={fieldError('events')}
          onChange={(events) => set({ events })}
        />
      </Form>
    </Section>
  );
}
