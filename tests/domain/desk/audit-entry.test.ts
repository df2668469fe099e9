import { expect, it } from 'vitest';
import { changeText, recordText } from '../../../src/domain/desk/audit-entry.ts';

const change = (field: string, before = '', after = '') => changeText({ field, before, after });

it('amounts are shown as money, deeds and records as words', () => {
  expect(change('amountCents', '', '809')).toBe('amount, nothing → $8.09');
  expect(change('priceCents', '500', '-20')).toMatch(/^price, \$5\.00 → .*0\.20$/);
  expect(change('commissionPercent', '10', '12')).toBe('commission percent, 10 → 12');
  expect(change('state', 'sending', 'done')).toBe('state, sending → done');
  expect(change('case.decide')).toBe('decided a case');
  expect(change('something.new')).toBe('something new');
  expect(recordText({ collection: 'seller_transfers', record: 'abc' })).toBe('Transfer abc');
  expect(recordText({ collection: 'guild_payments', record: 'abc' })).toBe('Guild payments abc');
});

it('leaves a text in a field of money as it is', () => {
  expect(change('priceCents', '', 'free')).toBe('price, nothing → free');
});
