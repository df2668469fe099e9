import { describe, expect, it } from 'vitest';
import { ANY_SALE } from '../../../../src/domain/commerce/sales-figures.ts';
import {
  saleFilterOf,
  saleSearchOf,
  saleSearchText,
} from '../../../../src/features/commerce/sales/account/sale-search.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const filter = (search: string) => saleFilterOf(saleSearchOf(search), NOW);

describe('the sales an address asks for', () => {
  it.each([
    ['', {}],
    ['state=disputed&coupon=WELCOME', { state: 'disputed', couponCode: 'WELCOME' }],
    ['product=aaaaaaaaaaaaaaa', { productId: 'aaaaaaaaaaaaaaa' }],
    ['span=30', { from: at('2026-10-23') }],
    ['span=days&from=2026-11-01&to=2026-11-02', { from: at('2026-11-01'), to: at('2026-11-03') }],
    ['span=days&to=2026-11-02', { to: at('2026-11-03') }],
    ['span=all&from=2026-11-01', {}],
    ['state=constructor&span=__proto__&product=x&coupon=a b&from=2026-13-45', {}],
  ] as const)('%s', (search, expected) => {
    expect(filter(search)).toEqual({ ...ANY_SALE, ...expected });
  });

  it('round-trip through the address', () => {
    const search = 'state=kept&coupon=WELCOME&span=days&from=2026-11-01&to=2026-11-02';
    expect(saleSearchText(saleSearchOf(search))).toBe(search);
    expect(saleSearchText(saleSearchOf('span=all&x=1'))).toBe('');
  });
});
