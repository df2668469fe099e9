import { randomBytes } from 'node:crypto';
import { type FormFields, fieldText, fieldTexts, itemsOf, rejectUnknown, requiredText } from '../api/form.ts';
import { noSuchObject, Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { nowSeconds, type StandInContext } from '../context.ts';
import { withTexts } from '../subscriptions/catalogue.ts';

/**
 * Webhook endpoints of the first API and event destinations of the second one: they are stored and listed as the provider
 * does. What the stand-in sends goes to the addresses it was opened with.
 * Source: the provider's reference for webhook endpoints and event destinations, 2026-10-28.
 */

const ENDPOINTS_MAX = 16;

export function createEndpoint({ book }: StandInContext, form: FormFields): unknown {
  rejectUnknown(form, [
    'url',
    'enabled_events',
    'connect',
    'api_version',
    'description',
    'metadata',
    'expand',
  ]);
  if (book.all('webhook_endpoints').length >= ENDPOINTS_MAX)
    throw new Problem(400, `You have reached the maximum of ${ENDPOINTS_MAX} webhook endpoints.`);
  const row = book.add('webhook_endpoints', 'webhook_endpoint', {
    url: addressOf(requiredText(form, 'url'), 'url'),
    enabled_events: eventsOf(form),
    api_version: fieldText(form['api_version']),
    application: form['connect'] === 'true' ? 'ca_of_the_stand_in' : null,
    description: fieldText(form['description']),
    metadata: fieldTexts(form['metadata']),
    status: 'enabled',
  });
  // Told only once.
  return { ...row, secret: secret() };
}

export function changeEndpoint({ book }: StandInContext, id: string, form: FormFields): ProviderObject {
  rejectUnknown(form, ['url', 'enabled_events', 'disabled', 'description', 'metadata', 'expand']);
  const row = book.find('webhook_endpoints', id);
  if (!row) throw noSuchObject('webhook endpoint', id);
  return book.change(row, {
    ...(form['url'] === undefined ? {} : { url: addressOf(requiredText(form, 'url'), 'url') }),
    ...(form['enabled_events'] === undefined ? {} : { enabled_events: eventsOf(form) }),
    ...(form['disabled'] === undefined
      ? {}
      : { status: form['disabled'] === 'true' ? 'disabled' : 'enabled' }),
    metadata: withTexts(row['metadata'], form['metadata']),
  });
}

export function deleteEndpoint({ book }: StandInContext, id: string): unknown {
  if (!book.shelves.webhook_endpoints.delete(id)) throw noSuchObject('webhook endpoint', id);
  book.save();
  return { id, object: 'webhook_endpoint', deleted: true };
}

const NAME_LENGTH_MAX = 60;

export function createDestination({ book }: StandInContext, form: FormFields): unknown {
  rejectUnknown(form, [
    'name',
    'description',
    'type',
    'event_payload',
    'events_from',
    'enabled_events',
    'webhook_endpoint',
    'include',
    'metadata',
  ]);
  const name = requiredText(form, 'name');
  if (name.length > NAME_LENGTH_MAX) throw new Problem(400, 'The name is too long.', { param: 'name' });
  if (requiredText(form, 'type') !== 'webhook_endpoint')
    throw new Problem(400, 'Only webhook endpoints are modelled here.', { param: 'type' });
  if (requiredText(form, 'event_payload') !== 'thin')
    throw new Problem(400, 'Only thin events are modelled here.', { param: 'event_payload' });
  const events = eventsOf(form);
  const other = events.find((type) => !type.startsWith('v2.'));
  if (other !== undefined)
    throw new Problem(400, `${other} has no thin payload.`, { param: 'enabled_events' });
  const row = book.add('event_destinations', 'v2.core.event_destination', {
    name,
    description: fieldText(form['description']) ?? '',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    events_from: itemsOf(form['events_from']).map(String),
    enabled_events: events,
    metadata: fieldTexts(form['metadata']),
    status: 'enabled',
    updated: nowSeconds(),
    endpoint_url: endpointUrl(form),
  });
  return destinationView(row, form, secret());
}

export function changeDestination({ book }: StandInContext, id: string, form: FormFields): unknown {
  rejectUnknown(form, ['name', 'description', 'enabled_events', 'webhook_endpoint', 'include', 'metadata']);
  const row = destinationOf({ book }, id);
  book.change(row, {
    ...(form['enabled_events'] === undefined ? {} : { enabled_events: eventsOf(form) }),
    ...(form['webhook_endpoint'] === undefined ? {} : { endpoint_url: endpointUrl(form) }),
    updated: nowSeconds(),
  });
  return destinationView(row, form);
}

/** Switches a destination on or off, where `verb` is `enable` or `disable`. */
export function switchDestination({ book }: StandInContext, id: string, verb: string): unknown {
  if (verb !== 'enable' && verb !== 'disable') throw noSuchObject('action', verb);
  const row = destinationOf({ book }, id);
  return destinationView(book.change(row, { status: verb === 'enable' ? 'enabled' : 'disabled' }), {});
}

export function listDestinations({ book }: StandInContext, form: FormFields): unknown {
  rejectUnknown(form, ['include', 'limit']);
  return {
    data: book.all('event_destinations').map((row) => destinationView(row, form)),
    next_page_url: null,
    previous_page_url: null,
  };
}

function destinationOf({ book }: Pick<StandInContext, 'book'>, id: string): ProviderObject {
  const row = book.find('event_destinations', id);
  if (!row) throw noSuchObject('event destination', id);
  return row;
}

/** Address and secret are shown on request only, and the secret only when it is new. */
function destinationView(row: ProviderObject, form: FormFields, fresh?: string): unknown {
  const { endpoint_url: url, created, updated, ...shown } = row;
  const included = itemsOf(form['include']).map(String);
  const moment = (seconds: unknown) => new Date(Number(seconds) * 1000).toISOString();
  return {
    ...shown,
    created: moment(created),
    updated: moment(updated),
    webhook_endpoint: {
      ...(included.includes('webhook_endpoint.url') ? { url } : {}),
      ...(included.includes('webhook_endpoint.signing_secret') && fresh !== undefined
        ? { signing_secret: fresh }
        : {}),
    },
  };
}

const endpointUrl = (form: FormFields): string => {
  const endpoint = form['webhook_endpoint'];
  const url = typeof endpoint === 'object' && !Array.isArray(endpoint) ? fieldText(endpoint['url']) : null;
  return addressOf(url ?? '', 'webhook_endpoint[url]');
};

function addressOf(url: string, param: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Problem(400, `Not a valid URL: ${url}`, { code: 'url_invalid', param });
  return url;
}

function eventsOf(form: FormFields): string[] {
  const events = itemsOf(form['enabled_events']).map(String);
  if (events.length === 0)
    throw new Problem(400, 'Missing required param: enabled_events.', {
      code: 'parameter_missing',
      param: 'enabled_events',
    });
  return events;
}

const secret = (): string => `whsec_${randomBytes(24).toString('hex')}`;
