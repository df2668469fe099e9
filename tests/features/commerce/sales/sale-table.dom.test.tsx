import { afterEach, describe, expect, it } from 'vitest';
import type { Sale } from '../../../../src/domain/commerce/sale.ts';
import type { SaleTotals } from '../../../../src/domain/commerce/sales-figures.ts';
import { SaleCards } from '../../../../src/features/commerce/sales/account/SaleCards.tsx';
import { SaleTable } from '../../../../src/features/commerce/sales/account/SaleTable.tsx';
import { button, click, leave, show, words } from '../../page.tsx';

afterEach(leave);

const SALE: Sale = {
  source: 'sale',
  lineId: 'l1',
  orderId: 'k3x9m2p7q1w5e8r',
  number: 'G-2026-K3X9M2P7',
  memberId: null,
  orderState: 'paid',
  buyer: 'wren',
  productId: 'p1',
  productName: 'Golem',
  soldAt: Date.parse('2026-11-21T12:00:00Z'),
  placedAt: Date.parse('2026-11-21T12:00:00Z'),
  listCents: 1000,
  discountCents: 100,
  couponCode: 'BOG',
  memberPercent: null,
  releaseTitle: null,
  paidCents: 900,
  commissionPercent: 10,
  commissionCents: 90,
  netCents: 810,
  refundedCents: 0,
  heldCents: 0,
  yoursCents: 810,
  share: null,
};
const TOTALS: SaleTotals = {
  ...{ count: 2, listCents: 2000, discountCents: 100, paidCents: 1900, commissionCents: 190 },
  ...{ netCents: 1710, refundedCents: 900, heldCents: 50, yoursCents: 810 },
};
/** With 1.50 of tax in the price. */
const TAXED: Sale = { ...SALE, lineId: 'l2', paidCents: 750, commissionCents: 75, netCents: 675 };
const cells = (row: string) => [...document.querySelectorAll(`${row} > *`)].map((cell) => words(cell));

describe('the table of sales', () => {
  it('has a column for each amount, with the sums of all sales below', async () => {
    await show(<SaleTable sales={[SALE]} totals={TOTALS} onRefund={() => {}} />);
    expect(cells('thead tr')).toEqual([
      'Sold',
      'List',
      'Discount',
      'Paid',
      'Commission',
      'Net',
      'State',
      'Actions',
    ]);
    expect(cells('tbody tr').slice(1, 6)).toEqual(['$10.00', '−$1.00BOG', '$9.00', '−$0.9010%', '$8.10']);
    expect(cells('tfoot tr').slice(0, 7)).toEqual([
      '2 in total',
      '$20.00',
      '−$1.00',
      '$19.00',
      '−$1.90',
      '$17.10',
      '$0.50 held while disputed$9.00 refunded$8.10 is yours',
    ]);
  });

  it('has a column for tax where a price contains any', async () => {
    await show(<SaleTable sales={[SALE, TAXED]} totals={null} onRefund={() => {}} />);
    expect(cells('thead tr')[3]).toBe('Tax in it');
    expect([...document.querySelectorAll('tbody tr > :nth-child(4)')].map((cell) => words(cell))).toEqual([
      '–',
      '−$1.50',
    ]);
    expect(document.querySelector('tfoot')).toBe(null);
  });
});

describe('a sale on a phone', () => {
  it('has the amounts of the table that are not nothing, and can be refunded', async () => {
    const refunded: string[] = [];
    await show(
      <SaleCards
        sales={[{ ...SALE, discountCents: 0, couponCode: null, listCents: 900 }, TAXED]}
        onRefund={({ lineId }) => refunded.push(lineId)}
      />,
    );
    const lines = [...document.querySelectorAll('dl')].map((list) =>
      [...list.children].map((line) => words(line)),
    );
    expect(lines).toEqual([
      ['List$9.00', 'Paid$9.00', 'Commission, 10%−$0.90', 'Net$8.10'],
      [
        'List$10.00',
        'Discount, BOG−$1.00',
        'Tax in the price−$1.50',
        'Paid$7.50',
        'Commission, 10%−$0.75',
        'Net$6.75',
      ],
    ]);
    await click(button('Refund Golem'));
    expect(refunded).toEqual(['l1']);
  });
});
