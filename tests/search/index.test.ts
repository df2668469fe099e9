import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import type { SearchDoc, SearchQuery } from '../../src/search/engine.ts';
import { termsNear } from '../../src/search/fuzzy.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { DEPTH_LIMIT, PackedIndex } from '../../src/search/packed-index.ts';
import { StringTable } from '../../src/search/string-table.ts';

const DOCS = [...inventedProducts(300)];
const everything: SearchQuery = { sort: 'newest', offset: 0, limit: 1000, facets: true, mature: true };
const indexOf = (docs: SearchDoc[]) => new PackedIndex(buildIndex(docs));
const sorted = (ids: string[]) => [...ids].sort();

describe('the index', () => {
  it('orders by the requested column', () => {
    const index = indexOf(DOCS);
    const by = new Map(DOCS.map((doc) => [doc.id, doc]));
    const column = (sort: SearchQuery['sort'], key: (doc: SearchDoc) => number) =>
      index.search({ ...everything, sort }).ids.map((id) => key(by.get(id) as SearchDoc));
    expect(column('newest', (doc) => -doc.createdAt)).toEqual(
      DOCS.map((doc) => -doc.createdAt).sort((a, b) => a - b),
    );
    expect(column('price_asc', (doc) => doc.priceCents)).toEqual(
      DOCS.map((doc) => doc.priceCents).sort((a, b) => a - b),
    );
    expect(column('price_desc', (doc) => -doc.priceCents)).toEqual(
      DOCS.map((doc) => -doc.priceCents).sort((a, b) => a - b),
    );
    expect(column('popular', (doc) => -doc.popularity)).toEqual(
      DOCS.map((doc) => -doc.popularity).sort((a, b) => a - b),
    );
  });

  it('returns every result on exactly one page, and nothing beyond the depth limit', () => {
    const index = indexOf(DOCS);
    const pages = Array.from(
      { length: 13 },
      (_, page) => index.search({ ...everything, offset: page * 24, limit: 24 }).ids,
    );
    expect(sorted(pages.flat())).toEqual(sorted(DOCS.map(({ id }) => id)));
    expect(index.search({ ...everything, offset: DEPTH_LIMIT, limit: 24 }).ids).toEqual([]);
    expect(index.search({ ...everything, offset: 1e9, limit: 1e9 }).ids).toEqual([]);
  });

  const named = (id: string, name: string): SearchDoc => ({
    ...(DOCS[0] as SearchDoc),
    id,
    name,
    tags: [],
    description: '',
    storeName: '',
    mature: false,
  });
  const small = indexOf([
    named('a', 'Halberd of the Moss'),
    named('b', 'Goblins at dinner'),
    named('c', 'Émile the Brave'),
    named('d', 'Gobling'),
  ]);
  const ids = (words: string) => sorted(small.search({ ...everything, text: words }).ids);

  it.each([
    ['halberd', ['a']],
    ['HALBERD', ['a']],
    ['halb', ['a']],
    ['halbrd', ['a']],
    ['hlaberd', ['a']],
    ['halbered', ['a']],
    ['emile', ['c']],
    ['moss halberd', ['a']],
    ['goblin', ['b', 'd']],
    ['xyzzyx', []],
  ])('for %j finds %j', (words, expected) => {
    expect(ids(words)).toEqual(expected);
  });

  it('says which words were near to one that few have, and which were too many to be read', () => {
    const index = indexOf([
      ...DOCS,
      { ...named('e', 'Griffon'), description: 'with a lanterne' },
      ...['f', 'g', 'h'].map((id) => named(id, 'Lantern')),
    ]);
    const asked = (text: string) => index.search({ ...everything, text });
    expect(asked('lanterne').widened).toEqual([{ typed: 'lanterne', also: ['lantern'] }]);
    expect(asked('lanterne').corrections).toEqual([]);
    expect(asked('lantern').widened).toEqual([]);
    const many = Array.from({ length: 18 }, (_, at) => `word${at}`);
    expect(asked(many.slice(0, 16).join(' ')).unread).toEqual([]);
    expect(asked(many.join(' ')).unread).toEqual(['word16', 'word17']);
  });

  it('finds what has most of the words where fewer than three have all, and says which words none of them has', () => {
    const found = small.search({ ...everything, text: 'moss halberd', sort: 'relevance' });
    expect([found.ids, found.partial]).toEqual([['a'], null]);
    const partly = small.search({ ...everything, text: 'brave halberd', sort: 'relevance' });
    expect([partly.ids, partly.partial]).toEqual([['c', 'a'], { complete: 0, without: [] }]);
    const stray = small.search({ ...everything, text: 'brave emile spaceship', sort: 'relevance' });
    expect([stray.ids, stray.partial]).toEqual([['c'], { complete: 0, without: ['spaceship'] }]);
  });

  it.each([
    ['goblin -gobling', ['b']],
    ['-goblin -brave', ['a', 'd']],
    ['stl file of the halberd', ['a']],
    ['"of the moss"', ['a']],
    ['"moss the of"', ['a']],
    ['émile', ['c']],
    ['hal­berd', ['a']],
    ['gob ling', ['d']],
  ])('for %j, read as people mean it, finds %j', (words, expected) => {
    expect(ids(words)).toEqual(expected);
  });

  it('says of a text without words that nothing was asked', () => {
    const asked = (text: string) => small.search({ ...everything, text }).hasWords;
    expect([asked('🐉'), asked('!!!'), asked(''), asked('halberd'), asked('-halberd')]).toEqual([
      ...[false, false, false],
      ...[true, true],
    ]);
  });

  it('reports corrected words', () => {
    expect(small.search({ ...everything, text: 'halbrd' }).corrections).toEqual([
      { typed: 'halbrd', searched: 'halberd' },
    ]);
    expect(small.search({ ...everything, text: 'halberd' }).corrections).toEqual([]);
  });

  it('returns the same for initial, added and repacked documents', () => {
    const changed = DOCS.map((doc, at) =>
      at % 3 === 0 ? { ...doc, name: `renamed ${doc.name}`, priceCents: doc.priceCents + 1 } : doc,
    ).filter((_, at) => at % 7 !== 0);
    const living = indexOf(DOCS);
    DOCS.forEach((doc, at) => {
      if (at % 7 === 0) living.remove(doc.id);
    });
    for (const doc of changed) living.put(doc);
    const packed = new PackedIndex(living.data());
    const fresh = indexOf(changed);
    for (const words of ['dragon', 'renamed dragon', 'dra', 'knight goblin', '']) {
      const query = { ...everything, text: words };
      const expected = fresh.search(query);
      for (const index of [living, packed]) {
        const found = index.search(query);
        expect(sorted(found.ids)).toEqual(sorted(expected.ids));
        expect(found.facets.type).toEqual(expected.facets.type);
      }
    }
    expect(packed.size).toBe(changed.length);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('"', '* OR 1', '\ud800', '💀 dragon', '%_', `${'a'.repeat(10_000)}`, 'NEAR(a b)'),
        ),
        (words) => {
          const { ids: found, total } = small.search({ ...everything, text: words });
          expect(found.length).toBe(total);
        },
      ),
    );
  });
});

describe('edit distances', () => {
  const distance = (a: string, b: string): number => {
    const rows = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    );
    const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        let value = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        );
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          value = Math.min(value, at(i - 2, j - 2) + 1);
        (rows[i] as number[])[j] = value;
      }
    }
    return at(a.length, b.length);
  };
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 });

  it('match the full distance table', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 40 }),
        word,
        fc.constantFrom(1, 2),
        (list, wanted, edits) => {
          const terms = list.sort();
          const expected = terms.flatMap((term, at) =>
            distance(term, wanted) <= edits ? [{ at, distance: distance(term, wanted) }] : [],
          );
          expect(termsNear(StringTable.of(terms), wanted, edits)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});
