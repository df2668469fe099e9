import { expect, it } from 'vitest';
import { deskReasonRefusal, partsOf, personSuspensionRefusal } from '../../../src/domain/desk/person.ts';

it('moderators read neither money nor mails of a person, and nobody without a role reads anything', () => {
  expect(partsOf('moderator')).toEqual(['cases', 'reported', 'reviews', 'questions', 'memberships']);
  expect(partsOf('operator')).toEqual(expect.arrayContaining(['bought', 'sold', 'mails', 'looks']));
  expect(partsOf(null)).toEqual([]);
});

it('nobody suspends themselves or somebody with a role, and every deed has a reason', () => {
  expect(personSuspensionRefusal('a', 'a', null)).not.toBeNull();
  expect(personSuspensionRefusal('a', 'b', 'moderator')).not.toBeNull();
  expect(personSuspensionRefusal('a', 'b', null)).toBeNull();
  expect([deskReasonRefusal(' no '), deskReasonRefusal('x'.repeat(501))]).not.toContain(null);
  expect(deskReasonRefusal('Sold the work of others.')).toBeNull();
});
