import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeLetter, deadLetter } from '../../../src/data/desk/dead-letters.ts';
import { queueAges, queuePage } from '../../../src/data/desk/queue.ts';
import type { Actor } from '../../../src/data/kernel/actor.ts';
import { EVENT_TRIES_SHOWN } from '../../../src/domain/desk/dead-letter.ts';
import { type QueueKind, queueKindsOf } from '../../../src/domain/desk/queue.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let pb: PocketBase;
let store: string;
let product: string;
let made = 0;
const odile: Actor = { id: 'o'.repeat(15), name: 'odile', role: 'operator' };

beforeAll(async () => {
  commerce = await openTestCommerce();
  pb = commerce.pb;
});
afterAll(() => commerce.close());
beforeEach(async () => {
  store = await commerce.store(`gave-up-${++made}`);
  product = await commerce.product(store, 500, { name: 'Wyrm' });
});

const countsOf = async () =>
  Object.fromEntries(
    (await queueAges(pb, queueKindsOf('operator'), 100, commerce.now())).map(({ kind, count }) => [
      kind,
      count,
    ]),
  );
const waitingOf = async (kind: QueueKind) =>
  (await queuePage(pb, { kinds: [kind], after: null, limit: 50, now: commerce.now() })).entries;
describe('what gave up', () => {
  const failedMail = async () =>
    (
      await pb.collection('mails').create({
        ...{ mailKey: `given-up-${crypto.randomUUID()}`, kind: 'sale', to: 'a@guildhall.test' },
        ...{ subject: 'A sale', body: 'Hello.', state: 'failed', error: 'no such box' },
        sendAfter: new Date(commerce.now()).toISOString(),
      })
    ).id;
  const idsOf = async (kind: QueueKind) => (await waitingOf(kind)).map(({ id }) => id);

  it('is in the queue: events, previews and archives, too', async () => {
    const event = await pb.collection('payment_events').create({
      ...{ eventId: `evt_${made}`, type: 'charge.refunded', objectId: 'pi_1', at: new Date().toISOString() },
      ...{ tries: EVENT_TRIES_SHOWN, handledAt: '', error: 'no such charge' },
    });
    const preview = await pb.collection('previews').create({
      ...{
        product,
        sha256: 'a'.repeat(64),
        variant: 'x',
        kind: 'glb',
        state: 'failed',
        tries: 3,
        tryAfter: '',
      },
    });
    const archive = await pb.collection('product_zips').create({
      ...{ product, contents: 'c'.repeat(64), part: 'all', state: 'failed', error: 'a file is gone' },
    });
    expect(await waitingOf('event')).toMatchObject([
      { id: event.id, title: 'charge.refunded', detail: 'no such charge' },
    ]);
    expect(await waitingOf('preview')).toMatchObject([{ id: preview.id, title: 'Wyrm' }]);
    expect(await waitingOf('archive')).toMatchObject([
      { id: archive.id, title: 'Wyrm', detail: 'a file is gone' },
    ]);
    expect(await countsOf()).toMatchObject({ event: 1, preview: 1, archive: 1 });
    expect(await deadLetter(pb, 'event', event.id)).toMatchObject({ about: 'charge.refunded', stuck: null });
    expect(await deadLetter(pb, 'mail', event.id)).toBeNull();
  });

  it('comes back to the queue when it fails again after it was closed', async () => {
    const id = await failedMail();
    const letter = await deadLetter(pb, 'mail', id);
    expect(await idsOf('mail')).toContain(id);
    expect(letter && (await closeLetter(pb, letter, 'Wrong address', odile, commerce.now()))).toBe(true);
    expect(await idsOf('mail')).not.toContain(id);
    expect(await deadLetter(pb, 'mail', id)).toBeNull();
    await pb.collection('mails').update(id, { error: 'again no such box' });
    expect(await idsOf('mail')).toContain(id);
  });

  it('leaves the queue when the money has gone another way: a transfer whose share is paid', async () => {
    const buyer = await commerce.person(`payer-${made}`);
    const cart = { productIds: [product], codes: [], gift: null, shownCents: 500 };
    const outcome = await checkOut(commerce, buyer, cart);
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    commerce.pay(outcome.url);
    await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
    const [share] = await pb
      .collection('seller_shares')
      .getFullList({ filter: pb.filter('store = {:store}', { store }) });
    const order = String(share?.['order']);
    await pb.collection('seller_shares').update(share?.id ?? '', { state: 'owed' });
    const transfer = await pb.collection('seller_transfers').create({
      ...{ order, store, kind: 'transfer', amountCents: 450, state: 'failed', turn: 9 },
    });
    expect(await idsOf('transfer')).toContain(transfer.id);
    await pb.collection('seller_shares').update(share?.id ?? '', { state: 'sent' });
    expect(await idsOf('transfer')).not.toContain(transfer.id);
  });
});
