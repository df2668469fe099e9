import { expect, it } from 'vitest';
import { sellerStatusRefusals, traderFromAccount } from '../../../src/domain/catalogue/seller-status.ts';

const trader = {
  kind: 'trader' as const,
  name: 'Halfstone Terrain GmbH',
  address: '1 Example Street\n10115 Sampletown',
  contact: 'office@deepdelve.example',
  register: '',
};

it('a private seller declares nothing further, a trader everything that buyers may ask for', () => {
  expect(sellerStatusRefusals({ kind: 'private' })).toEqual({});
  expect(sellerStatusRefusals(trader)).toEqual({});
  expect(Object.keys(sellerStatusRefusals({ ...trader, name: '', address: ' ', contact: '' }))).toEqual([
    'name',
    'address',
    'contact',
  ]);
  expect(Object.keys(sellerStatusRefusals({ ...trader, register: 'x'.repeat(201) }))).toEqual(['register']);
});

it('a trader begins with the name and VAT ID of their business account', () => {
  const account = { legalName: 'Halfstone Terrain GmbH', vatId: 'DE123456789' };
  const prefilled = traderFromAccount(account);
  expect(prefilled).toEqual({
    name: account.legalName,
    address: '',
    contact: '',
    register: 'VAT ID DE123456789',
  });
  // What is missing is still asked for.
  expect(Object.keys(sellerStatusRefusals({ kind: 'trader', ...prefilled }))).toEqual(['address', 'contact']);
  expect(traderFromAccount(null).name).toBe('');
});
