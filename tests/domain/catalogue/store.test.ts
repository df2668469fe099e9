import { describe, expect, it } from 'vitest';
import {
  STORE_STATES,
  storeFrontRefusals,
  storeIsVisible,
  storeSells,
} from '../../../src/domain/catalogue/store.ts';

describe('a store', () => {
  it.each([
    ['draft', false, false],
    ['open', true, true],
    ['vacation', true, false],
    ['suspended', false, false],
    ['closed', false, false],
  ] as const)('in state %s is visible: %s, sells: %s', (state, visible, sells) => {
    expect(storeIsVisible(state)).toBe(visible);
    expect(storeSells(state)).toBe(sells);
  });

  it('never sells while it is hidden', () => {
    for (const state of STORE_STATES) if (storeSells(state)) expect(storeIsVisible(state)).toBe(true);
  });
});

it.each([
  ['', true],
  ['slate', true],
  ['#c02020', true],
  ['#C02020', false],
  ['#c02', false],
  ['toString', false],
  ['url(https://example.com)', false],
])('a backdrop "%s" is allowed: %s', (backdrop, allowed) => {
  expect('backdrop' in storeFrontRefusals({ backdrop })).toBe(!allowed);
});
