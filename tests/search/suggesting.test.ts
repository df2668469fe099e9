import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import { beginningsNear, mostCommon, rangeOf } from '../../src/search/beginnings.ts';
import type { SearchDoc } from '../../src/search/engine.ts';
import { Entries } from '../../src/search/entries.ts';
import { termsNear } from '../../src/search/fuzzy.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { PackedIndex } from '../../src/search/packed-index.ts';
import { StringTable } from '../../src/search/string-table.ts';
import { folded, searchWords } from '../../src/search/tokens.ts';

const DOCS = [...inventedProducts(400)];
const example = DOCS[0] as SearchDoc;
const named = (id: string, name: string, more: Partial<SearchDoc> = {}): SearchDoc => ({
  ...{ ...example, id, name, tags: [], description: '', storeName: '', mature: false, popularity: 0 },
  ...more,
});

describe('names that are suggested', () => {
  const index = new PackedIndex(
    buildIndex([
      named('red', 'Red Dragon'),
      named('again', 'Red Dragon'),
      named('knight', 'Dragonborn Knight'),
      named('floor', 'Undercroft Floor', { tags: ['dragon'], description: 'For a dragon.' }),
      named('adult', 'Dragon Dancer', { mature: true }),
      named('known', 'Dragon Whelp', { popularity: 100_000 }),
    ]),
  );
  const names = (text: string, limit = 10) => index.suggest(text, limit).map(({ name }) => name);

  it('hold what is typed, each once, the popular first, and none for adults', () => {
    expect(names('dra')).toEqual(['Dragon Whelp', 'Red Dragon', 'Dragonborn Knight']);
    expect(names('dra', 1)).toEqual(['Dragon Whelp']);
  });

  it.each([
    ['red dr', ['Red Dragon']],
    ['dragon k', ['Dragonborn Knight']],
    ['dragons', ['Dragon Whelp', 'Red Dragon']],
    ['drgaon kni', ['Dragonborn Knight']],
    ['dragom', ['Dragon Whelp', 'Red Dragon', 'Dragonborn Knight']],
    ['undrecr', ['Undercroft Floor']],
    ['stl dragon w', ['Dragon Whelp']],
    ['zz', []],
    ['!!', []],
  ])('for “%s” are %j', (text, found) => {
    expect(names(text).toSorted()).toEqual(found.toSorted());
  });

  it('are those of a change at once, and no longer those of what is removed', () => {
    const changing = new PackedIndex(buildIndex(DOCS));
    changing.put(named('new', 'Xylocopter'));
    expect(changing.suggest('xylo', 5)).toEqual([{ id: 'new', name: 'Xylocopter' }]);
    changing.remove('new');
    expect(changing.suggest('xylo', 5)).toEqual([]);
  });

  it('always hold the beginning of a word for each that is typed, where some name does', () => {
    const all = new PackedIndex(buildIndex(DOCS));
    const shown = DOCS.filter(({ mature }) => !mature);
    fc.assert(
      fc.property(
        fc.constantFrom(...shown),
        fc.nat(),
        fc.integer({ min: 2, max: 5 }),
        ({ name }, at, length) => {
          const words = searchWords(name).filter((word) => word.length >= 4);
          const word = words[at % Math.max(1, words.length)];
          if (word === undefined) return;
          const typed = word.slice(0, length);
          const found = all.suggest(typed, 50);
          for (const one of found)
            expect(
              searchWords(one.name).some(
                (other) => other.startsWith(typed) || folded(other) === folded(typed),
              ),
            ).toBe(true);
          expect(found.length).toBeGreaterThan(0);
          expect(new Set(found.map((one) => one.name.toLowerCase())).size).toBe(found.length);
        },
      ),
    );
  });
});

describe('entries', () => {
  const entries = new Entries([
    { kind: 'filter', name: 'Pre-supported', count: 17 },
    { kind: 'filter', name: '32 mm', count: 29 },
    { kind: 'store', name: 'Dragon Forge', count: 3 },
    { kind: 'store', name: 'House of Dragons', count: 9 },
    { kind: 'store', name: 'Dragonfly', count: 1 },
    { kind: 'creature', name: 'Dragon', count: 40 },
    { kind: 'creature', name: 'dragon', count: 4 },
  ]);
  it.each([
    ['dra', ['Dragon', 'House of Dragons', 'Dragon Forge']],
    ['dragons', ['Dragon', 'House of Dragons', 'Dragon Forge']],
    ['drgaon fo', ['Dragon Forge']],
    ['presup', ['Pre-supported']],
    ['supported', ['Pre-supported']],
    ['pre-s', ['Pre-supported']],
    ['32', ['32 mm']],
    ['32mm', ['32 mm']],
    ['32 mm', ['32 mm']],
    ['', []],
    ['xq', []],
  ])('for “%s” are %j', (text, names) => {
    expect(entries.find(text, 2).map(({ name }) => name)).toEqual(names);
  });
});

describe('terms by their beginnings', () => {
  const terms = ['drab', 'dragon', 'dragonborn', 'drake', 'elf', 'urgent'].sort();
  const near = (word: string, edits = 1) =>
    beginningsNear(StringTable.of(terms), word, edits).map((at) => terms[at]);

  it('are near a mistyped beginning, also of a longer word', () => {
    expect(near('drgao')).toEqual(['dragon', 'dragonborn']);
    expect(near('dragn')).toEqual(['dragon', 'dragonborn']);
    expect(near('drakr')).toEqual(['drake']);
    expect(near('ruge')).toEqual([]);
    expect(near('dargonbron', 2)).toEqual(['dragonborn']);
  });

  it('are near by the distance of each beginning', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.uniqueArray(letters, { maxLength: 30 }), letters, (words, word) => {
        const sorted = words.toSorted();
        const expected = sorted.flatMap((term, at) => {
          const beginnings = Array.from({ length: term.length + 1 }, (_, end) => term.slice(0, end));
          const isNear = beginnings.some(
            (one) => one !== '' && termsNear(StringTable.of([one]), word, 1).length > 0,
          );
          return term[0] === word[0] && isNear ? [at] : [];
        });
        expect(beginningsNear(StringTable.of(sorted), word, 1)).toEqual(expected);
      }),
    );
  });

  it('are the most common ones of a range', () => {
    const counts = [3, 9, 1, 9, 5];
    expect(mostCommon([0, 5], (at) => counts[at] ?? 0, 3)).toEqual([1, 3, 4]);
    expect(mostCommon([2, 3], (at) => counts[at] ?? 0, 3)).toEqual([2]);
    expect(rangeOf(StringTable.of(terms), 'dra')).toEqual([0, 4]);
    expect(rangeOf(StringTable.of(terms), 'x')).toEqual([6, 6]);
  });
});
