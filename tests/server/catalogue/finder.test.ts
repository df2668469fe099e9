import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASHGROVE } from '../../../src/dev/world/products/ashgrove.ts';
import { DEEPDELVE_DUNGEON } from '../../../src/dev/world/products/deepdelve-dungeon.ts';
import { DEEPDELVE_OPEN_AIR } from '../../../src/dev/world/products/deepdelve-open-air.ts';
import { ORBITAL } from '../../../src/dev/world/products/orbital.ts';
import { FACET_OFFER, type FacetOffer } from '../../../src/domain/catalogue/facet-offer.ts';
import { PRODUCT_FIELDS } from '../../../src/domain/catalogue/product-fields.ts';
import { searchDoc } from '../../../src/domain/catalogue/search/search-doc.ts';
import { parseSearch } from '../../../src/domain/catalogue/search/search-params.ts';
import { typedFacets, withFacetsAsWords } from '../../../src/domain/catalogue/search/typed-facets.ts';
import { typedLabel } from '../../../src/domain/catalogue/search/understood-search.ts';
import { emptyOf } from '../../../src/domain/kernel/fields/field-table.ts';
import { buildIndex } from '../../../src/search/index-builder.ts';
import { PackedIndex } from '../../../src/search/packed-index.ts';
import { openFinder } from '../../../src/server/catalogue/finder.ts';
import { TRADE_QUERIES } from '../../domain/catalogue/search/trade-queries.ts';

/** The demo world in an index, as the site has it. */
const PRODUCTS = [...ASHGROVE, ...DEEPDELVE_DUNGEON, ...DEEPDELVE_OPEN_AIR, ...ORBITAL].filter(
  ({ state }) => state === 'published',
);
const NOW = Date.UTC(2026, 10, 28);
const index = new PackedIndex(
  buildIndex(
    PRODUCTS.map((product) =>
      searchDoc(
        {
          ...emptyOf(PRODUCT_FIELDS),
          ...product,
          ...{ store: { slug: 'wren', name: 'Wren' }, category: null, popularity: 0, room: null },
          ...{
            printed: [],
            printCount: 0,
            sale: null,
            mature: false,
            publishedAt: NOW,
            stars: [0, 0, 0, 0, 0],
          },
        },
        NOW,
      ),
    ),
  ),
);
let asked = 0;
const search = {
  search: async (query: Parameters<PackedIndex['search']>[0]) => {
    asked += 1;
    return { ...index.search(query), tookMs: 0, engine: 'packed' };
  },
};
const cards = async (ids: readonly string[]) =>
  ids.map((id) => ({ id, name: PRODUCTS.find((product) => product.id === id)?.name ?? '' }) as never);
const storeNames = async () => ({ wren: 'Wren & Daughters' });
const finderWith = (offer: FacetOffer) =>
  openFinder({ search, listings: { cards, storeNames }, offer: () => offer });
const finder = finderWith(FACET_OFFER.fallback);
const categories = { all: [], moved: {} };
const how = { categories, mature: false, facets: false, offset: 0, limit: 40 };
const paramsOf = (query: string) => parseSearch(new URLSearchParams(query));
const find = async (query: string, more = '', strict = {}) => {
  const params = paramsOf(`query=${encodeURIComponent(query)}${more}`);
  const found = await finder.find(params, { ...how, ...strict });
  if (!found) throw new Error('the index answers');
  const label = (facet: Parameters<typeof typedLabel>[0]) => typedLabel(facet, params.query);
  return {
    ...{ params, found, total: found.result.total },
    typed: found.search.typed.map(label),
    givenUp: found.givenUp.map(label),
    names: found.result.ids.map((id) => PRODUCTS.find((product) => product.id === id)?.name),
  };
};
const byWords = (query: string) =>
  index.search({ text: query, sort: 'relevance', offset: 0, limit: 40, mature: false }).total;

