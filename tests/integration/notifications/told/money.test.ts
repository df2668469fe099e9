import { productById } from '../../../../src/data/catalogue/products.ts';
import { orderNumber } from '../../../../src/domain/commerce/order.ts';
import { REFUND_ANSWER_DAYS } from '../../../../src/domain/messaging/refund-request.ts';
import { takeGift } from '../../../../src/server/commerce/gifts.ts';
import {
  deliverProduct,
  keepPromises,
  promiseProduct,
} from '../../../../src/server/commerce/pre-order/pre-orders.ts';
import { refundOrder } from '../../../../src/server/commerce/refunds.ts';
import { settle } from '../../../../src/server/commerce/settlement.ts';
import { requestWithdrawal, withdraw } from '../../../../src/server/commerce/withdrawal/withdrawals.ts';
import {
  answerRefund,
  processRefundRequests,
  requestRefund,
} from '../../../../src/server/messaging/refund-requests.ts';
import { openPostingLimits } from '../../../../src/server/moderation/posting-limits.ts';
import { syncBusinessAccount } from '../../../../src/server/payments/business-accounts.ts';
import { MONEY } from './money-table.ts';
import { playTold, type Stage } from './told.ts';

const DAY = 86_400_000;
const limits = openPostingLimits(false);
const partsOf = ({ commerce }: Stage) => ({ ...commerce, postingLimits: limits });
const newKey = () => crypto.randomUUID();

/** Somebody has bought something for $9.00. */
async function sale(stage: Stage) {
  const store = await stage.store();
  const buyer = await stage.person('buyer');
  return { store, buyer, ...(await stage.bought(store, buyer)) };
}
const sold = (stage: Stage) => stage.before(() => sale(stage));
const chargeOf = ({ commerce }: Stage, orderId: string) =>
  commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId)?.id ?? '';

async function given(stage: Stage) {
  const store = await stage.store();
  const giver = await stage.person('giver');
  const friend = await stage.person('friend');
  const paid = await stage.bought(store, giver, { gift: { email: friend.email, message: 'For you' } });
  const mail = await stage.commerce.pb
    .collection('mails')
    .getFirstListItem(stage.commerce.pb.filter('mailKey = {:key}', { key: `gift:${paid.orderId}` }));
  return { ...paid, friend, token: /\/gift\/([\w-]+)/.exec(String(mail['body']))?.[1] ?? '' };
}

async function asked(stage: Stage) {
  const one = await sale(stage);
  const answer = await requestRefund(partsOf(stage), one.buyer.id, {
    ...{ lineId: one.lineId, key: newKey(), text: 'It does not slice.' },
  });
  if ('refused' in answer) throw new Error(JSON.stringify(answer));
  const seller = { userId: await stage.ownerOf(one.store), storeId: one.store };
  return { ...one, id: answer.message.refund?.id ?? '', seller };
}

/** A model that is promised for ten days from now, and bought. */
async function promised(stage: Stage) {
  const { commerce } = stage;
  const { pb } = commerce;
  const store = await stage.store();
  const buyer = await stage.person('buyer');
  const id = await commerce.product(store, 900, { state: 'draft' });
  const day = (Math.floor(commerce.now() / DAY) + 10) * DAY;
  const draft = await productById(pb, id);
  if (!draft || (await promiseProduct(commerce, draft, day)) !== null) throw new Error('not promised');
  await pb.collection('products').update(id, { state: 'published', publishedAt: new Date(commerce.now()) });
  await stage.bought(store, buyer, { productIds: [id] });
  return { id, day, product: async () => (await productById(pb, id)) ?? Promise.reject(new Error('gone')) };
}

async function withdrawalLink(stage: Stage, orderId: string, email: string): Promise<string> {
  const { commerce } = stage;
  const order = await commerce.pb.collection('orders').getOne<{ placedAt: string }>(orderId);
  const number = orderNumber({ id: orderId, placedAt: Date.parse(order.placedAt) });
  await requestWithdrawal(commerce, { number, email });
  const mails = await commerce.pb.collection('mails').getFullList<{ body: string }>({
    filter: commerce.pb.filter("to = {:email} && kind = 'withdrawal'", { email }),
  });
  return /\/withdraw\/([\w-]{20,})/.exec(mails.at(-1)?.body ?? '')?.[1] ?? '';
}

