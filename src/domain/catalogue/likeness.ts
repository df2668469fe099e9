/** What a product's page shows besides: what is like it, what was bought with it, and what has a similar shape. */

/** So many people have to have bought both before anybody sees it: fewer would tell what single people bought. */
export const TOGETHER_BUYERS_MIN = 20;
/** Products shown of each kind. */
export const TOGETHER_SHOWN = 4;
export const SHAPES_SHOWN = 4;
export const LIKE_SHOWN = 8;
/** Of one store at most so many stand among the first, unless there is nothing else. */
export const LIKE_STORE_SHARE = { most: 2, first: 6 } as const;
/** A similar shape counts as much as half a place in the list of words. */
const SHAPE_WEIGHT = 0.5;
/** The higher, the less the first places count more than the next ones. */
const RANK_SMOOTHING = 10;

/** Two lists in one order: by the places in both (reciprocal ranks), where the first list counts more. */
export function fusedByRank(byWords: readonly string[], byShape: readonly string[]): string[] {
  const scores = new Map<string, number>();
  const add = (list: readonly string[], weight: number) => {
    for (const [place, id] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + weight / (RANK_SMOOTHING + place));
  };
  add(byWords, 1);
  add(byShape, SHAPE_WEIGHT);
  return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** The list with no more of one store among its first than its share, where others follow: these are taken forward in their order. */
export function mixedStores<Item>(
  list: readonly Item[],
  storeOf: (item: Item) => string,
  { most, first }: { most: number; first: number } = LIKE_STORE_SHARE,
): Item[] {
  const counts = new Map<string, number>();
  const front = new Set<Item>();
  for (const item of list) {
    const count = counts.get(storeOf(item)) ?? 0;
    if (front.size === first || count >= most) continue;
    counts.set(storeOf(item), count + 1);
    front.add(item);
  }
  return [...front, ...list.filter((item) => !front.has(item))];
}
