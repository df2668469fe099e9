import { describe, expect, it } from 'vitest';
import {
  contractsToWaive,
  type DeliveryContract,
  downloadAskedFor,
} from '../../../src/domain/library/delivery.ts';

const DAY = 86_400_000;
const order: DeliveryContract = {
  kind: 'order',
  id: 'o',
  title: 'order G-2026-O',
  paidAt: 0,
  country: 'DE',
  isWaived: false,
  wording: '2026-11',
  leftCents: 500,
};

describe('the waiver is asked for before a delivery', () => {
  it.each([
    ['where the paid country has the right', {}, DAY, true],
    ['where the country is not known', { country: '' }, DAY, true],
    ['not where there is no such right', { country: 'US' }, DAY, false],
    ['not twice', { isWaived: true }, DAY, false],
    ['not once the days are over', {}, 20 * DAY, false],
    ['not for what was given back or cost nothing', { leftCents: 0 }, DAY, false],
  ] as const)('%s', (_when, more, now, isAsked) => {
    const contracts = [{ ...order, ...more }];
    expect(contractsToWaive({ contracts, isOwnedOtherwise: false }, now)).toEqual(isAsked ? contracts : []);
  });

  it('but not where the product also came in another way', () => {
    expect(contractsToWaive({ contracts: [order], isOwnedOtherwise: true }, DAY)).toEqual([]);
    const waived = { ...order, id: 'p', isWaived: true };
    expect(contractsToWaive({ contracts: [order, waived], isOwnedOtherwise: false }, DAY)).toEqual([]);
  });
});

it.each([
  ['/download/zip?product=aaaaaaaaaaaaaaa&product=bbbbbbbbbbbbbbb', true],
  ['/download/aaaaaaaaaaaaaaa/zip/all', true],
  ['/logout', false],
  ['//elsewhere.test/download/', false],
  ['https://elsewhere.test/download/', false],
  ['/download/../logout', false],
  [null, false],
])('the page of a waiver leads on to %j: %s', (address, isFollowed) => {
  expect(downloadAskedFor(address)).toBe(isFollowed ? address : null);
});
