import { expect, it } from 'vitest';
import { overloadCounter } from '../../../src/server/http/limits.ts';

const after = (...delaysMs: number[]) => {
  const crowd = overloadCounter();
  for (const delayMs of delaysMs) crowd.second(delayMs);
  return crowd.overloaded();
};

it.each([
  ['nothing yet', [], false],
  ['one slow page', [900], false],
  ['a slow page now and then', [900, 10, 900, 10, 900], false],
  ['two slow seconds', [900, 900], false],
  ['a crowd', [401, 401, 401], true],
  ['a crowd that has gone', [900, 900, 900, 900, 400], false],
  ['a crowd that comes back', [900, 900, 900, 10, 900, 900, 900], true],
])('after %s requests are refused only if needed', (_, delaysMs, overloaded) => {
  expect(after(...delaysMs)).toBe(overloaded);
});

it('a first page drawn on a slow machine is no crowd', () => {
  expect(after(1200, 700)).toBe(false);
});
