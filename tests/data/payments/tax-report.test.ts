import { afterAll, beforeAll, expect, it } from 'vitest';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { withInvoice } from '../../../src/data/payments/tax-invoices.ts';
import { taxSumsOfYear } from '../../../src/data/payments/tax-report.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const NOBODY = { name: '', email: '', address: [], country: '', vatId: '' };

it('tax at a rate of 0 and tax whose rate nobody said are two sums', async () => {
  const line = (taxPercent: number | null, netCents: number, taxCents: number) => ({
    ...{ lineId: newRecordId(), text: 'A model', netCents, taxPercent, taxCents },
    grossCents: netCents + taxCents,
  });
  const content = {
    ...{ seller: { ...NOBODY, register: '' }, buyer: { ...NOBODY, country: 'DE' }, orderNumber: '' },
    ...{ suppliedAt: 0, reverseCharge: true, paidBy: '', reason: '' },
    lines: [line(0, 100, 0), line(null, 200, 0), line(19, 300, 57), line(19, 400, 76)],
  };
  const invoice = { kind: 'invoice', cause: 'sale', ofNumber: null, currency: 'eur', content } as const;
  await withInvoice(
    transaction(world.pb),
    { orderId: newRecordId() },
    { ...invoice, id: newRecordId() },
    Date.parse('2026-05-01T12:00:00Z'),
  ).run();
  const of = { kind: 'invoice', quarter: 2, country: 'DE', reverseCharge: true };
  const sums = await taxSumsOfYear(world.pb, 2026);
  expect(sums).toHaveLength(3);
  expect(sums).toEqual(
    expect.arrayContaining([
      { ...of, taxPercent: 0, netCents: 100, taxCents: 0 },
      { ...of, taxPercent: null, netCents: 200, taxCents: 0 },
      { ...of, taxPercent: 19, netCents: 700, taxCents: 133 },
    ]),
  );
  expect(await taxSumsOfYear(world.pb, 2025)).toEqual([]);
});
