/** What is suggested in the header while somebody types. */

/** Fewer characters suggest nothing, and the header does not search for them. */
export const TYPED_MIN = 2;
export const SUGGESTIONS_MAX = 10;
/** So many suggestions that are no models at most, in all and of each kind. */
const OTHERS_MAX = 6;
export const OF_A_KIND = 3;

/** Kinds of suggestions in the order in which they are shown, and what stands beside them; a filter says its own. */
export const SUGGESTION_KINDS = {
  search: 'Search',
  creature: 'Creature or object',
  category: 'Category',
  filter: '',
  store: 'Store',
  guild: 'Guild',
  model: '',
} as const;
export type SuggestionKind = keyof typeof SUGGESTION_KINDS;

/** One suggestion: where it leads, and how many models are there; null for a model itself. */
export interface Suggestion {
  kind: SuggestionKind;
  name: string;
  href: string;
  /** What it is, such as "Store" or "Scale"; "" for a model. */
  what: string;
  count: number | null;
}

const keyOf = ({ name }: Suggestion) => name.trim().toLowerCase();

/**
 * What is shown of what was found: searches and places first, models after them, no name twice. A search with the name of
 * something else, or of just what is typed, is left out.
 * @param others the best of each kind first. @param models the best first.
 */
export function arrangedSuggestions(
  typed: string,
  others: readonly Suggestion[],
  models: readonly Suggestion[],
): Suggestion[] {
  const places = others.filter(({ kind }) => kind !== 'search');
  const named = new Set([typed.trim().toLowerCase(), ...places.map(keyOf)]);
  const kinds = Object.keys(SUGGESTION_KINDS) as SuggestionKind[];
  const wanted = [...others.filter((one) => one.kind === 'search' && !named.has(keyOf(one))), ...places];
  // Round by round one of each kind, so that none takes the room of the others.
  const rounds = Array.from({ length: OF_A_KIND }, (_, round) =>
    kinds.flatMap((kind) => wanted.filter((one) => one.kind === kind)[round] ?? []),
  ).flat();
  const taken = new Set<string>();
  const once = (list: readonly Suggestion[]) =>
    list.filter((one) => !taken.has(keyOf(one)) && taken.add(keyOf(one)));
  const shown = once(rounds)
    .slice(0, OTHERS_MAX)
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  return [...shown, ...once(models)].slice(0, SUGGESTIONS_MAX);
}
