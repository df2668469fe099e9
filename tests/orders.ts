/**
 * `npm run drill:orders` sets this: then every order of events and the largest crowds are tried. `npm test` takes a
 * part that covers each three events in each of their orders, because each order is a whole sale or membership.
 */
const EVERY_ORDER = process.env['EVERY_ORDER'] === '1';

/** All orders of these items: n! lists. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** Every three of the list in the order in which they stand in it, as names. */
function triplesOf(order: readonly string[]): string[] {
  return order.flatMap((first, a) =>
    order
      .slice(a + 1)
      .flatMap((second, b) => order.slice(a + b + 2).map((third) => `${first} ${second} ${third}`)),
  );
}

/** A few orders of these different names, in which each three names stand in each of their six orders. */
export function coveringOrders(names: readonly string[]): string[][] {
  const all = permutations(names);
  const missing = new Set(all.flatMap(triplesOf));
  const chosen: string[][] = [];
  while (missing.size > 0) {
    const gain = (order: string[]) => triplesOf(order).filter((triple) => missing.has(triple)).length;
    const best = all.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best);
    for (const triple of triplesOf(best)) missing.delete(triple);
  }
  return chosen;
}

/** The orders of events that this run tries. */
export const triedOrders = (names: readonly string[]): string[][] =>
  EVERY_ORDER ? permutations(names) : coveringOrders(names);

/** How many do something at the same moment in this run, where the drill takes `all`. */
export const crowdOf = (all: number): number => (EVERY_ORDER ? all : Math.ceil(all / 4));
