import { expect, test } from 'vitest';
import { FACET_OFFER, offeredValues } from '../../../src/domain/catalogue/facet-offer.ts';
import { FACETS } from '../../../src/domain/catalogue/facets.ts';
import { filterLabel, parseSearch } from '../../../src/domain/catalogue/search/search-params.ts';
import { facetGroups } from '../../../src/features/catalogue/search/facet-groups.ts';

const read = (value: unknown) => {
  const checked = FACET_OFFER.check(value);
  if ('problems' in checked) throw new Error(Object.keys(checked.problems).join());
  return checked.value;
};
const fieldsOf = (value: unknown) => {
  const checked = FACET_OFFER.check(value);
  return 'problems' in checked ? Object.keys(checked.problems) : [];
};

test('a hidden value is chosen by nobody new, and stays where it was chosen', () => {
  const offer = read({ hidden: ['scale:6'], names: { 'scale:32': ' 32 mm  heroic ' } });
  const values = offeredValues(offer, 'scale', []);
  expect(values).not.toContainEqual(['6', '6 mm']);
  expect(values).toContainEqual(['32', '32 mm heroic']);
  expect(offeredValues(offer, 'scale', ['6'])).toHaveLength(Object.keys(FACETS.scale.values).length);
});

test('a hidden value is no filter, but is shown where a link has it chosen', () => {
  const rows = (query: string) =>
    facetGroups({
      facets: {
        scale: [
          { value: '6', count: 4 },
          { value: '32', count: 9 },
        ],
      },
      params: parseSearch(new URLSearchParams(query)),
      tree: [],
      names: { 'scale:32': 'Heroic' },
      hidden: ['scale:6'],
    }).flatMap((group) => group.rows.map(({ value, text }) => [value, text]));
  expect(rows('')).toEqual([['32', 'Heroic']]);
  expect(rows('scale=6')).toEqual([
    ['32', 'Heroic'],
    ['6', '6 mm'],
  ]);
});

test('a renamed value of one filter leaves that of another as it is', () => {
  expect(filterLabel('scale', 'free', { 'price:free': 'Gratis' })).toBe('Scale-free');
  expect(filterLabel('scale', 'free', { 'scale:free': 'Any scale' })).toBe('Any scale');
});

test('two values with one name, or a value that is in no list, are refused', () => {
  expect(fieldsOf({ names: { 'scale:32': '28 mm' } })).toEqual(['names']);
  expect(fieldsOf({ names: { 'scale:33': 'x' } })).toEqual(['names']);
  expect(fieldsOf({ names: { 'scale:32': 'x'.repeat(41) } })).toEqual(['names']);
  expect(fieldsOf({ names: { 'constructor:name': 'x' } })).toEqual(['names']);
  expect(fieldsOf({ names: [] })).toEqual(['names']);
  expect(fieldsOf({ hidden: ['scale:33'] })).toEqual(['hidden']);
  expect(fieldsOf({ hidden: ['__proto__:x'] })).toEqual(['hidden']);
  expect(read({ names: { 'scale:32': '' } })).toEqual({ hidden: [], names: {} });
});
