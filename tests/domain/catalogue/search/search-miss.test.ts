import { expect, it } from 'vitest';
import { missedWords } from '../../../../src/domain/catalogue/search/search-miss.ts';

it.each([
  ['  Owlbear Chieftain ', 'owlbear chieftain'],
  ['giant’s base, 32mm', 'giant’s base 32mm'],
  ['Bücherregal', 'bücherregal'],
])('%j is counted as %j', (query, words) => {
  expect(missedWords(query)).toBe(words);
});

it.each([
  ['an address', 'mira@example.com'],
  ['a telephone number', '+49 170 123 45 67'],
  ['a card number', '4242 4242 4242 4242'],
  ['a link', 'https://example.com/mira'],
  ['a sentence', 'my name is mira and i live here'],
  ['a long text', 'x'.repeat(41)],
  ['nothing', '  … '],
])('%s is not kept', (_what, query) => {
  expect(missedWords(query)).toBeNull();
});
