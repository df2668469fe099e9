import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusOf } from '../../src/dev/relevance/corpus.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { PackedIndex } from '../../src/search/packed-index.ts';
import { searchWords } from '../../src/search/tokens.ts';
import { wordIndexOf } from '../../src/search/word-index.ts';

/** Names, stores and tags as a library has them. */
const LIBRARY = [
  ['Mossback Elder', 'Ashgrove', 'treant', 'tree', 'Figure', '32 mm', 'Pre-supported', 'Sci-fi'],
  ['Spilled Hoard', 'Deepdelve', 'chest', 'treasure', 'Terrain', '28 mm'],
  ['Gruk', 'Ashgrove', 'orc', 'warrior'],
  ['Red Dragon', 'Deepdelve', 'monster'],
  ['Green Dragon', 'Deepdelve', 'monster'],
  ['Longsword Rack', 'Ashgrove', 'prop'],
  ['Großfürst Søren', 'Öland Foundry', 'king'],
  ['Pack of Wolves', 'Ashgrove', 'beast'],
];
const index = wordIndexOf(LIBRARY);
const found = (text: string) => {
  const answer = index.find(text);
  return answer && LIBRARY.filter((_, at) => answer.isFound[at] === 1).map(([name]) => name);
};

describe('a short list is searched as the shop is', () => {
  it.each([
    ['a tag that no name has', 'tree', ['Mossback Elder']],
    ['a word in another number', 'treasures', ['Spilled Hoard']],
    ['an irregular number', 'wolf', ['Pack of Wolves']],
    ['a synonym', 'ork', ['Gruk']],
    ['a synonym of a tag', 'coffer', ['Spilled Hoard']],
    ['words of a name and a store', 'rack ashgrove', ['Longsword Rack']],
    ['a word taken for two', 'reddragon', ['Red Dragon']],
    ['two words that are one', 'long sword', ['Longsword Rack']],
    ['a typing mistake', 'draggon red', ['Red Dragon']],
    ['plain letters', 'grossfurst soren', ['Großfürst Søren']],
    ['what a buyer ticks', '32mm presupported', ['Mossback Elder']],
    ['a hyphen or none', 'scifi', ['Mossback Elder']],
    ['words that carry nothing', 'stl files of the treant', ['Mossback Elder']],
    ['a word that is left out', 'dragon -red', ['Green Dragon']],
    ['a phrase', '"green dragon"', ['Green Dragon']],
    ['words that are still being typed, each of them', 'gre dra', ['Green Dragon']],
    ['a single letter', 'g', ['Gruk', 'Green Dragon', 'Großfürst Søren']],
  ])('by %s', (_, text, names) => {
    expect(found(text)).toEqual(names);
  });

  it.each(['', '   ', '🐉', '!!!'])('and a text without words asks for nothing: "%s"', (text) => {
    expect(index.find(text)).toBeNull();
  });

  it('only what has all words, and what is nearest where nothing has', () => {
    expect(index.find('green dragon')?.without).toBeNull();
    expect(found('purple dragon')).toEqual(['Red Dragon', 'Green Dragon']);
    expect(index.find('purple dragon')?.without).toEqual(['purple']);
    expect(index.find('xyzzy plugh')).toMatchObject({ count: 0, without: null });
  });

  it('a word that nothing has excludes nothing', () => {
    expect(found('-xyzzy')).toHaveLength(LIBRARY.length);
  });

  it('and finds whatever has each word at its beginning', () => {
    const word = fc.constantFrom('gre', 'dragon', 'ash', 'monster', 'elder', 'sp', 'hoard');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), (words) => {
        const whole = LIBRARY.filter((labels) =>
          words.every((typed) => labels.flatMap(searchWords).some((own) => own.startsWith(typed))),
        ).map(([name]) => name);
        if (whole.length > 0) expect(found(words.join(' '))).toEqual(expect.arrayContaining(whole));
      }),
    );
  });

  it('what the shop finds for an exact name, the list finds, too', () => {
    const { models } = corpusOf(11, 300);
    const list = wordIndexOf(models.map(({ doc }) => [doc.name, doc.storeName, ...doc.tags]));
    const shop = new PackedIndex(buildIndex(models.map(({ doc }) => doc)));
    for (const { doc } of models.slice(0, 60)) {
      const [first] = shop.search({ text: doc.name, sort: 'relevance', offset: 0, limit: 1 }).ids;
      const at = models.findIndex((model) => model.doc.id === first);
      expect([doc.name, list.find(doc.name)?.isFound[at]]).toEqual([doc.name, 1]);
    }
  });
});
