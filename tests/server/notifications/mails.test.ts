import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order, OrderLine } from '../../../src/domain/commerce/order.ts';
import { giftClaimedMail, giftMail } from '../../../src/server/commerce/gift-mails.ts';
import { disputedPaymentMail, receiptMail, refundMail } from '../../../src/server/commerce/order-mails.ts';
import { disputeMail } from '../../../src/server/commerce/seller-mails.ts';
import { saleAlert } from '../../../src/server/library/wish-mails.ts';
import { businessMail } from '../../../src/server/payments/business-mails.ts';

const HALL = { siteUrl: 'https://guildhall.example', siteName: 'Guildhall' };
const PAID_AT = Date.UTC(2026, 10, 21, 12);
const TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYz012345';

function line(id: string, more: Partial<OrderLine>): OrderLine {
  return {
    id,
    position: 0,
    productId: `product-${id}`,
    storeId: 'store-crow',
    storeName: 'Crow Miniatures',
    productName: 'Dragon of the North',
    picture: '',
    free: false,
    listCents: 1000,
    discountCents: 0,
    memberPercent: null,
    releaseTitle: null,
    couponCode: null,
    paidCents: 1000,
    commissionPercent: 10,
    commissionCents: 100,
    feeCents: 30,
    netCents: 870,
    includedTaxCents: 0,
    refundedCents: 0,
    refundedTaxCents: 0,
    ...more,
  };
}

const ORDER: Order = {
  id: 'k3x9m2p7q1w5e8r',
  buyerId: 'u1',
  email: 'wren@guildhall.test',
  state: 'paid',
  currency: 'usd',
  totalCents: 2349,
  taxCents: 446,
  feeCents: 100,
  refundedCents: 0,
  card: { brand: 'Visa', last4: '4242' },
  gift: null,
  lines: [
    line('a', { discountCents: 100, couponCode: 'WELCOME10', paidCents: 900 }),
    line('b', {
      storeId: 'store-tower',
      storeName: 'Tower & Söhne',
      productName:
        'Ruined tower with a winding stair, a broken gate, and seven crows that can be placed anywhere',
      listCents: 1999,
      discountCents: 550,
      paidCents: 1449,
      netCents: 1260,
    }),
    line('c', { productName: 'Plain base, 32 mm', free: true, listCents: 0, paidCents: 0, netCents: 0 }),
  ],
  placedAt: PAID_AT - 60_000,
  paidAt: PAID_AT,
  expiresAt: PAID_AT,
};

const GIFT: Order = {
  ...ORDER,
  gift: {
    email: 'tobias@guildhall.test',
    message:
      'Happy birthday.\n\nMay your resin never cure in the vat, and may every one of your supports come off with the first gentle pull.',
  },
};
const CROW = { storeId: 'store-crow', email: 'crow@guildhall.test' };
const SALE = { percent: 25, from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 28) };
const ALERT = {
  wishId: 'wish-1',
  product: {
    id: 'product-a',
    name: 'Dragon of the North',
    store: { id: 'store-crow', slug: 'crow', name: 'Crow Miniatures' },
    priceCents: 1000,
    free: false,
  },
  sale: SALE,
};

