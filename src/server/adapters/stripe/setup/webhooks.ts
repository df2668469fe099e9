import Stripe from 'stripe';
import { MARK } from '../portal-configuration.ts';
import { type ProviderWebhook, SUBSCRIBED_EVENTS } from '../subscribed-events.ts';
import { eventDrift, mending, type Setting } from './change.ts';
import type { SetupChange, WantedSetup } from './payment-setup.ts';

/**
 * The three webhooks: two of the first API, which bring snapshots, and one of the second API, which brings thin events.
 * Source: the provider's reference for webhook endpoints and event destinations, 2026-10-28.
 */

type Endpoint = Stripe.WebhookEndpoint;
type Destination = Stripe.V2.Core.EventDestination;

/** What sends events to our address, and what this program made for another one. */
export interface Endpoints {
  ours: Endpoint[];
  destinations: Destination[];
  elsewhere: Endpoint[];
}

/** Sellers' accounts of both APIs. Source: the reference of event destinations, `events_from`. */
const SELLERS_ACCOUNTS = '@accounts';
const TITLES: Record<ProviderWebhook, string> = {
  marketplace: 'webhook for your own account',
  sellers: 'webhook for sellers’ accounts',
  accounts: 'thin events of sellers’ accounts',
};
const MAX_ENDPOINTS = 1_000;

export async function readEndpoints(stripe: Stripe, url: string): Promise<Endpoints> {
  const [endpoints, destinations] = await Promise.all([
    stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: MAX_ENDPOINTS }),
    stripe.v2.core.eventDestinations
      .list({ limit: 100, include: ['webhook_endpoint.url'] })
      .autoPagingToArray({ limit: MAX_ENDPOINTS }),
  ]);
  return {
    ours: endpoints.filter((endpoint) => endpoint.url === url),
    destinations: destinations.filter(
      ({ type, event_payload, webhook_endpoint }) =>
        type === 'webhook_endpoint' && event_payload === 'thin' && webhook_endpoint?.url === url,
    ),
    elsewhere: endpoints.filter(({ url: other, metadata }) => other !== url && metadata[MARK] !== undefined),
  };
}

/** Our webhook of the first API: the one this program made, else one made by hand for such events. */
export function snapshotWebhook(
  { ours }: Endpoints,
  webhook: 'marketplace' | 'sellers',
): Endpoint | undefined {
  return (
    ours.find(({ metadata }) => metadata[MARK] === webhook) ??
    ours.find(
      (endpoint) =>
        endpoint.metadata[MARK] === undefined &&
        endpoint.status === 'enabled' &&
        kindOf(endpoint) === webhook,
    )
  );
}

/** Whose events an endpoint made by hand brings: the provider does not say, but the types of both never overlap. */
function kindOf({ enabled_events: events, application }: Endpoint): 'marketplace' | 'sellers' {
  const isForSellers = SUBSCRIBED_EVENTS.sellers.some((type) => events.includes(type));
  return isForSellers || (events.includes('*') && application !== null) ? 'sellers' : 'marketplace';
}

export function accountWebhook({ destinations }: Endpoints): Destination | undefined {
  return destinations.find(({ events_from: from }) => from?.includes(SELLERS_ACCOUNTS) === true);
}

export function webhookChanges(stripe: Stripe, wanted: WantedSetup, endpoints: Endpoints): SetupChange[] {
  return [
    ...snapshotChanges(stripe, wanted, 'marketplace', snapshotWebhook(endpoints, 'marketplace')),
    ...snapshotChanges(stripe, wanted, 'sellers', snapshotWebhook(endpoints, 'sellers')),
    ...destinationChanges(stripe, wanted, accountWebhook(endpoints)),
  ];
}