describe('in the demo world', () => {
  it.each(TRADE_QUERIES)('“%s” finds what its words find, or better', async (query, filters) => {
    const { total, typed, givenUp } = await find(query);
    // A price and what is left out are no words.
    if (byWords(withFacetsAsWords(query, typedFacets(query).facets)) > 0) expect(total).toBeGreaterThan(0);
    // What holds and what was given up is what was read.
    const read = [...typed, ...givenUp];
    expect(read.toSorted()).toEqual(filters.map((label) => label.replace(/^not /, '')).toSorted());
  });

  it('typed filters find what ticked ones find, and what is ticked besides narrows them', async () => {
    const ticked = await find('', '&genre=sci-fi&type=vehicle');
    expect((await find('sci-fi vehicles')).names.toSorted()).toEqual(ticked.names.toSorted());
    const both = await find('sci-fi', '&type=vehicle');
    expect(both.names.toSorted()).toEqual(ticked.names.toSorted());
    expect((await find('dungeon under $4', '&type=terrain')).found.result.ids).toEqual(
      (await find('dungeon', '&type=terrain')).found.result.ids.filter(
        (id) => (PRODUCTS.find((product) => product.id === id)?.priceCents ?? 0) < 400,
      ),
    );
  });

  it('what is left out in words is left out', async () => {
    const all = await find('terrain');
    const rest = await find('terrain not sci-fi');
    expect(rest.total).toBeLessThan(all.total);
    expect((await find('terrain -sci-fi')).names).toEqual(rest.names);
    expect((await find('terrain', '&not-genre=sci-fi')).names).toEqual(rest.names);
  });

  it('words that tell nothing find nothing less beside a filter', async () => {
    expect((await find('resin stl files')).total).toBe((await find('resin')).total);
    expect((await find('the minis for resin')).total).toBe((await find('resin')).total);
  });
});

describe('a filter that no model has together with the rest', () => {
  it('is given up, the one that leaves most, and everything else stays', async () => {
    const { givenUp, typed, names } = await find('75mm dragon resin');
    expect([givenUp, typed]).toEqual([['Scale: 75 mm'], ['Printer: Resin']]);
    expect(names).toEqual((await find('dragon resin')).names);
  });

  it('is words where none of them alone is the reason', async () => {
    const { givenUp, typed, total } = await find('6mm bust of a mech under $1 modern');
    expect([typed, givenUp.length]).toEqual([[], 4]);
    expect(total).toBeGreaterThan(0);
  });

  it('stays, too, where the words are what nothing has, and the words are named', async () => {
    const { typed, total, found } = await find('presupported 32mm knight under $8');
    expect(typed).toEqual(['Supports: Pre-supported', 'Scale: 32 mm', 'Price: under $8']);
    expect(found.result.partial).toEqual({ complete: 0, without: ['knight'] });
    expect(total).toBe((await find('presupported 32mm under $8')).total);
  });

  it('stays where only what has it is wanted', async () => {
    expect(await find('75mm dragon resin', '', { isStrict: true })).toMatchObject({ total: 0, givenUp: [] });
  });
});

