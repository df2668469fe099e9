import { createHmac } from 'node:crypto';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliveriesOf, queueAgain, queueTest, webhooksOf } from '../../../src/data/account/webhooks.ts';
import {
  DELIVERIES_KEPT_MS,
  OLD_SECRET_MS,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_PATIENCE_MS,
  WEBHOOKS_MAX,
} from '../../../src/domain/account/webhook.ts';
import { makeWebhook, renewSecret, sendDeliveries } from '../../../src/server/account/webhooks.ts';
import { openOutgoing } from '../../../src/server/adapters/outgoing/outgoing.ts';
import { WEBHOOK_MESSAGES } from '../../../src/server/http/api/webhook-messages.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { type ApiWorld, apiWorld } from './api-world.ts';

let backend: TestBackend;
let world: ApiWorld;
let receiver: http.Server;
let url = '';
/** What the receiver answers, and what it heard. */
let answers = 200;
const heard: { headers: IncomingHttpHeaders; body: string }[] = [];
/** Added to the clock: hours pass without being waited for. */
let later = 0;
const now = () => Date.now() + later;
const errors: unknown[] = [];
const outgoing = openOutgoing({ protocols: ['http:'], isAllowed: () => true, withinMs: 60_000 });
const send = () =>
  sendDeliveries({ pb: backend.pb, outgoing, now, onError: (reason) => errors.push(reason) });