function snapshotChanges(
  stripe: Stripe,
  { webhookUrl, siteName }: WantedSetup,
  webhook: 'marketplace' | 'sellers',
  found: Endpoint | undefined,
): SetupChange[] {
  const events = [...SUBSCRIBED_EVENTS[webhook]];
  const create = async () => {
    const { secret = '' } = await stripe.webhookEndpoints.create({
      url: webhookUrl,
      enabled_events: events,
      connect: webhook === 'sellers',
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      description: `${siteName}, made by npm run stripe:setup`,
      metadata: { [MARK]: webhook },
    });
    return { webhook, secret };
  };
  const what = TITLES[webhook];
  if (!found)
    return [{ what, now: 'none', wanted: `${events.length} events to ${webhookUrl}`, apply: create }];
  if (found.api_version !== Stripe.API_VERSION)
    return [
      {
        what,
        now: `${found.id} of version ${found.api_version ?? 'of the account'}`,
        wanted: `a new one of version ${Stripe.API_VERSION}, the old one switched off`,
        apply: async () => {
          const made = await create();
          // Without its mark it is not taken for ours again.
          await stripe.webhookEndpoints.update(found.id, { disabled: true, metadata: { [MARK]: '' } });
          return made;
        },
      },
    ];
  const drift = [...eventSetting(found, events), ...statusSetting(found)];
  if (found.metadata[MARK] !== webhook) drift.push({ name: 'made by', now: 'hand', wanted: 'stripe:setup' });
  if (drift.length === 0) return [];
  return [
    mending(what, drift, async () => {
      await stripe.webhookEndpoints.update(found.id, {
        enabled_events: events,
        disabled: false,
        metadata: { [MARK]: webhook },
      });
      return null;
    }),
  ];
}

function destinationChanges(
  stripe: Stripe,
  { webhookUrl, siteName }: WantedSetup,
  found: Destination | undefined,
): SetupChange[] {
  const events = [...SUBSCRIBED_EVENTS.accounts];
  const what = TITLES.accounts;
  if (!found)
    return [
      {
        what,
        now: 'none',
        wanted: `${events.length} events to ${webhookUrl}`,
        apply: async () => {
          const { webhook_endpoint: made } = await stripe.v2.core.eventDestinations.create({
            name: siteName,
            description: 'Made by npm run stripe:setup',
            type: 'webhook_endpoint',
            event_payload: 'thin',
            events_from: [SELLERS_ACCOUNTS],
            enabled_events: events,
            webhook_endpoint: { url: webhookUrl },
            include: ['webhook_endpoint.signing_secret'],
          });
          return { webhook: 'accounts', secret: made?.signing_secret ?? '' };
        },
      },
    ];
  const drift = [...eventSetting(found, events), ...statusSetting(found)];
  if (drift.length === 0) return [];
  return [
    mending(what, drift, async () => {
      await stripe.v2.core.eventDestinations.update(found.id, { enabled_events: events });
      if (found.status === 'disabled') await stripe.v2.core.eventDestinations.enable(found.id);
      return null;
    }),
  ];
}

function eventSetting({ enabled_events: now }: { enabled_events: string[] }, wanted: string[]): Setting[] {
  const drift = eventDrift(now, wanted);
  return drift.length === 0 ? [] : [{ name: 'events', now: `${now.length}`, wanted: drift.join(' ') }];
}

function statusSetting({ status }: { status: string }): Setting[] {
  return status === 'enabled' ? [] : [{ name: 'switched', now: false, wanted: true }];
}

/** Webhooks that are left over: a second one for the same events, or one of an address that was ours. */
export function strayNotes(endpoints: Endpoints): string[] {
  const known = [snapshotWebhook(endpoints, 'marketplace')?.id, snapshotWebhook(endpoints, 'sellers')?.id];
  const second = endpoints.ours.filter(({ id, status }) => status === 'enabled' && !known.includes(id));
  return [
    ...second.map(
      ({ id }) => `${id} is one more webhook at this site’s address: delete it if nothing needs it.`,
    ),
    ...endpoints.elsewhere.map(({ id, url }) => `${id} leads to ${url}: delete it if that site is no more.`),
  ];
}
