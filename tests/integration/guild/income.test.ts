import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { membershipIncomeByMonth } from '../../../src/data/guild/guild-months.ts';
import { lastGuildPayment } from '../../../src/data/guild/guild-payments.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { earnedInAll, incomeByDay } from '../../../src/data/payments/seller-income.ts';
import { balanceCards } from '../../../src/domain/commerce/payout.ts';
import { ANY_SALE, salesCsv } from '../../../src/domain/commerce/sales-figures.ts';
import { readCsv } from '../../../src/domain/kernel/csv.ts';
import { type Income, incomeOfPayment, NO_INCOME, sumOfIncome } from '../../../src/domain/payments/income.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { figuresOfSales } from '../../../src/server/commerce/sales.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { refundLastPayment } from '../../../src/server/guild/member-admin.ts';
import { changeTier, tierOffer } from '../../../src/server/guild/membership-changes.ts';
import { allSales } from '../../data/commerce/all-sales.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { daysPass, joined, type PaidGuild, type Person, paidGuild } from './guild-commerce.ts';

let commerce: TestCommerce;
beforeEach(async () => {
  commerce = await openTestCommerce({ fundsWaitDays: 2 });
});
afterEach(() => commerce.close());

const only = ({
  paidCents,
  commissionCents,
  netCents,
  refundedCents,
  heldCents,
  yoursCents,
}: Income): Income => ({
  ...{ paidCents, commissionCents, netCents, refundedCents, heldCents, yoursCents },
});

/** Everything a seller earned, as each place shows it. */
async function readings(storeId: string) {
  const { pb } = commerce;
  const now = commerce.now();
  const rows = await allSales(pb, storeId);
  const members = await allSales(pb, storeId, { source: 'membership' });
  const table = readCsv(salesCsv(rows), { rows: 20_000, cellsARow: 20 });
  if ('refusal' in table) throw new Error(table.refusal);
  const [head = [], ...lines] = table.rows.map(({ cells }) => cells);
  const column = (name: string) =>
    lines.reduce((sum, line) => sum + Math.round(Number(line[head.indexOf(name)]) * 100), 0);
  const { figures } = await figuresOfSales(pb, storeId, ANY_SALE, now);
  return {
    sales: only(figures.totals),
    chart: figures.steps.reduce((sum, step) => sum + step.yoursCents, 0),
    exported: {
      paidCents: column('Paid'),
      commissionCents: column('Commission'),
      netCents: column('Net'),
      refundedCents: column('Refunded'),
      heldCents: column('Held'),
      yoursCents: column('Yours'),
    },
    days: sumOfIncome(await incomeByDay(pb, storeId, { from: '2000-01-01', source: null })),
    inAll: await earnedInAll(pb, storeId),
    guild: sumOfIncome((await membershipIncomeByMonth(pb, storeId, '2020-01')).values()),
    memberships: sumOfIncome(members),
  };
}

/** All places say the same. Answers what was earned. */
async function expectEqual(storeId: string): Promise<Income> {
  const { sales, chart, exported, days, inAll, guild, memberships } = await readings(storeId);
  expect(exported).toEqual(sales);
  expect(only(days)).toEqual(sales);
  expect(chart).toBe(sales.yoursCents);
  expect(inAll).toEqual({ yoursCents: sales.yoursCents, heldCents: sales.heldCents });
  expect(only(guild)).toEqual(only(memberships));
  expect(sales.commissionCents + sales.netCents).toBe(sales.paidCents);
  return sales;
}

