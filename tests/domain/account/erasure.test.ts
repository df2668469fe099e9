import { expect, it } from 'vitest';
import { type LeavingFacts, leavingRefusal } from '../../../src/domain/account/erasure.ts';

const STORE: NonNullable<LeavingFacts['store']> = {
  ...{
    state: 'closed',
    hasOpenCase: false,
    guildRuns: false,
    dueCents: 0,
    frozenCents: 0,
    promisedDay: null,
  },
};
const refusal = (store: Partial<typeof STORE> | null, isLastOperator = false) =>
  leavingRefusal({ store: store && { ...STORE, ...store }, isLastOperator });

it('whoever only buys can always leave, and so can a seller whose store is settled, never opened or suspended', () => {
  expect([refusal(null), refusal({}), refusal({ state: 'draft' }), refusal({ state: 'suspended' })]).toEqual([
    ...[null, null, null, null],
  ]);
});

it.each([
  ['an open store', { state: 'open' }, 'Close store'],
  ['a store on vacation', { state: 'vacation' }, 'Close store'],
  ['an open case', { hasOpenCase: true }, 'not decided yet'],
  ['members who paid', { guildRuns: true }, 'members who paid'],
  ['promised models', { promisedDay: Date.UTC(2026, 11, 24) }, '24 December 2026'],
  ['money due', { dueCents: 1234 }, '$12.34'],
  ['money in a dispute', { frozenCents: 500 }, '$5.00'],
] as const)('%s is named with what to do', (_, store, words) => {
  expect(refusal(store)).toContain(words);
});

it('the only operator cannot leave', () => {
  expect(refusal(null, true)).toContain('only operator');
});
