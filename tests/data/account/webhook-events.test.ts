import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventData } from '../../../src/data/account/webhook-events.ts';
import { WEBHOOK_EVENT_NAMES as EVENTS, type WebhookEvent } from '../../../src/domain/account/webhook.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

/** Two stores, each with an address for messages; everything that messages are about is in the first. */
const NAMES = ['anvil', 'bellows'] as const;
type Name = (typeof NAMES)[number];

let backend: TestBackend;
const webhook = {} as Record<Name, string>;
const store = {} as Record<Name, string>;
const subject = {} as Record<WebhookEvent, string>;
const at = new Date(Date.UTC(2027, 4, 1)).toISOString();
let product = '';
let buyer = '';

const create = async (collection: string, row: object): Promise<RecordModel> =>
  backend.pb.collection(collection).create(row);
const change = (collection: string, id: string, row: object) =>
  backend.pb.collection(collection).update(id, row);
const person = async (username: string) => {
  const password = 'a password of the tests';
  const email = `${username}@guildhall.test`;
  return (await create('users', { username, email, password, passwordConfirm: password, verified: true })).id;
};
const told = (name: Name, event: WebhookEvent, id = subject[event]) =>
  eventData(backend.pb, event, { subject: id, webhookId: webhook[name] });
/** For what events messages about this record wait. */
async function queued(id: string): Promise<string[]> {
  const rows = await backend.pb.collection('webhook_deliveries').getFullList({ filter: `subject = '${id}'` });
  return rows.map((row) => String(row['event']));
}
/** Of another person each time: one reviews a product once. */
let reviewers = 0;
const review = async (more: object = {}) =>
  create('reviews', {
    ...{ product, store: store.anvil, source: 'purchase', stars: 5, text: 'It prints well.', writtenAt: at },
    ...{ user: await person(`reviewer-${reviewers++}`), ...more },
  });
const question = (more: object = {}) =>
  create('questions', {
    ...{ product, store: store.anvil, asker: buyer, question: 'How tall is it?', state: 'open', ...more },
  });

beforeAll(async () => {
  backend = await openTestBackend();
  buyer = await person('buyer');
  for (const name of NAMES) {
    const owner = await person(`owner-of-${name}`);
    store[name] = (await create('stores', { owner, slug: name, name, state: 'open', openedAt: at })).id;
    webhook[name] = (
      await create('webhooks', {
        ...{ store: store[name], url: `https://${name}.example/hook`, secret: `whsec_${'a'.repeat(43)}=` },
        ...{ events: EVENTS.join(' ') },
      })
    ).id;
  }
  product = (
    await create('products', {
      ...{ store: store.anvil, name: 'Golem', slug: 'golem', state: 'published', priceCents: 500 },
      ...{ licences: ['personal'], ai: 'none', publishedAt: at },
    })
  ).id;
  const order = await create('orders', {
    ...{
      buyer,
      state: 'pending',
      currency: 'usd',
      fingerprint: 'b',
      checkoutKey: 'k',
      email: 'b@guildhall.test',
    },
    ...{ totalCents: 500, placedAt: at, expiresAt: at },
  });
  const line = await create('order_lines', {
    ...{ order: order.id, product, store: store.anvil, storeName: 'Anvil', productName: 'Golem' },
    ...{ listCents: 500, paidCents: 500, commissionCents: 50, netCents: 450, position: 0 },
  });
  await change('orders', order.id, { state: 'paid', paidAt: at });
  const refund = await create('refunds', {
    ...{ order: order.id, line: line.id, by: 'seller', state: 'sending', refundKey: 'r', amountCents: 500 },
  });
  await change('refunds', refund.id, { state: 'done' });
  const guild = await create('guilds', {
    ...{ store: store.anvil, name: 'Smiths', state: 'live', grantRule: 'one_per_payment' },
  });
  const tier = await create('guild_tiers', {
    ...{ guild: guild.id, name: 'Apprentice', state: 'public', licence: 'personal', monthlyCents: 500 },
  });
  const member = await create('guild_members', {
    ...{ guild: guild.id, user: buyer, tier: tier.id, state: 'active', billing: 'monthly', priceCents: 500 },
    ...{ since: at, joinedAt: at },
  });
  subject.sale = order.id;
  subject.refund = refund.id;
  subject['member.joined'] = member.id;
  subject['member.left'] = member.id;
  subject.review = (await review()).id;
  subject.question = (await question()).id;
});
afterAll(() => backend.close());

describe('a message', () => {
  it.each(EVENTS)(
    'about %s says something to the store that it concerns, and nothing to another',
    async (event) => {
      expect(await told('anvil', event)).not.toBeNull();
      expect(await told('bellows', event)).toBeNull();
    },
  );

  it.each(EVENTS)('about %s says nothing of a record that is gone', async (event) => {
    expect(await told('anvil', event, 'a'.repeat(15))).toBeNull();
  });

  it('says nothing of a review or a question that was hidden after it was queued', async () => {
    const hidden = [
      ['review', 'reviews', (await review()).id, { hiddenAt: at }, { hiddenAt: '' }],
      ['question', 'questions', (await question()).id, { state: 'hidden' }, { state: 'open' }],
    ] as const;
    for (const [event, collection, id, hide, show] of hidden) {
      expect(await told('anvil', event, id), collection).not.toBeNull();
      await change(collection, id, hide);
      expect(await told('anvil', event, id), collection).toBeNull();
      await change(collection, id, show);
      expect(await told('anvil', event, id), collection).not.toBeNull();
    }
  });

  it('is queued for what everybody may see, and for nothing that is hidden from the start', async () => {
    expect(await queued((await review()).id)).toEqual(['review']);
    expect(await queued((await review({ hiddenAt: at })).id)).toEqual([]);
    expect(await queued((await question()).id)).toEqual(['question']);
    const held = await question({ state: 'hidden', hiddenFor: 'held' });
    expect(await queued(held.id)).toEqual([]);
    await change('questions', held.id, { state: 'open' });
    expect(await queued(held.id)).toEqual(['question']);
  });

  it('says of a sale what each of its lines was sold for', async () => {
    expect(await told('anvil', 'sale')).toEqual({
      ...{ orderId: subject.sale, currency: 'usd', paidAt: at, partnerLines: [] },
      lines: [
        {
          ...{ productId: product, productName: 'Golem', isFree: false, paidCents: 500, taxCents: 0 },
          ...{ commissionCents: 50, partnerCents: 0, couponCode: null },
        },
      ],
    });
    const [line] = await backend.pb.collection('order_lines').getFullList();
    await change('order_lines', String(line?.id), { free: true });
    expect(await told('anvil', 'sale')).toMatchObject({ lines: [{ isFree: true }] });
    await change('order_lines', String(line?.id), { free: false });
  });

  it('names the buyer nowhere', async () => {
    for (const event of EVENTS) {
      const said = JSON.stringify(await told('anvil', event));
      expect(said).not.toContain(buyer);
      expect(said).not.toContain('@guildhall.test');
    }
  });
});
