import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askWithdrawal,
  confirmWithdrawal,
  orderByNumber,
  startWithdrawal,
  unfinishedWithdrawals,
  withdrawalByToken,
} from '../../../src/data/commerce/withdrawals.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { orderNumber } from '../../../src/domain/commerce/order.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import {
  requestWithdrawal,
  withdraw,
  withdrawalOf,
} from '../../../src/server/commerce/withdrawal/withdrawals.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

const LINK_MS = 86_400_000;
let commerce: TestCommerce;
let store = '';
let people = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
});
afterAll(() => commerce.close());

/** An order with its number; paid or not. */
async function ordered(isPaid = true) {
  const buyer = await commerce.person(`Buyer-${++people}`);
  const productIds = [await commerce.product(store, 1000)];
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: 1000 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  if (isPaid) {
    commerce.pay(outcome.url, 'pays', 'DE');
    await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  }
  const order = await commerce.pb
    .collection('orders')
    .getOne<{ id: string; placedAt: string }>(outcome.orderId);
  const number = orderNumber({ id: order.id, placedAt: Date.parse(order.placedAt) });
  return { id: order.id, number, email: buyer.email };
}
const mailsTo = async (to: string) =>
  commerce.pb.collection('mails').getFullList<{ to: string; kind: string; body: string; subject: string }>({
    filter: commerce.pb.filter("to = {:to} && kind = 'withdrawal'", { to }),
    sort: '@rowid',
  });

describe('an order is found by its number', () => {
  it('and by the address that its receipt went to, however that is written', async () => {
    const { id, number, email } = await ordered();
    for (const written of [email, email.toUpperCase()])
      expect(await orderByNumber(commerce.pb, number, written)).toMatchObject({ id, email });
  });

  it('by nobody who knows the number alone: another address gets no link, and nobody is mailed', async () => {
    const { number, email } = await ordered();
    const stranger = await commerce.person('stranger');
    for (const written of [stranger.email, '', '%', `${email}.example`]) {
      expect(await orderByNumber(commerce.pb, number, written)).toBeNull();
      await requestWithdrawal(commerce, { number, email: written });
    }
    expect([await mailsTo(email), await mailsTo(stranger.email)]).toEqual([[], []]);
    await requestWithdrawal(commerce, { number, email });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('once it is paid, and with the whole number', async () => {
    const pending = await ordered(false);
    expect(await orderByNumber(commerce.pb, pending.number, pending.email)).toBeNull();
    const { number, email } = await ordered();
    for (const other of [number.replace(/^G-\d{4}/, 'G-1999'), number.slice(0, -1), `${number}A`, 'G-2026-%'])
      expect(await orderByNumber(commerce.pb, other, email)).toBeNull();
  });
});

describe('a link to withdraw', () => {
  it('ends at its moment, and is known by nothing but its token', async () => {
    const { id: orderId, email } = await ordered();
    const now = commerce.now();
    const withdrawal = {
      ...{ id: newRecordId(), contract: { orderId }, tokenHash: 'a'.repeat(64), expiresAt: now + LINK_MS },
    };
    const mail = {
      mailKey: `w:${orderId}`,
      kind: 'withdrawal',
      to: email,
      subject: 'Withdraw',
      body: '',
    } as const;
    expect(await askWithdrawal(commerce.pb, withdrawal, mail, now)).toBe(true);
    const at = (instant: number, hash = withdrawal.tokenHash) =>
      withdrawalByToken(commerce.pb, hash, instant);
    expect(await at(now + LINK_MS)).toMatchObject({ id: withdrawal.id, contract: { orderId } });
    expect(await at(now + LINK_MS + 1)).toBeNull();
    expect(await at(now, 'b'.repeat(64))).toBeNull();
    await startWithdrawal(commerce.pb, withdrawal.id, now);
    expect(await unfinishedWithdrawals(commerce.pb, now + 1, 50)).toMatchObject([{ id: withdrawal.id }]);
    expect(await confirmWithdrawal(commerce.pb, withdrawal.id, 0, [], now)).toBe(true);
    expect(await confirmWithdrawal(commerce.pb, withdrawal.id, 0, [], now)).toBe(false);
    expect(await unfinishedWithdrawals(commerce.pb, now + 1, 50)).toEqual([]);
    expect(await at(now + LINK_MS + 1)).toMatchObject({ confirmedAt: now });
  });

  it('is good for a day: after it, nothing is shown, withdrawn or refunded', async () => {
    const { id, number, email } = await ordered();
    await requestWithdrawal(commerce, { number, email });
    const [mail] = await mailsTo(email);
    const token = /\/withdraw\/([\w-]{20,})/.exec(mail?.body ?? '')?.[1] ?? '';
    expect(await withdrawalOf(commerce, token)).toMatchObject({ kind: 'order', confirmedAt: null });
    commerce.later(LINK_MS + 1);
    expect([await withdrawalOf(commerce, token), await withdraw(commerce, token)]).toEqual([null, null]);
    expect(await commerce.pb.collection('orders').getOne(id)).toMatchObject({ state: 'paid' });
    await requestWithdrawal(commerce, { number, email });
    const [, second] = await mailsTo(email);
    const fresh = /\/withdraw\/([\w-]{20,})/.exec(second?.body ?? '')?.[1] ?? '';
    expect(await withdraw(commerce, fresh)).toBe(1000);
    // Who comes back to it later still sees what they did.
    commerce.later(2 * LINK_MS);
    expect((await withdrawalOf(commerce, fresh))?.confirmedAt).toEqual(expect.any(Number));
  });
});
