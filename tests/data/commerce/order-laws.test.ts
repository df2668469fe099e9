import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { isDone, isPaid } from '../../../src/data/commerce/orders.ts';
import { hasLeft } from '../../../src/data/commerce/refunds.ts';
import { type Sql, sql } from '../../../src/data/kernel/sql.ts';
import { ORDER_STATES } from '../../../src/domain/commerce/order.ts';

const database = new DatabaseSync(':memory:');
afterAll(() => database.close());

const order = { state: sql`:state` };
const line = { paidCents: sql`:paid`, refundedCents: sql`:refunded` };
/** The states of orders for which a law holds. */
const statesOf = (law: Sql, values: Record<string, number> = {}) =>
  ORDER_STATES.filter(
    (state) => database.prepare(`SELECT ${law} AS holds`).get({ state, ...values })?.['holds'] === 1,
  );

it('an order is done once it was paid or free, whatever was given back later', () => {
  expect(statesOf(isDone(order))).toEqual(
    ORDER_STATES.filter((state) => state !== 'pending' && state !== 'expired'),
  );
});

it('an order is paid while some of its money is there and nobody disputes it', () => {
  expect(statesOf(isPaid(order))).toEqual(['paid', 'partly_refunded']);
});

it('a line has something left unless its order was never paid, or all of it went back', () => {
  expect(statesOf(hasLeft(line, order), { paid: 500, refunded: 499 })).toEqual(
    ORDER_STATES.filter((state) => ['paid', 'partly_refunded', 'disputed'].includes(state)),
  );
  expect(statesOf(hasLeft(line, order), { paid: 500, refunded: 500 })).toEqual([]);
  expect(statesOf(hasLeft(line, order), { paid: 0, refunded: 0 })).toEqual([]);
});