describe('the text of', () => {
  it('a receipt', () => {
    expect(receiptMail(HALL, ORDER)).toMatchSnapshot();
  });
  it('a receipt for a full release', () => {
    const lines = [line('a', { discountCents: 100, paidCents: 900, releaseTitle: 'Bog\nFolk' })];
    expect(receiptMail(HALL, { ...ORDER, lines }).body).toContain('$10.00 less $1.00 as part of Bog Folk');
  });
  it('a receipt never says that a pre-order is in the library before it is delivered', () => {
    const open = { state: 'open' as const, promisedDay: PAID_AT + 86_400_000, movedFrom: null };
    const bodyOf = (lines: OrderLine[]) => receiptMail(HALL, { ...ORDER, lines }).body;
    const awaited = line('a', { preOrder: open });
    expect(bodyOf([awaited])).toContain('You have pre-ordered what is below');
    expect(bodyOf([awaited, line('b', {})])).toContain('What is finished is in your library, for good');
    for (const lines of [[awaited], [awaited, line('b', {})]])
      expect(bodyOf(lines)).not.toContain('Everything below is in your library');
    const delivered = line('a', { preOrder: { ...open, state: 'delivered' as const } });
    expect(bodyOf([delivered])).toContain('Everything below is in your library, for good');
  });
  it('a receipt for a gift', () => {
    expect(receiptMail(HALL, GIFT).body).toMatchSnapshot();
  });
  it('a receipt where nothing was charged', () => {
    const free = { ...ORDER, lines: ORDER.lines.slice(2), totalCents: 0, taxCents: 0, card: null };
    expect(receiptMail(HALL, free).body).toMatchSnapshot();
  });
  it('a refund of a part', () => {
    expect(refundMail(HALL, ORDER, { id: 're_1', amountCents: 900 })).toMatchSnapshot();
  });
  it('a refund of everything', () => {
    expect(refundMail(HALL, ORDER, { id: 're_2', amountCents: 2795 }).body).toMatchSnapshot();
  });
  it('a gift', () => {
    expect(giftMail(HALL, GIFT, 'wren', TOKEN)).toMatchSnapshot();
  });
  it('a gift of somebody whose account is gone, without a message', () => {
    const silent = { ...GIFT, gift: { email: 'tobias@guildhall.test', message: ' ' } };
    expect(giftMail(HALL, silent, null, TOKEN)).toMatchSnapshot();
  });
  it('a gift that was taken', () => {
    expect(giftClaimedMail(HALL, GIFT)).toMatchSnapshot();
  });
  it.each(['open', 'won', 'lost'] as const)('a dispute that is %s, to buyer and seller', (state) => {
    expect(disputedPaymentMail(HALL, ORDER, { id: 'dp_1', state, amountCents: 1_000_000 })).toMatchSnapshot();
    expect(disputeMail(HALL, ORDER, { id: 'dp_1', state, amountCents: 1_000_000 }, CROW)).toMatchSnapshot();
  });
  it('a dispute about a part that was lost says that the products stay', () => {
    const part = { id: 'dp_1', state: 'lost' as const, amountCents: 1 };
    expect(disputedPaymentMail(HALL, ORDER, part).body).toMatch(/can\s+be\s+downloaded\s+again/);
    expect(disputeMail(HALL, ORDER, part, CROW).body).toMatch(/same\s+part\s+of\s+your\s+share/);
  });
  it('a business account that was let in, needs something, or was refused', () => {
    for (const state of ['active', 'restricted', 'rejected'] as const)
      expect(businessMail(HALL, state, CROW, 'acct_1:1')).toMatchSnapshot();
    expect(businessMail(HALL, 'pending', CROW, 'acct_1:1')).toBeNull();
  });
  it('a sale', () => {
    expect(saleAlert(HALL, ALERT)).toMatchSnapshot();
  });
});

/** An alert as the mail that is sent at once. */
function alertMail(product: typeof ALERT.product) {
  const { key, mail } = saleAlert(HALL, { ...ALERT, product });
  return { mailKey: key, subject: mail?.subject ?? '', body: mail?.body ?? '' };
}

/** Every mail about an order, with these texts in every field that users control. */
function mailsWith(words: string) {
  const order: Order = {
    ...GIFT,
    gift: { email: 'tobias@guildhall.test', message: words },
    lines: GIFT.lines.map((each) => ({ ...each, storeName: words, productName: words })),
  };
  const product = { ...ALERT.product, name: words, store: { ...ALERT.product.store, name: words } };
  return [
    receiptMail(HALL, order),
    refundMail(HALL, order, { id: 're_1', amountCents: 900 }),
    giftMail(HALL, order, words, TOKEN),
    giftClaimedMail(HALL, order),
    disputedPaymentMail(HALL, order, { id: 'dp_1', state: 'open', amountCents: 1_000_000 }),
    disputeMail(HALL, order, { id: 'dp_1', state: 'open', amountCents: 1_000_000 }, CROW),
    alertMail(product),
  ];
}

describe('texts chosen by users', () => {
  it('never replace our own lines', () => {
    const forged = 'Dragon\r\n\r\nYour account is locked.\u2028Enter your password at\r\nhttp://evil.test';
    for (const { body } of mailsWith(forged)) {
      const lines = body.split('\n');
      expect(lines).not.toContain('Your account is locked.');
      expect(lines.filter((text) => text.startsWith('http://evil.test'))).toEqual([]);
    }
  });

  it('never make a wrapped line longer than 72 columns, and leave no control in a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (words) => {
        for (const { subject, body } of mailsWith(`A ${words} z`)) {
          expect(subject.length).toBeGreaterThan(0);
          expect(body.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          for (const text of body.split('\n')) {
            if (/\S \S/u.test(text.replace(/^> /, ''))) expect([...text].length).toBeLessThanOrEqual(72);
          }
        }
      }),
    );
  });

  it('do not change the mail key, so that renaming a product sends nothing again', () => {
    expect(mailsWith('one').map(({ mailKey }) => mailKey)).toEqual(
      mailsWith('other').map(({ mailKey }) => mailKey),
    );
  });
});
