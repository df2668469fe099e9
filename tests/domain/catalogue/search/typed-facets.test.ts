import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACETS, facetWord } from '../../../../src/domain/catalogue/facets.ts';
import { FACET_SPELLINGS, plainSpelling } from '../../../../src/domain/catalogue/search/facet-spellings.ts';
import {
  type TypedFacet,
  typedFacets,
  withFacetsAsWords,
  withoutFacets,
} from '../../../../src/domain/catalogue/search/typed-facets.ts';
import { typedPrice } from '../../../../src/domain/catalogue/search/typed-price.ts';
import { typedLabel } from '../../../../src/domain/catalogue/search/understood-search.ts';
import { TRADE_QUERIES } from './trade-queries.ts';

const labels = (query: string, facets: readonly TypedFacet[]) =>
  facets.map((facet) => `${facet.choice === 'exclude' ? 'not ' : ''}${typedLabel(facet, query)}`);

describe('what people of the trade type', () => {
  it.each(TRADE_QUERIES)('“%s”', (query, filters, left) => {
    const { text, facets } = typedFacets(query);
    expect([labels(query, facets), text]).toEqual([filters, left]);
  });
});

describe('a value of a filter', () => {
  const values = Object.entries(FACETS).flatMap(([facet, { values }]) =>
    Object.keys(values).map((value) => [facet as keyof typeof FACETS, value] as const),
  );

  it('is read by the word under which products are found', () => {
    for (const [facet, value] of values)
      expect(typedFacets(facetWord(facet, value)).facets).toMatchObject([{ name: facet, values: [value] }]);
  });

  it('is not read where the operator hid it, and is read by the name that they gave it', () => {
    expect(typedFacets('15mm tank', { hidden: ['scale:15'], names: {} }).text).toBe('15mm tank');
    const renamed = { hidden: [], names: { 'printer:fdm': 'Rolled thread' } };
    expect(typedFacets('tower rolled-thread', renamed)).toMatchObject({
      text: 'tower',
      facets: [{ name: 'printer', values: ['fdm'] }],
    });
  });

  it('is typed twice and read once, and both go with it', () => {
    const { facets } = typedFacets('32mm orc 32 mm');
    expect(facets).toHaveLength(1);
    expect(withoutFacets('32mm orc 32 mm', facets)).toBe('orc');
  });
});

it('the words of a filter stand in quotes to be words; a price and what is left out go', () => {
  const query = 'resin dragon 32 mm -fdm under $8 bust';
  const { facets } = typedFacets(query);
  const asWords = withFacetsAsWords(query, facets);
  expect(asWords).toBe('"resin" dragon "32 mm" "bust"');
  expect(typedFacets(asWords)).toEqual({ text: asWords, facets: [] });
});

describe('a price', () => {
  const range = (text: string) => typedPrice(text.split(' '))?.range ?? null;
  it.each([
    ['under $5', null, 499],
    ['up to $5', null, 500],
    ['<$5', null, 499],
    ['max 5 usd', null, 500],
    ['5 dollars or less', null, 500],
    ['$5+', 500, null],
    ['over $10', 1001, null],
    ['from $10', 1000, null],
    ['from $5 to $10', 500, 1000],
    ['$ 5 - $ 10', 500, 1000],
    ['between $10 and $5', 500, 1000],
    ['5-10 dollars', 500, 1000],
    ['less than $2,50', null, 249],
    ['under $0', null, 0],
  ])('%s', (text, from, to) => expect(range(text)).toEqual({ from, to }));
  it.each([
    '$5',
    'under',
    'under 75 mm',
    'over 10',
    'from 5',
    '5-10',
    'between us',
    '5 to 10',
    'under $5.555',
  ])('“%s” is none', (text) => expect(range(text)).toBeNull());
});

/** Texts of spellings, of what looks like them, and of anything. */
const words = fc.oneof(
  fc.constantFrom(...FACET_SPELLINGS.keys()),
  fc.constantFrom(
    'not',
    '-',
    '"',
    '“',
    'pre',
    'supported',
    'support',
    'free',
    'hand',
    'with',
    'base',
    'on',
    'a',
    'x',
  ),
  fc.constantFrom(
    'under',
    '$5',
    '5',
    'dollars',
    'to',
    'between',
    'and',
    '32',
    'mm',
    '-resin',
    'no',
    'sci',
    'fi',
    'dragon',
  ),
  fc.string({ maxLength: 6, unit: 'grapheme' }),
);
const texts = fc.array(words, { maxLength: 24 }).map((all) => all.join(' '));

describe('any text', () => {
  it('is read again around a filter that was read in it', () => {
    for (const text of ['pre bust supported', 'support resin free', 'under 8 resin', 'sci terrain fi']) {
      const { text: left, facets } = typedFacets(text);
      expect([text, left, facets.length]).toEqual([text, '', 2]);
      expect(withoutFacets(text, facets)).toBe('');
    }
  });

  it('is read, and what is left of it says no filter again', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ maxLength: 260, unit: 'binary' })), (text) => {
        const { text: left, facets } = typedFacets(text);
        if (facets.length === 0) expect(left).toBe(text);
        else if (text.length <= 200) expect(typedFacets(left)).toEqual({ text: left, facets: [] });
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps what stands in quotes', () => {
    const inside = texts
      .map((text) => text.replaceAll(/["“”„«»]/g, '').slice(0, 60))
      .filter((text) => text !== '');
    fc.assert(
      fc.property(fc.constantFrom('', 'resin ', 'orc '), inside, texts, (before, quoted, after) => {
        expect(typedFacets(`${before}"${quoted}" ${after}`).text).toContain(`"${quoted}"`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes time in proportion to its length, and nothing after its first 200 characters is read', () => {
    // Counted, not timed: each spelling is looked up once for each window of six words.
    const long = 'resin '.repeat(50_000);
    const { facets } = typedFacets(long);
    expect(facets).toHaveLength(1);
    expect(facets[0]?.places.every(([, end]) => end <= 200)).toBe(true);
    expect(typedFacets(`${'x'.repeat(400)} resin`).facets).toEqual([]);
  });
});

it('a spelling is written as it is compared', () => {
  expect(['Pre-Supported', 'pre supported', 'PRESUPPORTED,'].map(plainSpelling)).toEqual(
    Array(3).fill('presupported'),
  );
  expect(['1/56', '1:56', '0.05', 'D&D', 'Sci–Fi'].map(plainSpelling)).toEqual([
    '1:56',
    '1:56',
    '0.05',
    'd&d',
    'scifi',
  ]);
});
