import { expect, it } from 'vitest';
import { eventSubject } from '../../../src/domain/payments/event-subject.ts';

it.each([
  ['cs_test_1', 'checkout'],
  ['pi_1', 'payment'],
  ['sub_1', 'subscription'],
  ['acct_1', 'account'],
] as const)('the id %s is one of a %s', (id, kind) => {
  expect(eventSubject(id)).toEqual({ kind, id });
});
