import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedQuery } from '../../../../src/domain/catalogue/search/saved-search.ts';
import {
  choiceOf,
  FILTER_NAMES,
  filterLabel,
  leftOut,
  parseSearch,
  SORTS,
  searchAddress,
  searchHeading,
  withChoice,
} from '../../../../src/domain/catalogue/search/search-params.ts';

const names = fc.constantFrom(
  'query',
  'sort',
  'page',
  'fits',
  'hide',
  '__proto__',
  'constructor',
  ...FILTER_NAMES,
  ...FILTER_NAMES.map((name) => `not-${name}`),
);
const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'figure',
    'terrain',
    '32',
    'yes',
    'newest',
    'toString',
    '2',
    '-1',
    '1e9',
    'dungeon',
    '130x80x160',
    'ai',
  ),
);
const anything = fc.array(fc.tuple(names, values), { maxLength: 30 }).map((pairs) => ({
  getAll: (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value),
}));

describe('search parameters', () => {
  it('are parsed from any query without throwing, ignoring unknown values', () => {
    fc.assert(
      fc.property(anything, (sent) => {
        const params = parseSearch(sent);
        expect(params.query.length).toBeLessThanOrEqual(200);
        expect(Object.keys(SORTS)).toContain(params.sort);
        expect(params.page).toBeGreaterThanOrEqual(1);
        expect(params.page).toBeLessThanOrEqual(41);
        for (const type of params.include.type ?? [])
          expect(['figure', 'mount', 'vehicle', 'terrain', 'base', 'prop', 'bust']).toContain(type);
      }),
    );
  });

  it('survive a round trip', () => {
    fc.assert(
      fc.property(anything, (sent) => {
        const params = parseSearch(sent);
        expect(parseSearch(new URLSearchParams(searchAddress(params)))).toEqual(params);
      }),
    );
  });

  it('are unchanged after a choice is made and undone', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom('include', 'exclude'), (sent, choice) => {
        const params = { ...withChoice(parseSearch(sent), 'genre', 'horror', 'off'), page: 1 };
        const chosen = withChoice(params, 'genre', 'horror', choice as 'include' | 'exclude');
        expect(choiceOf(chosen, 'genre', 'horror')).toBe(choice);
        expect(withChoice(chosen, 'genre', 'horror', 'off')).toEqual(params);
      }),
    );
  });

  it('are empty for an empty query', () => {
    expect(searchAddress(parseSearch(new URLSearchParams('')))).toBe('');
    expect(parseSearch(new URLSearchParams('')).sort).toBe('newest');
    expect(parseSearch(new URLSearchParams('query=dragon')).sort).toBe('relevance');
  });
});

it('the pages of sales and free models have headings of their own', () => {
  const heading = (query: string) =>
    searchHeading(parseSearch(new URLSearchParams(query)), { creatures: 'Creatures' });
  expect(heading('sale=yes')).toBe('Miniatures on sale');
  expect(heading('free=yes')).toBe('Free miniatures');
  expect(heading('category=creatures')).toBe('Creatures');
  expect(heading('')).toBe('All miniatures');
  expect(heading('not-sale=yes')).toBe('All miniatures');
  expect(heading('sale=yes&price=free')).toBe('All miniatures');
  expect(heading('sale=yes&query=orc')).toBe('Results for “orc”');
});

const search = (query: string) => parseSearch(new URLSearchParams(query));

it('licence, base, creature and prints of a product can be searched', () => {
  const query = 'base=32&licence=merchant&material=resin&prints=any&archetype=sea-monster';
  expect(searchAddress(search(query))).toBe(query);
  expect(search('licence=exclusive&base=31&prints=constructor').include).toEqual({});
  expect(filterLabel('archetype', 'sea-monster')).toBe('Sea monster');
  expect(filterLabel('base', '32')).toBe('32 mm');
});

it('a printer is a part of the search’s address, and only a volume that exists', () => {
  expect(searchAddress(search('fits=80x130x160&query=orc'))).toBe('query=orc&fits=130x80x160');
  expect(search('fits=huge').fits).toBeNull();
  expect(search('').fits).toBeNull();
  expect(searchHeading(search('sale=yes&fits=130x80x160'), {})).toBe('All miniatures');
});

it('the lasting choice against AI leaves out both declarations, but not in a search for them', () => {
  expect(leftOut(search('query=orc'))).toEqual({});
  expect(leftOut(search('hide=ai&not-genre=horror'))).toEqual({
    genre: ['horror'],
    ai: ['assisted', 'generated'],
  });
  expect(leftOut(search('hide=ai&ai=generated'))).toEqual({});
  expect(searchAddress(search('hide=ai'))).toBe('hide=ai');
});

it('what is looked for in a list of filters is a part of the address, and of no saved search', () => {
  const params = parseSearch(
    new URLSearchParams(`store=wren&find-store= Ash  grove &find-nothing=x&find-base=${'9'.repeat(90)}`),
  );
  expect(params.find).toEqual({ store: 'Ash grove', base: '9'.repeat(40) });
  expect(searchAddress({ ...params, find: { store: 'Ash grove' } })).toBe('store=wren&find-store=Ash+grove');
  expect(storedQuery(params)).toBe('store=wren');
});
