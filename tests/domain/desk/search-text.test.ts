import { expect, it } from 'vitest';
import { deskSearch, orderIdStart, paymentIdIn } from '../../../src/domain/desk/search-text.ts';

it('tells names, addresses, ids and numbers apart', () => {
  expect(deskSearch('  Mira ')).toMatchObject({ text: 'Mira', id: '', isAddress: false });
  expect(deskSearch('mira@guildhall.test').isAddress).toBe(true);
  expect(deskSearch('abcdefghijklmno').id).toBe('abcdefghijklmno');
  expect(orderIdStart('g-2026-ABCDEFGH')).toBe('abcdefgh');
  expect(orderIdStart('abcdefghijklmno')).toBe('abcdefghijklmno');
  expect([orderIdStart('G-2026-ABC'), orderIdStart('mira')]).toEqual(['', '']);
  expect(paymentIdIn('pi_3abc')).toBe('pi_3abc');
  expect([paymentIdIn('pi_'), paymentIdIn('ch_1234'), paymentIdIn("pi_1234' OR 1")]).toEqual(['', '', '']);
});
