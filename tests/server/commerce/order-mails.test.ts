import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/domain/commerce/order.ts';
import { giftMail } from '../../../src/server/commerce/gift-mails.ts';
import {
  disputedPaymentMail,
  notSoldMail,
  receiptMail,
  refundMail,
} from '../../../src/server/commerce/order-mails.ts';

const SITE = { siteUrl: 'https://guildhall.example', siteName: 'Guildhall' };
const order = {
  ...{ id: 'k3x9m2p7q1w5e8r', buyerId: 'u1', email: 'mira@guildhall.test', state: 'paid', currency: 'usd' },
  ...{ totalCents: 1000, taxCents: 0, feeCents: 59, refundedCents: 0, card: null, lines: [] },
  ...{ gift: { email: 'wren@guildhall.test', message: 'For you' } },
  ...{ placedAt: Date.UTC(2026, 10, 21), paidAt: Date.UTC(2026, 10, 21), expiresAt: 0 },
} as unknown as Order;

describe('of a gift', () => {
  it.each([
    ['the receipt', receiptMail(SITE, order)],
    ['the refund', refundMail(SITE, order, { id: 're_1', amountCents: 1000 })],
    ['what is not sold', notSoldMail(SITE, order, 'Nothing is sold there.')],
    ['a dispute', disputedPaymentMail(SITE, order, { id: 'dp_1', state: 'open', amountCents: 1000 })],
  ])('%s goes to who paid: it names prices and the order', (_what, mail) => {
    expect(mail.to).toBe(order.email);
  });

  it('the gift goes to its recipient, without a price, an order or the giver’s address', () => {
    const mail = giftMail(
      SITE,
      { ...order, gift: { email: 'wren@guildhall.test', message: '' } },
      'mira',
      't',
    );
    expect(mail.to).toBe('wren@guildhall.test');
    expect(JSON.stringify(mail)).not.toMatch(/\$\d|G-2026|mira@guildhall/);
  });
});

it('leads to the library and to the payments, and of a gift to the payments alone', () => {
  const links = ({ body }: { body: string }) => body.match(/https:\/\/\S+/g);
  expect(links(receiptMail(SITE, { ...order, gift: null }))).toEqual([
    `${SITE.siteUrl}/account/library`,
    `${SITE.siteUrl}/account/payments`,
  ]);
  expect(links(receiptMail(SITE, order))).toEqual([`${SITE.siteUrl}/account/payments`]);
});
