import { expect, it } from 'vitest';
import { coveringOrders, permutations } from './orders.ts';

const NAMES = ['paid', 'sent', 'refunded', 'disputed', 'closed'];
const inOrder = (order: readonly string[], names: readonly string[]) =>
  names.every((name, at) => at === 0 || order.indexOf(name) > order.indexOf(names[at - 1] ?? ''));

it('all orders of five are 120, each once', () => {
  const all = permutations(NAMES).map(String);
  expect(new Set(all).size).toBe(120);
});

it('the orders tried by npm test hold each three in each of their six orders', () => {
  const tried = coveringOrders(NAMES);
  expect(tried.length).toBeLessThanOrEqual(10);
  for (const [one, two, three] of permutations(NAMES)) {
    const triple = [one, two, three].map(String);
    expect(
      tried.filter((order) => inOrder(order, triple)),
      triple.join(' '),
    ).not.toEqual([]);
  }
});
