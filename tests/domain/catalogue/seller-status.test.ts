import { expect, it } from 'vitest';
import { sellerStatusRefusals } from '../../../src/domain/catalogue/seller-status.ts';

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
