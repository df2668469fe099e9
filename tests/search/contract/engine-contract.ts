import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  SearchChange,
  SearchDoc,
  SearchEngine,
  SearchFacet,
  SearchQuery,
} from '../../../src/search/engine.ts';

/** An engine to be tested, and how it is started anew around what it has stored. */
export interface ContractEngine {
  engine: SearchEngine;
  /** Closes the engine as a process that ends does, and opens the next one. */
  restart(): Promise<SearchEngine>;
  close(): Promise<void>;
}

/** Enough models have "stone" in their description, so that no search for it is widened. */
const NAMES = ['Basilisk', 'Chimera', 'Gorgon', 'Harpy', 'Manticore', 'Sphinx'];

export function contractDoc(id: string, more: Partial<SearchDoc> = {}): SearchDoc {
  return {
    id,
    name: id,
    tags: [],
    storeName: 'Wren',
    description: '',
    single: {},
    multi: {},
    priceCents: 500,
    popularity: 0,
    ratingScore: 0,
    createdAt: 1_700_000_000_000,
    mature: false,
    box: null,
    ...more,
  };
}

const CATALOGUE = NAMES.map((name, at) =>
  contractDoc(`model${at}`, {
    name: `${name} Statue`,
    tags: at < 4 ? ['greek myth', name === 'Gorgon' ? 'snake hair' : 'claws'] : ['desert'],
    description: `Carved from stone, number ${at}.`,
    single: { type: at % 2 === 0 ? 'figure' : 'bust', scale: at < 2 ? '75' : '32', store: `store${at % 3}` },
    multi: { genre: at < 3 ? ['fantasy', 'horror'] : ['fantasy'] },
    priceCents: 100 * (at + 1),
    popularity: at * 7,
    ratingScore: (at * 5) % 6,
    createdAt: 1_700_000_000_000 + ((at * 5) % 6) * 1_000,
    mature: at === 5,
    box: at === 4 ? null : { narrow: 20 + at, wide: 30 + at, tall: 40 + at },
  }),
);
const BASE: SearchQuery = { sort: 'newest', offset: 0, limit: 50, facets: true };

async function* inParts(docs: readonly SearchDoc[], size = 4): AsyncGenerator<SearchDoc[]> {
  for (let from = 0; from < docs.length; from += size) yield docs.slice(from, from + size);
}
const put = (doc: SearchDoc, version: number): SearchChange => ({ op: 'put', doc, version });
const del = (id: string, version: number): SearchChange => ({ op: 'del', id, version });

/**
 * What every engine of the search has to do. It runs against the engine inside, against that of OpenSearch with a stand-in, and
 * in a drill against a second engine that is there only for it.
 */
