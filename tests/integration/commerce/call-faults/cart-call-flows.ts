import { expect } from 'vitest';
import { disputesOfOrder } from '../../../../src/data/commerce/disputes.ts';
import { accountOfStore } from '../../../../src/data/payments/business-accounts.ts';
import { warnOfFraud } from '../../../../src/dev/payments/charges/disputes.ts';
import { receiveEvent } from '../../../../src/server/app/payment-events.ts';
import { checkOut } from '../../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../../src/server/commerce/fulfilment.ts';
import { payoutLines, sellerMoney } from '../../../../src/server/commerce/payouts.ts';
import { refundOrder } from '../../../../src/server/commerce/refunds.ts';
import { answerDispute } from '../../../../src/server/desk/dispute-answers.ts';
import { openBusinessAccount, providerPage } from '../../../../src/server/payments/business-accounts.ts';
import type { TestCommerce } from '../commerce.ts';
import { type Flow, once, type StoryEvents } from './call-story.ts';

const STAFF = { id: 'staff0000000001', name: 'odile', role: 'operator' as const };

/** Stories of carts, refunds, disputes, gifts, and sellers' accounts and money. */
export function cartFlows(commerce: TestCommerce, stores: readonly string[], events: StoryEvents): Flow[] {
  const { pb, standIn } = commerce;
  const { simulator } = standIn;
  let made = 0;
  const chargeOf = (orderId: string) =>
    simulator.book.all('charges').find((row) => row['transfer_group'] === orderId)?.id ?? '';

  /** A new cart of a new buyer: two products of two artists for 15 dollars each. */
  async function newCart(gift: { email: string; message: string } | null = null) {
    const buyer = await commerce.person(`cart-${++made}`);
    const productIds = await Promise.all(stores.map((store) => commerce.product(store, 1500)));
    let order = { id: '', url: '' };
    return {
      buyer,
      productIds,
      orderId: () => order.id,
      async pay(codes: string[] = [], shownCents = 3000) {
        const outcome = await checkOut(commerce, buyer, { productIds, codes, gift, shownCents });
        if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
        order = { id: outcome.orderId, url: outcome.url };
        expect(commerce.pay(outcome.url)).toBeNull();
      },
      async comeBack() {
        expect(await fulfil(commerce, order.url.split('/').at(-1) ?? '')).toBe('fulfilled');
      },
      /** Everybody has what they should, once. */
      async check(state: string, refundedCents: number, sent: number[], owned: number) {
        expect(await pb.collection('orders').getOne(order.id)).toMatchObject({ state, refundedCents });
        const paid = simulator.book.all('sessions').filter((row) => row['client_reference_id'] === order.id);
        expect(paid.filter((row) => row['payment_status'] === 'paid')).toHaveLength(1);
        const shares = await pb
          .collection('seller_shares')
          .getFullList({ filter: pb.filter('order = {:id}', { id: order.id }) });
        expect(shares.map((share) => Number(share['sentCents'])).sort((a, b) => a - b)).toEqual(sent);
        const rights = await pb
          .collection('entitlements')
          .getFullList({ filter: pb.filter("user = {:id} && revokedAt = ''", { id: buyer.id }) });
        expect(rights).toHaveLength(owned);
      },
    };
  }

  async function paidCart() {
    const cart = await newCart();
    await cart.pay();
    await cart.comeBack();
    await events.hear();
    return cart;
  }
  const lineOf = (productId: string) =>
    pb.collection('order_lines').getFirstListItem(pb.filter('product = {:productId}', { productId }));

  return [
    {
      name: 'a cart',
      async prepare() {
        const cart = await newCart();
        const paying = once(() => undefined);
        return {
          steps: [() => cart.pay(), cart.comeBack, events.hear, paying],
          whole: () => cart.check('paid', 0, [1350, 1350], 2),
        };
      },
    },
    {
      name: 'a cart whose buyer never comes back',
      async prepare() {
        const cart = await newCart();
        return {
          steps: [() => cart.pay(), events.hear],
          whole: () => cart.check('paid', 0, [1350, 1350], 2),
        };
      },
    },
    {
      name: 'a cart whose payment is heard of before its page',
      async prepare() {
        const cart = await newCart();
        const early = async () => {
          const session = simulator.book
            .all('sessions')
            .find((row) => row['client_reference_id'] === cart.orderId());
          const subject = { kind: 'payment' as const, id: String(session?.['payment_intent']) };
          const id = `evt_early_${cart.orderId()}`;
          await receiveEvent(commerce, { id, type: 'charge.refunded', subject, at: commerce.now() });
        };
        return {
          steps: [() => cart.pay(), early, events.hear],
          whole: () => cart.check('paid', 0, [1350, 1350], 2),
        };
      },
    },
    {
      name: 'a cart that replaces another',
      async prepare() {
        const cart = await newCart();
        const [first = ''] = cart.productIds;
        const before = { productIds: [first], codes: [], gift: null, shownCents: 1500 };
        const ask = () => checkOut(commerce, cart.buyer, before);
        return {
          steps: [ask, () => cart.pay(), events.hear],
          async whole() {
            await cart.check('paid', 0, [1350, 1350], 2);
            const lines = await pb
              .collection('order_lines')
              .getFullList({ filter: pb.filter('product = {:first}', { first }), expand: 'order' });
            const states = lines.map((line) => line['expand']?.['order']?.['state']);
            expect(states.sort()).toEqual(['expired', 'paid']);
          },
        };
      },
    },
    {
      name: 'a gift',
      async prepare() {
        const cart = await newCart({ email: `friend-${made}@guildhall.test`, message: 'For you' });
        return {
          steps: [() => cart.pay(), cart.comeBack, events.hear],
          async whole() {
            await cart.check('paid', 0, [1350, 1350], 0);
            const gifts = pb.filter('order = {:id}', { id: cart.orderId() });
            expect(await pb.collection('gifts').getFullList({ filter: gifts })).toHaveLength(1);
          },
        };
      },
    },
    {
      name: 'a refund',
      async prepare() {
        const cart = await paidCart();
        const line = await lineOf(cart.productIds[1] ?? '');
        const request = { orderId: cart.orderId(), lineId: line.id, amountCents: null, reason: 'broken' };
        return {
          steps: [() => refundOrder(commerce, { by: 'operator' }, request), events.hear],
          whole: () => cart.check('partly_refunded', 1500, [0, 1350], 1),
        };
      },
    },
    {
      name: 'a refund of a part',
      async prepare() {
        const cart = await paidCart();
        const line = await lineOf(cart.productIds[1] ?? '');
        const request = { orderId: cart.orderId(), lineId: line.id, amountCents: 500, reason: 'late' };
        return {
          // A person looks before they refund a part again: the first one is recorded.
          steps: [
            once(() => refundOrder(commerce, { by: 'operator' }, request).catch(() => undefined)),
            events.hear,
          ],
          whole: () => cart.check('partly_refunded', 500, [900, 1350], 2),
        };
      },
    },
    {
      name: 'a dispute that is lost',
      async prepare() {
        const cart = await paidCart();
        let disputeId = '';
        const opened = once(() => {
          disputeId = simulator.dispute(chargeOf(cart.orderId())).id;
        });
        const answered = once(async () => {
          const [dispute] = await disputesOfOrder(pb, cart.orderId());
          const answer = { orderId: cart.orderId(), disputeId: dispute?.id ?? '', words: '' };
          return answerDispute(commerce, STAFF, answer).catch(() => undefined);
        });
        const lost = once(() => simulator.closeDispute(disputeId, 'lost'));
        return {
          steps: [opened, events.hear, answered, events.hear, lost, events.hear],
          whole: () => cart.check('refunded', 3000, [0, 0], 0),
        };
      },
    },
    {
      name: 'a payment that its bank reports as fraud',
      async prepare() {
        const cart = await paidCart();
        const charge = chargeOf(cart.orderId());
        return {
          steps: [once(() => warnOfFraud(simulator.context, charge)), events.hear],
          async whole() {
            await cart.check('paid', 0, [1350, 1350], 2);
            const order = await commerce.pb.collection('orders').getOne(cart.orderId());
            expect(order['fraudWarning']).toBe('fraudulent_card_application');
          },
        };
      },
    },
    {
      name: 'a dispute that is won',
      async prepare() {
        const cart = await paidCart();
        const { id } = simulator.dispute(chargeOf(cart.orderId()));
        await events.hear();
        return {
          steps: [once(() => simulator.closeDispute(id, 'won')), events.hear],
          whole: () => cart.check('paid', 0, [1350, 1350], 2),
        };
      },
    },
    {
      name: 'an account of a seller',
      async prepare() {
        const slug = `opening-${++made}`;
        const store = { id: await commerce.store(slug, { payable: false }), name: slug };
        const details = { kind: 'individual', legalName: 'Ash Grove', country: 'DE', vatId: '' } as const;
        let page = '';
        return {
          steps: [
            () => openBusinessAccount(commerce, store, `${slug}@guildhall.test`, details),
            async () => {
              page = (await providerPage(commerce, store.id, crypto.randomUUID())) ?? '';
            },
            once(() =>
              fetch(page, {
                method: 'POST',
                body: new URLSearchParams({ outcome: 'finish' }),
                redirect: 'manual',
              }),
            ),
            events.hear,
            () => providerPage(commerce, store.id, crypto.randomUUID()),
          ],
          async whole() {
            const stored = await accountOfStore(pb, store.id);
            expect(stored?.account.state).toBe('active');
            expect(simulator.book.find('accounts', stored?.stripeAccountId)).toBeDefined();
          },
        };
      },
    },
    {
      name: 'a seller’s money',
      async prepare() {
        const slug = `money-${++made}`;
        const storeId = await commerce.store(slug);
        const buyer = await commerce.person(`money-buyer-${made}`);
        const productIds = [await commerce.product(storeId, 2000)];
        const cart = { productIds, codes: [], gift: null, shownCents: 2000 };
        const outcome = await checkOut(commerce, buyer, cart);
        if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
        commerce.pay(outcome.url);
        await events.hear();
        const payout = simulator.payOut(`acct_${slug}`);
        simulator.bounce(payout.id);
        return {
          steps: [
            async () => expect((await sellerMoney(commerce, storeId)).account).toBe('active'),
            () => payoutLines(commerce, storeId, payout.id),
            events.hear,
          ],
          async whole() {
            const { provider, isPartial } = await sellerMoney(commerce, storeId);
            expect(isPartial).toBe(false);
            expect(provider?.payouts.map(({ state }) => state)).toEqual(['sent-back']);
            const [part] = await payoutLines(commerce, storeId, payout.id);
            expect(part?.cents).toBe(1800);
          },
        };
      },
    },
  ];
}
