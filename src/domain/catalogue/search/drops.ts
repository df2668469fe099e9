import { FILTER_NAMES, type FilterName, fitsLabel, type SearchParams } from './search-params.ts';
import { type TypedFacet, withoutPlaces, wordsBeside } from './typed-facets.ts';
import { chosenLabel, typedLabel, type UnderstoodSearch } from './understood-search.ts';

/** One filter or word that a search can be asked without. */
export interface Drop {
  /** What it is: "Scale: 75 mm", "“knight”". */
  label: string;
  /** The search without it. Everything else stays. */
  params: SearchParams;
  kind: 'filter' | 'words' | 'all filters';
}

/** In this order they are offered: what somebody looks for is the last that they want to leave out. */
export const DROP_KINDS: readonly Drop['kind'][] = ['filter', 'words', 'all filters'];
/** So many are counted at most for a search that found nothing. */
export const DROPS_MAX = 12;

/**
 * What a search can be asked without: each filter, ticked or typed, the printer, all words, each word, and all filters; at most
 * `DROPS_MAX`. What would leave nothing to look for is none of them.
 * @param search `params` as it was understood. @param names as `filterLabel` takes them
 */
export function droppable(
  params: SearchParams,
  search: UnderstoodSearch,
  names: Readonly<Record<string, string>>,
): Drop[] {
  const { typed } = search;
  const cut = (facets: readonly TypedFacet[]) =>
    withoutPlaces(
      params.query,
      facets.flatMap(({ places }) => places),
    );
  const drops: Drop[] = [];
  const drop = (label: string, change: Partial<SearchParams>, kind: Drop['kind'] = 'filter') => {
    const without = { ...params, ...change, page: 1 };
    if (!isEmpty(without)) drops.push({ label, params: without, kind });
  };
  for (const choice of ['include', 'exclude'] as const)
    for (const name of FILTER_NAMES) {
      const values = search[choice][name];
      if (!values) continue;
      const words = typed.filter((one) => one.name === name && one.choice === choice && !one.prices);
      const label = chosenLabel(name, values, names);
      drop(choice === 'exclude' ? `Not ${label}` : label, {
        query: cut(words),
        [choice]: withoutFilter(params[choice], name),
      });
    }
  const prices = typed.filter((one) => one.prices);
  if (prices.length > 0)
    drop(prices.map((one) => typedLabel(one, params.query)).join(', '), { query: cut(prices) });
  if (params.fits) drop(fitsLabel(params.fits), { fits: null });
  const filters = drops.length;
  const words = wordsBeside(params.query, typed);
  if (words.length > 0 && filters > 0)
    drop(quoted(search.query), { query: withoutPlaces(params.query, words) }, 'words');
  if (filters > 1)
    drop('all filters', { query: cut(typed), include: {}, exclude: {}, fits: null }, 'all filters');
  if (words.length > 1)
    for (const [start, end] of words)
      drop(
        quoted(params.query.slice(start, end)),
        { query: withoutPlaces(params.query, [[start, end]]) },
        'words',
      );
  return drops.slice(0, DROPS_MAX);
}

const quoted = (words: string) => (words.startsWith('"') ? words : `“${words}”`);

const isEmpty = ({ query, include, exclude, fits }: SearchParams): boolean =>
  query === '' && Object.keys(include).length + Object.keys(exclude).length === 0 && fits === null;

function withoutFilter(choices: SearchParams['include'], name: FilterName): SearchParams['include'] {
  const { [name]: _, ...others } = choices;
  return others;
}
