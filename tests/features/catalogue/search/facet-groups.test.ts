import { expect, test } from 'vitest';
import { parseSearch, searchAddress } from '../../../../src/domain/catalogue/search/search-params.ts';
import { facetGroups } from '../../../../src/features/catalogue/search/facet-groups.ts';

const search = (query: string) => parseSearch(new URLSearchParams(query));
const groupsOf = (query: string) =>
  facetGroups({
    facets: {
      price: [
        { value: 'under-3', count: 4 },
        { value: 'free', count: 3 },
      ],
      free: [
        { value: 'yes', count: 3 },
        { value: 'no', count: 4 },
      ],
      sale: [
        { value: 'no', count: 6 },
        { value: 'yes', count: 1 },
      ],
      scale: [{ value: '32', count: 7 }],
    },
    params: search(query),
    tree: [],
    names: {},
  }).map(({ label, rows }) => [
    label,
    ...rows.map(({ text, choice }) => (choice === 'off' ? text : `${choice} ${text}`)),
  ]);

test('free models are offered once, as a price', () => {
  expect(groupsOf('')).toEqual([
    ['Price', 'Free', 'Under $3', 'On sale'],
    ['Scale', '32 mm'],
  ]);
});

test('addresses with the former filter "free" find the same', () => {
  expect(searchAddress(search('free=yes'))).toBe('price=free');
  expect(searchAddress(search('not-free=yes&query=golem'))).toBe('query=golem&not-price=free');
  expect(groupsOf('free=yes')[0]).toEqual(['Price', 'include Free', 'Under $3', 'On sale']);
});

test('a chosen value stays in the list when nothing is found with it', () => {
  expect(groupsOf('scale=54')).toContainEqual(['Scale', '32 mm', 'include 54 mm']);
  expect(groupsOf('not-genre=horror')).toContainEqual(['Genre', 'exclude Horror']);
});

test('of hundreds of creatures the most frequent are offered, and the chosen one', () => {
  const archetype = Array.from({ length: 60 }, (_, at) => ({ value: `beast-${at}`, count: 100 - at }));
  const [group] = facetGroups({
    facets: { archetype },
    params: search('archetype=sea-monster'),
    tree: [],
    names: {},
  });
  expect(group?.rows).toHaveLength(21);
  expect(group?.rows.at(0)?.text).toBe('Beast 0');
  expect(group?.rows.at(-1)).toMatchObject({ text: 'Sea monster', choice: 'include' });
});

test('a list of more than twenty values is searched; what is found there stands in it with what is chosen', () => {
  const store = Array.from({ length: 60 }, (_, at) => ({ value: `store-${at}`, count: 100 - at }));
  const of = (query: string, values = {}) =>
    facetGroups({ facets: { store }, params: search(query), tree: [], names: {}, values })[0];
  expect(of('')).toMatchObject({ find: '' });
  expect(of('')?.rows).toHaveLength(20);
  const found = of('find-store=last&store=store-3', { store: [{ value: 'the-last', count: 1 }] });
  expect(found?.find).toBe('last');
  expect(found?.rows.map(({ value }) => value)).toEqual(['the-last', 'store-3']);
  expect(of('find-store=zz', { store: [] })).toMatchObject({ find: 'zz', rows: [] });
  expect(
    facetGroups({ facets: { store: store.slice(0, 20) }, params: search(''), tree: [], names: {} })[0]?.find,
  ).toBeNull();
});
