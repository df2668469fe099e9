import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetDebts } from '../../../src/domain/commerce/debt.ts';

describe('a debt', () => {
  it('is paid by the next share, the oldest first, and the rest waits', () => {
    const debts = [
      { of: 'order' as const, id: 'a', cents: 300 },
      { of: 'order' as const, id: 'b', cents: 500 },
      { of: 'order' as const, id: 'c', cents: 100 },
    ];
    expect(offsetDebts(450, debts)).toEqual([
      { of: 'order' as const, id: 'a', cents: 300 },
      { of: 'order' as const, id: 'b', cents: 150 },
    ]);
    expect(offsetDebts(2000, debts)).toEqual(debts);
    expect(offsetDebts(0, debts)).toEqual([]);
    expect(offsetDebts(-5, debts)).toEqual([]);
  });

  it('takes no more than the share and no more than it is, and all there is to take', () => {
    const debt = fc.record({
      of: fc.constantFrom('order' as const, 'membership' as const),
      id: fc.uuid(),
      cents: fc.nat(100_000),
    });
    fc.assert(
      fc.property(fc.nat(200_000), fc.array(debt), (share, debts) => {
        const paid = offsetDebts(share, debts).reduce((sum, { cents }) => sum + cents, 0);
        const owed = debts.reduce((sum, { cents }) => sum + cents, 0);
        expect(paid).toBe(Math.min(share, owed));
        for (const { cents } of offsetDebts(share, debts)) expect(cents).toBeGreaterThan(0);
      }),
    );
  });
});
