import { expect, it } from 'vitest';
import { pagesFound } from '../../../../src/features/account/app/account-places.ts';

const PAGES = [
  { path: 'business-account', label: 'Business account' },
  { path: 'payments', label: 'Payments' },
  { path: 'payouts', label: 'Payouts' },
  { path: 'guild/tiers', label: 'Tiers' },
];
const found = (text: string) => pagesFound(PAGES, text).map(({ label }) => label);

it('finds pages by the beginning of their words, and by the words of their title', () => {
  expect(found('pay')).toEqual(['Payments', 'Payouts']);
  expect(found('ACC')).toEqual(['Business account']);
  expect(found('guild ti')).toEqual(['Tiers']);
  expect(found('yout')).toEqual([]);
});

it('offers every page before anything is written', () => {
  expect(found(' ')).toHaveLength(PAGES.length);
});
