import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  eventSubject,
  type ProviderWebhook,
  SUBSCRIBED_EVENTS,
} from '../../../../src/server/adapters/stripe/subscribed-events.ts';
import { webhookEventOf } from '../../../../src/server/adapters/stripe/webhook-event.ts';

type Event = Parameters<typeof webhookEventOf>[0];

const DECLARATIONS = readFileSync('node_modules/stripe/esm/resources/WebhookEndpoints.d.ts', 'utf8');
/** All types of events a webhook can be subscribed to, from the declarations of the SDK. */
const KNOWN = [...(/type EnabledEvent = ([^;]+);/.exec(DECLARATIONS)?.[1] ?? '').matchAll(/'([\w.]+)'/g)].map(
  ([, type]) => type ?? '',
);

/** The object an event of this type carries, as far as the site reads it. */
function objectOf(type: string): Record<string, unknown> {
  if (type.startsWith('checkout.session.'))
    return { object: 'checkout.session', id: 'cs_test_1', mode: 'payment', payment_intent: 'pi_1' };
  if (type.startsWith('customer.subscription.')) return { object: 'subscription', id: 'sub_1' };
  if (type.startsWith('invoice.'))
    return { object: 'invoice', id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } };
  return { object: type.split('.')[0], id: 'x_1', payment_intent: 'pi_1' };
}

function heard(webhook: ProviderWebhook, type: string) {
  const event =
    webhook === 'accounts'
      ? {
          id: 'evt_1',
          object: 'v2.core.event',
          type,
          created: '2026-11-01T00:00:00.000Z',
          related_object: { id: 'acct_1', type: 'v2.core.account' },
        }
      : {
          id: 'evt_1',
          object: 'event',
          type,
          created: 1,
          data: { object: objectOf(type) },
          ...(webhook === 'sellers' ? { account: 'acct_1' } : {}),
        };
  return webhookEventOf(event as unknown as Event).subject;
}

it('every subscribed event is handled, and every other known one is ignored', () => {
  expect(KNOWN.length).toBeGreaterThan(200);
  for (const webhook of ['marketplace', 'sellers'] as const) {
    const handled = KNOWN.filter((type) => heard(webhook, type) !== null);
    expect(handled.sort()).toEqual([...SUBSCRIBED_EVENTS[webhook]].sort());
  }
  for (const type of SUBSCRIBED_EVENTS.accounts)
    expect(heard('accounts', type)).toEqual({ kind: 'account', id: 'acct_1' });
  expect(heard('accounts', 'v2.core.account.created')).toBeNull();
});

it('the settings list all events that the site handles', () => {
  const example = readFileSync('.env.example', 'utf8');
  const listed = (from: RegExp, to: RegExp) => {
    const text = example.slice(example.search(from), example.search(to));
    return [...text.replaceAll(/\n#\s*/g, ' ').matchAll(/[\w.[\]]+\.[\w.[\]]+/g)]
      .map(([type]) => type)
      .sort();
  };
  expect(listed(/your account's own events:/, /events of connected accounts:/)).toEqual(
    [...SUBSCRIBED_EVENTS.marketplace].sort(),
  );
  expect(listed(/events of connected accounts:/, /thin events of accounts:/)).toEqual(
    [...SUBSCRIBED_EVENTS.sellers].sort(),
  );
  expect(listed(/thin events of accounts:/, /^STRIPE_SECRET_KEY=/m)).toEqual(
    [...SUBSCRIBED_EVENTS.accounts].sort(),
  );
});

it.each([
  ['checkout.session.completed', 'cs_test_1', 'checkout'],
  ['charge.refunded', 'pi_1', 'payment'],
  ['radar.early_fraud_warning.created', 'pi_1', 'fraud-warning'],
  ['invoice.paid', 'sub_1', 'subscription'],
  ['v2.core.account.closed', 'acct_1', 'account'],
  ['payout.failed', 'acct_1', 'payouts'],
] as const)('a stored event %s about %s is about a %s', (type, id, kind) => {
  expect(eventSubject(type, id)).toEqual({ kind, id });
});