describe('a search that finds nothing', () => {
  const dropsOf = async (query: string, more = '') => {
    const { params, total } = await find(query, more);
    asked = 0;
    const drops = await finder.drops(params, {}, how);
    return { total, drops, asked };
  };

  it('names what to leave out, with the models behind it, filters before words, and keeps the others', async () => {
    const vehicle = await dropsOf('dragon 32mm', '&type=vehicle');
    expect(vehicle.drops.map(({ label }) => label)).toEqual(['Type: Vehicle', '“dragon”', 'all filters']);
    const { total, drops } = await dropsOf('dragon resin', '&scale=75&parts=single');
    expect(total).toBe(0);
    const counts = drops.slice(0, -1).map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    for (const { params, count } of drops) {
      const again = await finder.find(params, how);
      expect(again?.result.total).toBe(count);
    }
    expect(drops.map(({ label }) => label)).toEqual(['Scale: 75 mm', 'all filters']);
  });

  it('leaves out a filter that was typed and ticked in both places', async () => {
    const { drops } = await dropsOf('golem 75mm', '&scale=54&genre=fantasy&store=wren');
    expect(drops.find(({ label }) => label === 'Scale: 54 mm or 75 mm')?.params).toMatchObject({
      query: 'golem',
      include: { genre: ['fantasy'], store: ['wren'] },
    });
  });

  it('is counted a dozen times at most, whatever was asked', async () => {
    const words = Array.from({ length: 30 }, (_, at) => `zz${at}`).join(' ');
    const many =
      '&scale=75&genre=horror&type=bust&printer=fdm&parts=multipart&not-supports=presupported&fits=20x20x20';
    expect((await dropsOf(words, many)).asked).toBeLessThanOrEqual(12);
    expect((await dropsOf('zzyzx')).drops).toEqual([]);
  });

  it('is no dead end where one filter or word is the reason', async () => {
    const filters = fc.subarray([
      'scale=75',
      'genre=horror',
      'type=bust',
      'printer=fdm',
      'not-genre=fantasy',
      'price=free',
    ]);
    const words = fc.subarray(['dragon', 'golem', 'resin', 'under $3', 'zzyzx', '-tower', '"old mill"']);
    await fc.assert(
      fc.asyncProperty(filters, words, async (ticked, typed) => {
        const { total, drops } = await dropsOf(typed.join(' '), ticked.map((one) => `&${one}`).join(''));
        if (total > 0) return;
        // Without its words or without its filters a search of this world finds something.
        if (ticked.length > 0 && typed.length > 0) expect(drops.length + typed.length).toBeGreaterThan(0);
        for (const { count } of drops) expect(count).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a long list of a filter', () => {
  const valuesOf = async (query: string) => {
    const params = paramsOf(query);
    const found = await finder.find(params, how);
    asked = 0;
    const values = found && (await finder.values(params, found, {}, how));
    return { values, asked };
  };

  it('is searched by name or address, with the models of this search behind each value', async () => {
    expect((await valuesOf('find-store=wre')).values).toEqual({
      store: [{ value: 'wren', count: PRODUCTS.length }],
    });
    const { values } = await valuesOf('find-archetype=dra&genre=fantasy&archetype=mech');
    const dragons = PRODUCTS.filter(
      ({ archetype, facets }) => archetype === 'dragon' && facets.genre.includes('fantasy'),
    );
    expect(values).toEqual({ archetype: [{ value: 'dragon', count: dragons.length }] });
    expect((await valuesOf('find-genre=sci')).values).toMatchObject({ genre: [{ value: 'sci-fi' }] });
  });

  it('finds nothing where nothing has it, and costs a few questions whatever is typed', async () => {
    expect((await valuesOf('find-store=zzyzx')).values).toEqual({ store: [] });
    expect((await valuesOf('find-store=%21&find-archetype=%E2%98%83')).values).toEqual({
      store: [],
      archetype: [],
    });
    expect(
      (await valuesOf('find-store=e&find-archetype=e&find-base=1&find-scale=1')).asked,
    ).toBeLessThanOrEqual(26);
  });
});

it('a model with all the words in its name is named where the filters leave it out', async () => {
  const { params, found } = await find('six grounds 32 mm base set');
  expect(found.result.ids.length).toBeGreaterThan(0);
  expect(await finder.named(params, found, how)).toBeNull();
  // An operator may call a filter what is a part of a name.
  const other = finderWith({ hidden: [], names: { 'type:terrain': 'Ember' } });
  const ember = paramsOf('query=the+ember');
  const terrain = await other.find(ember, how);
  expect(terrain?.search.include).toEqual({ type: ['terrain'] });
  expect(terrain && (await other.named(ember, terrain, how))).toMatchObject({
    name: 'Ashkarra, the Ember Matriarch (Bust)',
  });
});
