import { expect, it } from 'vitest';
import {
  givenUpText,
  hiddenKindsText,
  searchNotes,
} from '../../../../src/domain/catalogue/search/search-notes.ts';

const found = {
  corrections: [{ typed: 'dragn', searched: 'dragon' }],
  widened: [{ typed: 'tree', also: ['trees'] }],
  unread: ['seventeen'],
  partial: { complete: 1, without: [] },
  hasWords: true,
};

it('says all about the words of a search in one list of sentences', () => {
  expect(searchNotes(found)).toEqual([
    'Nothing found for “dragn”; showing results for “dragon”.',
    'Few models have “tree”. Also searched: “trees”.',
    'A search takes 16 words. Not searched: “seventeen”.',
    'Only one model has all of these words. It comes first, then models that have most of them.',
  ]);
});

it('speaks of no results where there are none', () => {
  expect(searchNotes(found, true)).toEqual(['A search takes 16 words. Not searched: “seventeen”.']);
});

it('says nothing of a search that needs no word', () => {
  expect(searchNotes({ corrections: [], partial: null, hasWords: true })).toEqual([]);
  expect(searchNotes({ corrections: [], partial: null, hasWords: false })).toEqual([
    'There is no word to search for, so all models are shown.',
  ]);
});

it('names what was given up', () => {
  expect(givenUpText(['28 mm'])).toBe('No model has 28 mm together with the rest. Shown without it.');
  expect(givenUpText(['28 mm', 'Bust'])).toContain('28 mm, Bust. Shown by the words alone.');
});

it.each([
  [{ mature: false, hidesAi: true }, 'Without mature models and models made with AI'],
  [{ mature: false, hidesAi: false }, 'Without mature models'],
  [{ mature: null, hidesAi: true }, 'Without models made with AI'],
  [{ mature: true, hidesAi: false }, 'No kind is hidden'],
])('says in short what is hidden: %j', (choice, said) => {
  expect(hiddenKindsText(choice)).toBe(said);
});