export function describeEngine(name: string, open: () => Promise<ContractEngine>): void {
  describe(`${name} as a search engine`, () => {
    let opened: ContractEngine;
    let engine: SearchEngine;
    beforeAll(async () => {
      opened = await open();
      engine = opened.engine;
    });
    afterAll(() => opened?.close());
    // A build starts threads, which takes seconds on a busy machine.
    beforeEach(() => engine.rebuild(inParts(CATALOGUE), 10), 60_000);

    const found = async (text: string, more: Partial<SearchQuery> = {}) =>
      (await engine.search({ ...BASE, text, sort: 'relevance', ...more })).ids;
    const sorted = async (...asked: Parameters<typeof found>) => (await found(...asked)).toSorted();
    const counts = async (facet: SearchFacet, more: Partial<SearchQuery> = {}) =>
      Object.fromEntries(
        ((await engine.search({ ...BASE, ...more })).facets[facet] ?? []).map(({ value, count }) => [
          value,
          count,
        ]),
      );

    it('finds what it was built from, by words of each field', async () => {
      expect(await found('gorgon')).toEqual(['model2']);
      expect((await found('GORGON statues'))[0]).toBe('model2');
      expect(await sorted('myth')).toEqual(['model0', 'model1', 'model2', 'model3']);
      expect(await sorted('stone')).toEqual(['model0', 'model1', 'model2', 'model3', 'model4']);
      expect(await sorted('wren')).toHaveLength(5);
    });

    it('stands where the last build or change has left it', async () => {
      expect((await engine.stand())?.seq).toBe(10);
      await engine.apply([], 14);
      expect((await engine.stand())?.seq).toBe(14);
      await engine.rebuild(inParts(CATALOGUE), 12);
      expect((await engine.stand())?.seq).toBe(12);
    });

    it('a changed document is found by its new words only, a new one and one that is gone as they are', async () => {
      await engine.apply(
        [
          put({ ...(CATALOGUE[2] as SearchDoc), name: 'Wyvern Bust' }, 11),
          put(contractDoc('model9', { name: 'Kraken' }), 12),
          del('model0', 12),
        ],
        12,
      );
      expect(await found('gorgon')).toEqual([]);
      expect(await found('wyvern')).toEqual(['model2']);
      expect(await found('kraken')).toEqual(['model9']);
      expect(await found('basilisk')).toEqual([]);
      expect((await engine.search(BASE)).total).toBe(5);
    });

    it('an older reading never takes the place of a newer one, and the same one twice is there once', async () => {
      const [newer, older] = [
        contractDoc('model9', { name: 'Kraken' }),
        contractDoc('model9', { name: 'Leviathan' }),
      ];
      await engine.apply([put(newer, 13)], 13);
      await engine.apply([put(older, 12)], 13);
      await engine.apply([put(newer, 13)], 13);
      expect([await found('kraken'), await found('leviathan')]).toEqual([['model9'], []]);
      await engine.apply([del('model9', 15)], 15);
      await engine.apply([put(newer, 14)], 15);
      expect(await found('kraken')).toEqual([]);
      await engine.apply([put(newer, 16)], 16);
      expect(await found('kraken')).toEqual(['model9']);
      expect((await engine.search(BASE)).total).toBe(6);
    });

    it('filters by facets, price, size and what is not for all', async () => {
      const ids = async (more: Partial<SearchQuery>) =>
        (await engine.search({ ...BASE, ...more })).ids.toSorted();
      expect(await ids({ include: { type: ['figure'] } })).toEqual(['model0', 'model2', 'model4']);
      expect(await ids({ include: { type: ['figure'], genre: ['horror'] } })).toEqual(['model0', 'model2']);
      expect(await ids({ include: { scale: ['75', '32'], store: ['store1'] } })).toEqual([
        'model1',
        'model4',
      ]);
      expect(await ids({ exclude: { genre: ['horror'] } })).toEqual(['model3', 'model4']);
      expect(await ids({ include: { type: ['no such'] } })).toEqual([]);
      expect(await ids({ price: { from: 200, to: 300 } })).toEqual(['model1', 'model2']);
      expect(await ids({ price: { from: null, to: 100 } })).toEqual(['model0']);
      expect(await ids({ fits: { narrow: 21, wide: 99, tall: 99 } })).toEqual(['model0', 'model1']);
      expect(await ids({ mature: true })).toHaveLength(6);
    });

    it('counts the values of every facet, of a chosen one also those that were not chosen', async () => {
      expect(await counts('type')).toEqual({ figure: 3, bust: 2 });
      expect(await counts('genre')).toEqual({ fantasy: 5, horror: 3 });
      const chosen = { include: { type: ['bust'] } };
      expect(await counts('type', chosen)).toEqual({ figure: 3, bust: 2 });
      expect(await counts('scale', chosen)).toEqual({ 75: 1, 32: 1 });
      const both = { include: { type: ['bust'], scale: ['32'] } };
      expect([await counts('type', both), await counts('scale', both)]).toEqual([
        { figure: 2, bust: 1 },
        { 75: 1, 32: 1 },
      ]);
      const { facets } = await engine.search({ ...BASE, facets: false });
      expect(Object.keys(facets)).toEqual([]);
    });

    it('lists the most frequent values of a facet first, and of equally frequent ones in their order', async () => {
      const { facets } = await engine.search(BASE);
      expect(facets.store).toEqual([
        { value: 'store0', count: 2 },
        { value: 'store1', count: 2 },
        { value: 'store2', count: 1 },
      ]);
    });

    it('orders by each column', async () => {
      const byColumn = async (sort: SearchQuery['sort']) => {
        const { ids } = await engine.search({ ...BASE, sort, mature: true });
        return ids.map((id) => Number(id.at(-1)));
      };
      expect(await byColumn('price_asc')).toEqual([0, 1, 2, 3, 4, 5]);
      expect(await byColumn('price_desc')).toEqual([5, 4, 3, 2, 1, 0]);
      expect(await byColumn('popular')).toEqual([5, 4, 3, 2, 1, 0]);
      expect(await byColumn('rating')).toEqual([1, 2, 3, 4, 5, 0]);
      expect(await byColumn('newest')).toEqual([1, 2, 3, 4, 5, 0]);
      // Without words there is nothing to be relevant to.
      expect(await byColumn('relevance')).toEqual([1, 2, 3, 4, 5, 0]);
    });

    it('puts names before descriptions', async () => {
      const docs = [
        contractDoc('described', { name: 'Plinth', description: 'for an obelisk and other things' }),
        contractDoc('named', { name: 'Obelisk', description: 'of two parts' }),
      ];
      await engine.apply(
        docs.map((doc) => put(doc, 11)),
        11,
      );
      expect(await found('obelisk')).toEqual(['named', 'described']);
    });

    it('shows every result on exactly one page', async () => {
      for (const text of ['', 'stone']) {
        const pages = await Promise.all(
          [0, 2, 4, 6].map((offset) => engine.search({ ...BASE, text, offset, limit: 2 })),
        );
        expect(pages.flatMap(({ ids }) => ids).toSorted()).toEqual([
          'model0',
          'model1',
          'model2',
          'model3',
          'model4',
        ]);
        expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
      }
    });

    it('finds a word with a slip, and one that is still being typed', async () => {
      expect(await found('manticroe')).toEqual(['model4']);
      expect(await found('basilsk')).toEqual(['model0']);
      expect(await found('chim')).toEqual(['model1']);
      expect(await engine.suggest('chim', 5)).toEqual([{ id: 'model1', name: 'Chimera Statue' }]);
      expect(await engine.suggest('stat', 2)).toHaveLength(2);
    });

    it('leaves out what has an excluded word', async () => {
      expect(await sorted('myth -claws')).toEqual(['model2']);
      expect(await sorted('-myth')).toEqual(['model4']);
    });

    it('holds the words of a phrase together', async () => {
      await engine.apply([put(contractDoc('loose', { name: 'Hair of a Snake' }), 11)], 11);
      expect(await found('"snake hair"')).toEqual(['model2']);
      expect(await sorted('snake hair')).toEqual(['loose', 'model2']);
    });

    it('adds what has most of the words where few have all, and says what was left out', async () => {
      const { ids, partial } = await engine.search({
        ...BASE,
        text: 'gorgon statue xylophone',
        sort: 'relevance',
      });
      expect(ids[0]).toBe('model2');
      expect(partial?.complete).toBe(0);
      expect(partial?.without).toContain('xylophone');
      const whole = await engine.search({ ...BASE, text: 'carved stone', sort: 'relevance' });
      expect([whole.total, whole.partial]).toEqual([5, null]);
    });

    it('says of a text without words that nothing was asked', async () => {
      expect((await engine.search({ ...BASE, text: '!!!' })).hasWords).toBe(false);
      expect((await engine.search({ ...BASE, text: 'gorgon' })).hasWords).toBe(true);
      expect((await engine.search({ ...BASE, text: 'zeppelinology' })).total).toBe(0);
    });

    it('takes any text', async () => {
      for (const text of [
        '"',
        '"-',
        '\u0000',
        "'; DROP TABLE x --",
        '\ud800',
        '*?{}[]()~^:/\\',
        '🐉'.repeat(80),
      ])
        expect((await engine.search({ ...BASE, text })).total, text).toBeGreaterThanOrEqual(0);
    });

    it('is empty once everything is gone, and goes on', async () => {
      await engine.apply(
        CATALOGUE.map(({ id }) => del(id, 11)),
        11,
      );
      const { ids, total, facets } = await engine.search({ ...BASE, mature: true });
      expect([ids, total, facets.type]).toEqual([[], 0, []]);
      await engine.rebuild(inParts([]), 12);
      expect((await engine.search(BASE)).total).toBe(0);
      await engine.apply([put(contractDoc('model9', { name: 'Kraken' }), 13)], 13);
      expect(await found('kraken')).toEqual(['model9']);
    });

    it('takes thousands of changes at once', async () => {
      const docs = Array.from({ length: 3_000 }, (_, at) =>
        contractDoc(`many${at}`, { name: `Pebble ${at}`, single: { store: `store${at % 90}` } }),
      );
      await engine.apply(
        docs.map((doc) => put(doc, 11)),
        11,
      );
      const { total, facets } = await engine.search({ ...BASE, text: 'pebble ' });
      expect([total, facets.store?.length, facets.store?.[0]?.count]).toEqual([3_000, 60, 34]);
      await engine.apply(
        docs.map(({ id }) => del(id, 12)),
        12,
      );
      expect((await engine.search(BASE)).total).toBe(5);
    });

    it('keeps its index where building a new one fails', async () => {
      async function* broken(): AsyncGenerator<SearchDoc[]> {
        yield [contractDoc('model9', { name: 'Kraken' })];
        throw new Error('the backend is away');
      }
      await expect(engine.rebuild(broken(), 20)).rejects.toThrow('the backend is away');
      expect((await engine.stand())?.seq).toBe(10);
      expect([await found('gorgon'), await found('kraken')]).toEqual([['model2'], []]);
    });

    it('goes on after a restart from where it stood', async () => {
      engine = await opened.restart();
      const stand = await engine.stand();
      expect(stand?.seq).toBe(10);
      expect(await found('gorgon')).toEqual(['model2']);
      expect(await counts('type')).toEqual({ figure: 3, bust: 2 });
    });
  });
}