beforeAll(async () => {
  backend = await openTestBackend();
  world = await apiWorld(backend);
  receiver = http.createServer((req, res) => {
    let body = '';
    req.on('data', (piece) => (body += piece));
    req.on('end', () => {
      heard.push({ headers: req.headers, body });
      res.writeHead(answers).end(answers === 200 ? 'thanks' : 'down for an hour');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await backend.close();
});
beforeEach(async () => {
  heard.length = 0;
  errors.length = 0;
  answers = 200;
  later = 0;
  for (const { id } of await webhooksOf(backend.pb, world.store))
    await backend.pb.collection('webhooks').delete(id);
});

async function webhook(events = WEBHOOK_EVENT_NAMES) {
  const made = await makeWebhook(backend.pb, { storeId: world.store, url, events }, now());
  if (!made) throw new Error('no address was made');
  return { id: made.webhook.id, secret: made.secret };
}
const log = (webhookId: string) =>
  deliveriesOf(backend.pb, world.store, { webhookId, after: null, limit: 50 });

/** Whether one of the signatures in a message is made with the secret: ours, and by the rules of Standard Webhooks. */
function isSigned({ headers, body }: (typeof heard)[number], secret: string): boolean {
  const parts = String(headers['guildhall-signature']).split(',');
  const at = parts[0]?.slice('t='.length);
  const isOurs = parts.includes(`v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const said = `${headers['guildhall-delivery']}.${at}.${body}`;
  const standard = `v1,${createHmac('sha256', key).update(said).digest('base64')}`;
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  expect([id, timestamp]).toEqual([headers['guildhall-delivery'], at]);
  expect(String(signatures).split(' ').includes(standard)).toBe(isOurs);
  return isOurs;
}

/** A sale, its refund, somebody who joins and leaves, a review and a question. */
async function everythingHappens() {
  const { pb } = backend;
  const at = new Date().toISOString();
  const product = world.other;
  const { buyer } = world.people;
  const order = await pb.collection('orders').create({
    ...{
      buyer: buyer.id,
      state: 'pending',
      currency: 'usd',
      fingerprint: 'b',
      checkoutKey: crypto.randomUUID(),
    },
    ...{ totalCents: 500, placedAt: at, expiresAt: at, email: buyer.email },
  });
  const line = await pb.collection('order_lines').create({
    ...{ order: order.id, product, store: world.store, storeName: 'Anvil', productName: 'Other' },
    ...{ listCents: 500, paidCents: 500, commissionCents: 50, netCents: 450, position: 0 },
  });
  await pb.collection('partner_parts').create({ order: order.id, line: line.id, percent: 30, netCents: 135 });
  await pb.collection('orders').update(order.id, { state: 'paid', paidAt: at });
  const refund = await pb.collection('refunds').create({
    ...{
      order: order.id,
      line: line.id,
      by: 'seller',
      state: 'sending',
      refundKey: crypto.randomUUID(),
      amountCents: 500,
    },
  });
  await pb.collection('refunds').update(refund.id, { state: 'done' });
  const guild = await pb
    .collection('guilds')
    .create({ store: world.store, name: 'Smiths', state: 'live', grantRule: 'one_per_payment' });
  const tier = await pb
    .collection('guild_tiers')
    .create({ guild: guild.id, name: 'Apprentice', state: 'public', licence: 'personal', monthlyCents: 500 });
  const member = await pb.collection('guild_members').create({
    ...{
      guild: guild.id,
      user: buyer.id,
      tier: tier.id,
      state: 'active',
      billing: 'monthly',
      priceCents: 500,
      since: at,
      joinedAt: at,
    },
  });
  await pb.collection('guild_members').update(member.id, { state: 'cancelling' });
  await pb.collection('guild_members').update(member.id, { state: 'left' });
  await pb.collection('reviews').create({
    ...{
      product,
      store: world.store,
      user: buyer.id,
      source: 'purchase',
      stars: 5,
      text: 'It prints well.',
      writtenAt: at,
    },
  });
  await pb.collection('questions').create({
    ...{ product, store: world.store, asker: buyer.id, question: 'How tall is it?', state: 'open' },
  });
  return order.id;
}

it('each event is told once, signed, and names no buyer', async () => {
  const { secret } = await webhook();
  const order = await everythingHappens();
  await send();
  await send();
  expect(heard.map(({ headers }) => headers['guildhall-event']).sort()).toEqual(
    [...WEBHOOK_EVENT_NAMES].sort(),
  );
  for (const message of heard) {
    expect(isSigned(message, secret)).toBe(true);
    expect(isSigned(message, 'another')).toBe(false);
    expect(message.body).not.toContain(world.people.buyer.email);
    expect(message.body).not.toContain(world.people.buyer.id);
    const said = JSON.parse(message.body);
    const described = WEBHOOK_MESSAGES.find(({ event }) => event === said.event)?.body;
    expect(described?.safeParse(said).error?.issues).toBeUndefined();
  }
  const sale = JSON.parse(heard.find(({ headers }) => headers['guildhall-event'] === 'sale')?.body ?? '{}');
  expect(sale).toMatchObject({
    event: 'sale',
    data: { orderId: order, lines: [{ paidCents: 500, partnerCents: 135, productName: 'Other' }] },
  });
  expect(errors).toEqual([]);
});

it('what happens while a receiver is down for an hour comes afterwards, once, with the same id', async () => {
  const { id } = await webhook();
  answers = 503;
  await queueTest(backend.pb, world.store, id, now());
  await queueTest(backend.pb, world.store, id, now());
  for (let minute = 0; minute < 60; minute++) {
    await send();
    later += 60_000;
  }
  const failed = heard.length;
  // Far fewer than one a minute for each message.
  expect(failed).toBeGreaterThan(4);
  expect(failed).toBeLessThan(20);
  expect((await log(id)).map(({ state, status }) => [state, status])).toEqual([
    ['waiting', 503],
    ['waiting', 503],
  ]);
  const ids = new Set(heard.map(({ headers }) => headers['guildhall-delivery']));
  heard.length = 0;
  answers = 200;
  later += 3_600_000;
  await send();
  await send();
  expect(new Set(heard.map(({ headers }) => headers['guildhall-delivery']))).toEqual(ids);
  expect(heard).toHaveLength(2);
  expect((await log(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

it('a message to nobody is given up after a day, and sent again by hand', async () => {
  const { id } = await webhook();
  answers = 500;
  await queueTest(backend.pb, world.store, id, now());
  await send();
  later += WEBHOOK_PATIENCE_MS;
  await send();
  const [given] = await log(id);
  expect(given).toMatchObject({ state: 'given-up', answer: 'down for an hour' });
  await send();
  expect(heard).toHaveLength(2);
  expect(await queueAgain(backend.pb, world.store, given?.id ?? '', now())).toBe(true);
  answers = 200;
  await send();
  expect(heard).toHaveLength(3);
  expect(heard[2]?.body).toBe(heard[0]?.body);
  expect(await log(id)).toMatchObject([{ state: 'delivered' }]);
});

it('a secret is plain base64 of 32 bytes, as the libraries of Standard Webhooks read it', async () => {
  const { id, secret } = await webhook();
  const secrets = [secret];
  for (let made = 0; made < 20; made++)
    secrets.push((await renewSecret(backend.pb, { storeId: world.store, id }, now()))?.secret ?? '');
  for (const one of secrets) {
    const written = one.replace(/^whsec_/, '');
    expect(written).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(written, 'base64')).toHaveLength(32);
  }
});

it('for a day after a new secret the old one signs, too', async () => {
  const { id, secret } = await webhook();
  const renewed = await renewSecret(backend.pb, { storeId: world.store, id }, now());
  await queueTest(backend.pb, world.store, id, now());
  await send();
  const [both] = heard;
  expect(both && isSigned(both, secret) && isSigned(both, renewed?.secret ?? '')).toBe(true);
  later += OLD_SECRET_MS;
  await queueTest(backend.pb, world.store, id, now());
  await send();
  const last = heard.at(-1);
  expect(last && [isSigned(last, secret), isSigned(last, renewed?.secret ?? '')]).toEqual([false, true]);
});

it('the log of messages is kept for the days that the page promises, and not a moment longer', async () => {
  const { id } = await webhook();
  await queueTest(backend.pb, world.store, id, now());
  await send();
  const before = Date.now();
  const [kept] = await log(id);
  const created = Date.parse(
    (await backend.pb.collection('webhook_deliveries').getOne(kept?.id ?? ''))['created'],
  );
  later = created + DELIVERIES_KEPT_MS - before - 60_000;
  await send();
  expect(await log(id)).toHaveLength(1);
  later += 120_000;
  await send();
  expect(await log(id)).toEqual([]);
});

it('two processes send one message once', async () => {
  const { id } = await webhook();
  await queueTest(backend.pb, world.store, id, now());
  await Promise.all([send(), send()]);
  expect(heard).toHaveLength(1);
});

it('a receiver that is down does not hold up another one, and no store reaches the messages of another', async () => {
  const dead = await makeWebhook(
    backend.pb,
    { storeId: world.store, url: url.replace('/hook', ':nonsense'), events: ['sale'] },
    now(),
  );
  const { id } = await webhook();
  for (let message = 0; message < 12; message++)
    await queueTest(backend.pb, world.store, dead?.webhook.id ?? '', now());
  await queueTest(backend.pb, world.store, id, now());
  await send();
  expect(heard).toHaveLength(1);
  const [mine] = await log(id);
  expect(await queueAgain(backend.pb, 'a'.repeat(15), mine?.id ?? '', now())).toBe(false);
  expect(await queueTest(backend.pb, 'a'.repeat(15), id, now())).toBe(false);
  expect(await deliveriesOf(backend.pb, 'a'.repeat(15), { webhookId: id, after: null, limit: 5 })).toEqual(
    [],
  );
});

it('a suspended store, and the store of a suspended person, sends no messages until the suspension ends', async () => {
  const { pb } = backend;
  const { id } = await webhook();
  const { owner } = await pb.collection('stores').getOne<{ owner: string }>(world.store);
  await queueTest(pb, world.store, id, now());
  for (const [collection, row, suspended, free] of [
    ['stores', world.store, { state: 'suspended' }, { state: 'open' }],
    ['users', owner, { suspended: true }, { suspended: false }],
  ] as const) {
    await pb.collection(collection).update(row, suspended);
    await send();
    expect(heard, collection).toEqual([]);
    await pb.collection(collection).update(row, free);
  }
  await send();
  expect(heard).toHaveLength(1);
  expect(await log(id)).toMatchObject([{ state: 'delivered', tries: 1 }]);
});

it('a store has no more addresses than the limit', async () => {
  for (let made = 0; made < WEBHOOKS_MAX; made++) await webhook();
  await expect(webhook()).rejects.toThrow('no address was made');
});