describe('what a seller earns, of any history', () => {
  const row = fc.record({
    isSale: fc.boolean(),
    taxPercent: fc.constantFrom(0, 7, 19),
    paidCents: fc.integer({ min: 0, max: 90_000 }),
    percent: fc.integer({ min: 0, max: 100 }),
    back: fc.integer({ min: 0, max: 100 }),
    isDisputed: fc.boolean(),
    daysAgo: fc.integer({ min: 0, max: 300 }),
  });

  it('is the rule’s sum to the cent in every place, whatever was sold, refunded and disputed', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const member = await membershipOfUser(commerce.pb, person.id, guild.id);
    const { pb } = commerce;
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (history) => {
        const storeId = await commerce.store(`history${++made}`, { payable: false });
        const expected: Income[] = [];
        for (const { isSale, taxPercent, paidCents, percent, back, isDisputed, daysAgo } of history) {
          // The tax of an order is no part of its lines.
          const taxCents = isSale ? 0 : Math.floor((paidCents * taxPercent) / (100 + taxPercent));
          const priceCents = paidCents - taxCents;
          const netCents = priceCents - Math.floor((priceCents * percent) / 100);
          const refundedCents = Math.floor((paidCents * back) / 100);
          const paidAt = new Date(commerce.now() - daysAgo * 86_400_000).toISOString().replace('T', ' ');
          const id = `h${made}x${expected.length}y`.padEnd(15, '0');
          const state = isDisputed ? 'disputed' : 'paid';
          const params = { id, storeId, paidCents, taxCents, netCents, refundedCents, state, paidAt };
          expected.push(incomeOfPayment({ paidCents, taxCents, netCents, refundedCents, isDisputed }));
          const steps = transaction(pb);
          if (isSale)
            steps
              .exec(
                sql`INSERT INTO orders (id, buyer, state, currency, fingerprint, checkoutKey, placedAt, paidAt, created)
                  VALUES ({:id}, {:buyer}, 'pending', 'usd', {:id}, {:id}, {:paidAt}, '', {:paidAt})`,
                { ...params, buyer: person.id },
              )
              .exec(
                sql`INSERT INTO order_lines (id, [[order]], store, productName, listCents, paidCents, netCents, created)
                  VALUES ({:id}, {:id}, {:storeId}, 'A model', {:paidCents}, {:paidCents}, {:netCents}, {:paidAt})`,
                params,
              )
              .exec(sql`UPDATE orders SET state = 'paid', paidAt = {:paidAt} WHERE id = {:id}`, params)
              .exec(sql`UPDATE order_lines SET refundedCents = {:refundedCents} WHERE id = {:id}`, params)
              .exec(sql`UPDATE orders SET state = {:state} WHERE id = {:id}`, params);
          else
            steps
              .exec(
                sql`INSERT INTO guild_payments (id, guild, tier, store, member, kind, state, paidCents, taxCents, netCents,
                    commissionCents, paidAt, invoiceId)
                  VALUES ({:id}, {:guild}, {:tier}, {:storeId}, {:member}, 'renewal', 'paid', {:paidCents}, {:taxCents}, {:netCents},
                    {:paidCents} - {:taxCents} - {:netCents}, {:paidAt}, {:id})`,
                { ...params, guild: guild.id, tier: guild.tiers.low, member: member?.id ?? '' },
              )
              .exec(
                sql`UPDATE guild_payments SET state = {:state}, refundedCents = {:refundedCents} WHERE id = {:id}`,
                params,
              );
          await steps.run();
        }
        expect(await expectEqual(storeId)).toEqual(only(sumOfIncome([NO_INCOME, ...expected])));
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});

describe('a store with a guild', () => {
  type Step =
    | 'buy'
    | 'coupon'
    | 'refund'
    | 'dispute'
    | 'join'
    | 'year'
    | 'upgrade'
    | 'give-back'
    | 'members-bank';
  const STEPS: Step[] = [
    'buy',
    'coupon',
    'refund',
    'dispute',
    'join',
    'year',
    'upgrade',
    'give-back',
    'members-bank',
  ];

  async function take(guild: PaidGuild, step: Step, pick: number, known: Known): Promise<void> {
    const { pb } = commerce;
    if (step === 'buy' || step === 'coupon') {
      const buyer = await commerce.person(`buys${Math.random().toString(36).slice(2)}`);
      const product = await commerce.product(guild.storeId, 1000 + pick);
      const codes = step === 'coupon' ? ['TENTH'] : [];
      const listCents = 1000 + pick;
      const shownCents = step === 'coupon' ? Math.ceil((listCents * 90 - 50) / 100) : listCents;
      let outcome = await checkOut(commerce, buyer, { productIds: [product], codes, gift: null, shownCents });
      if (outcome.kind === 'changed')
        outcome = await checkOut(commerce, buyer, {
          ...{ productIds: [product], codes, gift: null, shownCents: outcome.quote.totalCents },
        });
      if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
      commerce.pay(outcome.url);
      await commerce.standIn.deliveries.idle();
      known.orders.push(outcome.orderId);
    } else if (step === 'refund' || step === 'dispute') {
      const orderId = known.orders.shift();
      if (orderId === undefined) return;
      const ask = { orderId, lineId: null, amountCents: 333, reason: '' };
      const charge = commerce.standIn.simulator.book
        .all('charges')
        .find((found) => found['transfer_group'] === orderId);
      if (step === 'refund') await refundOrder(commerce, { by: 'operator' }, ask);
      else commerce.standIn.simulator.dispute(charge?.id ?? '');
      await commerce.standIn.deliveries.idle();
      await settle(commerce, orderId);
    } else if (step === 'join' || step === 'year') {
      known.people.push(await joined(commerce, guild, step === 'year' ? { billing: 'annual' } : {}));
    } else {
      const person = known.people.shift();
      if (!person) return;
      const whose = { userId: person.id, guildId: guild.id };
      const member = await membershipOfUser(pb, person.id, guild.id);
      if (step === 'members-bank') {
        const payment = member && (await lastGuildPayment(pb, member.id));
        const charge = commerce.standIn.simulator.book
          .all('charges')
          .find((found) => found['payment_intent'] === payment?.paymentId);
        commerce.standIn.simulator.dispute(charge?.id ?? '');
      } else if (step === 'give-back') await refundLastPayment(commerce, guild.id, member?.id ?? '');
      else {
        const offer = await tierOffer(commerce, whose, guild.tiers.high);
        if (typeof offer !== 'string') await changeTier(commerce, whose, guild.tiers.high, offer);
      }
      await commerce.standIn.deliveries.idle();
    }
  }
  interface Known {
    orders: string[];
    people: Person[];
  }

  // A history is a test of its own: each takes seconds, and together they would need a minute on a busy machine.
  it.each([1, 2, 3])(
    'earns the same on its guild’s page, in Sales and in Payouts, after history %i',
    async () => {
      const step = fc.record({ step: fc.constantFrom(...STEPS), pick: fc.nat({ max: 997 }) });
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 6, maxLength: 9 }),
          fc.nat({ max: 40 }),
          async (history, days) => {
            // Payment pages need the clock of the provider, which the last run has moved.
            await commerce.close();
            commerce = await openTestCommerce({ fundsWaitDays: 2 });
            const guild = await paidGuild(commerce);
            await commerce.coupon(guild.storeId, 'TENTH', { percent: 10 });
            const known: Known = { orders: [], people: [] };
            // Every history sells both, and ends with a sale that nothing takes back: something is left to compare.
            for (const { step, pick } of [
              { step: 'buy' as const, pick: 7 },
              { step: 'join' as const, pick: 0 },
              ...history,
              { step: 'buy' as const, pick: 11 },
            ])
              await take(guild, step, pick, known);
            await daysPass(commerce, days);
            const { yoursCents, heldCents } = await expectEqual(guild.storeId);
            expect(yoursCents + heldCents).toBeGreaterThan(0);
            const money = await sellerMoney(commerce, guild.storeId);
            const { pendingCents, availableCents } = balanceCards(money);
            const paidOut = (money.provider?.payouts ?? [])
              .filter(({ state }) => state !== 'sent-back')
              .reduce((sum, { amountCents }) => sum + amountCents, 0);
            const owed = money.debts.reduce((sum, { cents }) => sum + cents, 0);
            expect(pendingCents + availableCents + paidOut - owed).toBe(yoursCents + heldCents);
            expect(money.earned).toEqual({ yoursCents, heldCents });
          },
        ),
        { numRuns: 1, endOnFailure: true },
      );
    },
  );
});
