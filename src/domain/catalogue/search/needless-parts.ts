/** The order in which a search with these words shows its results unless another is asked for. */
export const usualSort = (query: string): 'newest' | 'relevance' =>
  query.trim() === '' ? 'newest' : 'relevance';

/**
 * Whether a part of a search's address says nothing: it is empty, or what a search has by itself. A form sends such parts for
 * each of its fields. @param query the words of the search
 */
export function needlessPart(query: string): (name: string, value: string) => boolean {
  const usual: Readonly<Record<string, string>> = { sort: usualSort(query), page: '1' };
  return (name, value) => value.trim() === '' || (Object.hasOwn(usual, name) && usual[name] === value);
}
