import { expect, it } from 'vitest';
import { mailedToken } from '../../../src/domain/identity/mailed-token.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6Ind_-4In0.s1gn-at_ure';

it.each(['', ')', '.', ').', '>', '">', ']', ',', ' '])('a mailed link that takes %j along works', (more) =>
  expect(mailedToken(TOKEN + more)).toBe(TOKEN),
);

it.each(['', ')', ' ', '<b>'])('nothing is read from %j', (param) => expect(mailedToken(param)).toBe(''));
