import { expect, it } from 'vitest';
import { walletsOf, waysToPay } from '../../../../src/domain/commerce/checkout/ways-to-pay.ts';

it.each([
  ['', 'by card'],
  ['PayPal', 'by card or PayPal'],
  [' Apple Pay,Google Pay ,, Apple Pay', 'by card, Apple Pay or Google Pay'],
])('the wallets "%s" are named: %s', (setting, said) => {
  expect(waysToPay(walletsOf(setting) ?? [])).toBe(said);
});

it.each(['<b>', 'a,b,c,d,e,f,g', 'x'.repeat(31)])('"%s" is no list of wallets', (setting) => {
  expect(walletsOf(setting)).toBeNull();
});
