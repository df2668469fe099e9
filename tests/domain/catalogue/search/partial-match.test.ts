import { expect, it } from 'vitest';
import {
  partialMatchText,
  unreadText,
  widenedText,
} from '../../../../src/domain/catalogue/search/partial-match.ts';

it.each([
  [
    { complete: 0, without: ['stl', 'tank'] },
    'No model has all of these words. Shown without: “stl”, “tank”.',
  ],
  [{ complete: 0, without: [] }, 'No model has all of these words. These have most of them.'],
  [
    { complete: 1, without: ['tank'] },
    'Only one model has all of these words. It comes first, then models without “tank”.',
  ],
  [
    { complete: 2, without: [] },
    'Only 2 models have all of these words. They come first, then models that have most of them.',
  ],
  [{ complete: 0, without: ['“dark elf”'] }, 'No model has all of these words. Shown without: “dark elf”.'],
])('results that lack some of the words say so: %j', (partial, text) => {
  expect(partialMatchText(partial)).toBe(text);
});

it('a word that few models have names what else was searched', () => {
  expect(widenedText([{ typed: 'dragoon', also: ['dragon'] }])).toBe(
    'Few models have “dragoon”. Also searched: “dragon”.',
  );
  expect(
    widenedText([
      { typed: 'dragoon', also: ['dragon', 'dragonet'] },
      { typed: 'elve', also: ['elf'] },
    ]),
  ).toBe('Few models have “dragoon” or “elve”. Also searched: “dragon”, “dragonet”, “elf”.');
});

it('words beyond those that a search takes are named', () => {
  expect(unreadText(['moss'])).toBe('A search takes 16 words. Not searched: “moss”.');
  expect(unreadText(['a', 'b', 'c', 'd', 'e', 'f'])).toBe(
    'A search takes 16 words. Not searched: “a”, “b”, “c”, “d”, “e” and more.',
  );
});