playTold('money', MONEY, {
  sale,
  gift: given,
  async 'gift redeemed'(stage) {
    const { token, friend } = await stage.before(() => given(stage));
    await takeGift(stage.commerce, token, friend.id);
  },
  async refund(stage) {
    const { store, orderId, lineId } = await sold(stage);
    const wish = { orderId, lineId, amountCents: null, reason: '' };
    await refundOrder(stage.commerce, { by: 'seller', storeId: store }, wish);
  },
  async dispute(stage) {
    const { orderId } = await sold(stage);
    stage.commerce.standIn.simulator.dispute(chargeOf(stage, orderId));
    await settle(stage.commerce, orderId);
  },
  async 'dispute lost'(stage) {
    const { orderId, dispute } = await stage.before(async () => {
      const one = await sale(stage);
      const opened = stage.commerce.standIn.simulator.dispute(chargeOf(stage, one.orderId));
      await settle(stage.commerce, one.orderId);
      return { ...one, dispute: opened.id };
    });
    stage.commerce.standIn.simulator.closeDispute(dispute, 'lost');
    await settle(stage.commerce, orderId);
  },
  async 'withdrawal asked for'(stage) {
    const { orderId, buyer } = await sold(stage);
    await withdrawalLink(stage, orderId, buyer.email);
  },
  async withdrawal(stage) {
    const token = await stage.before(async () => {
      const { orderId, buyer } = await sale(stage);
      return withdrawalLink(stage, orderId, buyer.email);
    });
    await withdraw(stage.commerce, token);
  },
  async 'refund request'(stage) {
    const { buyer, lineId } = await sold(stage);
    await requestRefund(partsOf(stage), buyer.id, { lineId, key: newKey(), text: 'It does not slice.' });
  },
  async 'refund request granted'(stage) {
    const { id, seller } = await stage.before(() => asked(stage));
    await answerRefund(partsOf(stage), seller, { id, key: newKey(), grant: true, text: '' });
  },
  async 'refund request declined'(stage) {
    const { id, seller } = await stage.before(() => asked(stage));
    await answerRefund(partsOf(stage), seller, { id, key: newKey(), grant: false, text: 'It does here.' });
  },
  async 'refund request without an answer'(stage) {
    const ahead = REFUND_ANSWER_DAYS * DAY + 60_000;
    const later = { ...partsOf(stage), now: () => stage.commerce.now() + ahead };
    await stage.before(async () => {
      // Those of other scenes, which nobody answered either.
      await processRefundRequests(later);
      await asked(stage);
    });
    await processRefundRequests(later);
  },
  async 'pre-order delivered'(stage) {
    const { id, product } = await stage.before(() => promised(stage));
    await stage.row('product_files', {
      ...{ product: id, position: 0, name: 'gate.stl', role: 'unsupported', sizeBytes: 10, version: 1 },
      ...{ sha256: 'a'.repeat(64), storageKey: `files/${'a'.repeat(64)}` },
    });
    await deliverProduct(stage.commerce, await product());
    await keepPromises(stage.commerce);
  },
  async 'pre-order lapsed'(stage) {
    const { day } = await stage.before(() => promised(stage));
    await keepPromises({ ...stage.commerce, now: () => day + 30 * DAY });
  },
  async 'business account restricted'(stage) {
    const { id } = await stage.before(async () => {
      const store = await stage.store();
      const filter = stage.commerce.pb.filter('store = {:store}', { store });
      const { stripeAccountId } = await stage.commerce.pb
        .collection('business_accounts')
        .getFirstListItem<{ stripeAccountId: string }>(filter);
      await syncBusinessAccount(stage.commerce, stripeAccountId);
      return { id: stripeAccountId };
    });
    const closed = { ...stage.commerce.payments, account: async () => null };
    await syncBusinessAccount({ ...stage.commerce, payments: closed }, id);
  },
});
