import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balanceCards,
  holdsOf,
  nextPayoutDay,
  type Payout,
  payoutLinesCsv,
  payoutsCsv,
  type SellerMoney,
} from '../../../src/domain/commerce/payout.ts';

const DAY = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const order = (id: string) => ({ id, placedAt: at('2026-11-20') });
const payout = (more: Partial<Payout>): Payout => ({
  id: 'po_1',
  amountCents: 1234,
  state: 'paid',
  leftAt: at('2026-11-16'),
  arrivesAt: at('2026-11-18'),
  bank: { name: 'Savings', last4: '6789' },
  ...more,
});
const MONEY: SellerMoney = {
  isSuspended: false,
  earned: { yoursCents: 0, heldCents: 0 },
  account: 'active',
  provider: {
    availableCents: 5000,
    pendingCents: 900,
    waits: [
      { until: at('2026-11-23') - DAY / 2, cents: 500 },
      { until: at('2026-11-23'), cents: 100 },
      { until: at('2026-11-24') + 1, cents: 300 },
    ],
    bank: null,
    payouts: [payout({ state: 'on-its-way', amountCents: 700 }), payout({}), payout({ state: 'sent-back' })],
  },
  shares: [
    { order: order('a'), state: 'owed', cents: 450 },
    { order: order('b'), state: 'frozen', cents: 1000 },
    { order: order('c'), state: 'owed', cents: 50 },
  ],
  debts: [],
};

describe('the cards', () => {
  it('are what waits, what may leave, and what is on its way', () => {
    expect(balanceCards(MONEY)).toEqual({ pendingCents: 2400, availableCents: 5000, onItsWayCents: 700 });
    expect(balanceCards({ ...MONEY, provider: null })).toEqual({
      pendingCents: 1500,
      availableCents: 0,
      onItsWayCents: 0,
    });
  });
});

describe('each cent that waits', () => {
  it('says why and, where a day is known, until when', () => {
    expect(holdsOf({ ...MONEY, account: 'restricted' })).toEqual([
      { reason: 'account', cents: 500, until: null, orders: [order('a'), order('c')] },
      { reason: 'dispute', cents: 1000, until: null, orders: [order('b')] },
      { reason: 'clearing', cents: 600, until: at('2026-11-23'), orders: [] },
      { reason: 'clearing', cents: 300, until: at('2026-11-25'), orders: [] },
    ]);
    expect(holdsOf(MONEY)[0]).toMatchObject({ reason: 'sending', cents: 500 });
    expect(holdsOf({ ...MONEY, isSuspended: true })[0]).toMatchObject({ reason: 'suspended', cents: 500 });
  });

  it('is in the pending card, and nothing else is', () => {
    const wait = fc.record({ until: fc.nat(40 * DAY), cents: fc.integer({ min: -5000, max: 5000 }) });
    const share = fc.record({
      order: fc.constant(order('x')),
      state: fc.constantFrom('owed' as const, 'frozen' as const),
      cents: fc.nat(5000),
    });
    fc.assert(
      fc.property(
        fc.array(wait),
        fc.array(share),
        fc.integer({ min: -5000, max: 50_000 }),
        (waits, shares, pendingCents) => {
          const provider = { availableCents: 0, pendingCents, waits, bank: null, payouts: [] };
          const money = { account: 'active' as const, isSuspended: false, provider, shares };
          const held = holdsOf(money);
          expect(held.reduce((sum, { cents }) => sum + cents, 0)).toBe(balanceCards(money).pendingCents);
          for (const { cents } of held) expect(cents).not.toBe(0);
        },
      ),
    );
  });
});

describe('the next payout', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-23'],
    ['2026-11-22T23:59:59Z', '2026-11-23'],
    ['2026-11-23T00:00:00Z', '2026-11-30'],
    ['2026-11-24T08:00:00Z', '2026-11-30'],
  ])('after %s is on %s', (now, day) => {
    expect(nextPayoutDay(Date.parse(now))).toBe(at(day));
  });
});

describe('tables for a spreadsheet', () => {
  it('tell payouts', () => {
    // A payout that took money back is a number below 0.
    expect(payoutsCsv([payout({ amountCents: -1234 })])).toContain(',-12.34,');
    expect(payoutsCsv([payout({})])).toBe(
      'Left,Arrives,Amount,State,Bank,Account ending in,Id\r\n2026-11-16,2026-11-18,12.34,In your bank,Savings,6789,po_1\r\n',
    );
  });

  it('tell what is behind one, and run no formula of a product’s name', () => {
    const lines = [
      { at: at('2026-11-15'), cents: 900, order: order('a'), products: ['=HYPERLINK("x")', 'Golem'] },
      { at: at('2026-11-16'), cents: -300, order: null, products: [] },
    ];
    expect(payoutLinesCsv(lines, ({ id }) => `G-${id}`).split('\r\n')).toEqual([
      'Day,Order,Products,Amount,Reversed',
      `2026-11-15,G-a,"'=HYPERLINK(""x""); Golem",9.00,`,
      '2026-11-16,,,,3.00',
      '',
    ]);
  });
});
