import { describe, expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import type { SearchDoc } from '../../src/search/engine.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { PackedIndex } from '../../src/search/packed-index.ts';
import { Synonyms, TRADE } from '../../src/search/synonyms.ts';

describe('synonyms', () => {
  const synonyms = new Synonyms(
    [
      ['drow', 'dark elf'],
      ['owlbear', 'strix'],
      ['strix', 'bird'],
    ],
    [['strix', 'bird']],
  );
  it.each<[string[], string[][]]>([
    [['drow'], [['dark elf']]],
    [
      ['dark', 'elves'],
      [[], []],
    ],
    [
      ['a', 'dark', 'elf'],
      [[], ['drow'], ['drow']],
    ],
    [['darkelf'], [['drow']]],
    [['owlbears'], [['strix']]],
    // Taken apart, and what the third set said besides.
    [['strix'], [['owlbear']]],
    [['bird'], [[]]],
  ])('of %j are %j', (words, meanings) => {
    expect(synonyms.of(words)).toEqual(meanings);
  });

  it('of the trade connect each word of a set with the others', () => {
    expect(TRADE.of(['ork'])).toEqual([['orc', 'orruk']]);
    expect(TRADE.of(['dragon'])[0]).toContain('wyrm');
  });
});

const [example] = [...inventedProducts(1)] as [SearchDoc];
const named = (id: string, name: string): SearchDoc => ({
  ...{ ...example, id, name, tags: [], description: '', storeName: '', mature: false },
});

describe('a search', () => {
  const index = new PackedIndex(
    buildIndex([named('elf', 'Dark Elf Knight'), named('orc', 'Orc Warrior'), named('cat', 'Grimalkin')]),
  );
  const found = (text: string, synonyms?: Record<string, string[]>) =>
    index.search({ text, sort: 'relevance', offset: 0, limit: 9, ...(synonyms && { synonyms }) }).ids;

  it('finds what the sets of the trade name, of one word and of several', () => {
    expect(found('ork')).toEqual(['orc']);
    expect(found('drow')).toEqual(['elf']);
  });

  it('finds what it is told that words mean besides, and nothing of the trade then', () => {
    expect(found('familiar')).toEqual([]);
    expect(found('familiar', { familiar: ['grimalkin'] })).toEqual(['cat']);
    const shadow = index.search({
      ...{ text: 'shadow', sort: 'relevance', offset: 0, limit: 9 },
      synonyms: { shadow: ['dark elf'] },
    });
    expect(shadow).toMatchObject({ ids: ['elf'], corrections: [] });
    expect(found('ork', {})).not.toContain('elf');
    expect(found('drow', {})).toEqual([]);
  });

  it('says whether the index has every word as it was typed', () => {
    const exact = (text: string) => index.search({ text, sort: 'relevance', offset: 0, limit: 0 }).exact;
    expect([exact('dark elves'), exact('orcs'), exact('orx'), exact('kni')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('counts as many values of a facet as are asked for', () => {
    const { facets } = index.search({ sort: 'newest', offset: 0, limit: 0, facets: true, facetValues: 1 });
    expect(Object.values(facets).every((values) => values.length <= 1)).toBe(true);
  });
});
