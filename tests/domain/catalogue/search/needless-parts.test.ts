import { expect, it } from 'vitest';
import { needlessPart } from '../../../../src/domain/catalogue/search/needless-parts.ts';
import { parseSearch, SORTS, searchAddress } from '../../../../src/domain/catalogue/search/search-params.ts';

it.each([
  ['', 'fits', '', true],
  ['', 'query', ' ', true],
  ['', 'sort', 'newest', true],
  ['', 'sort', 'relevance', false],
  ['golem', 'sort', 'relevance', true],
  ['golem', 'sort', 'newest', false],
  ['', 'page', '1', true],
  ['', 'page', '2', false],
  ['', 'scale', '32', false],
])('in a search for "%s", %s=%s is needless: %s', (query, name, value, needless) => {
  expect(needlessPart(query)(name, value)).toBe(needless);
});

it('an address that a search writes has no needless part', () => {
  for (const query of ['', 'golem'])
    for (const sort of Object.keys(SORTS)) {
      const written = new URLSearchParams(
        searchAddress(parseSearch(new URLSearchParams({ query, sort, page: '1' }))),
      );
      for (const [name, value] of written) expect(needlessPart(query)(name, value), `${written}`).toBe(false);
    }
});
