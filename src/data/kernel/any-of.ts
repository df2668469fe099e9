import type PocketBase from 'pocketbase';

/** Values in one filter. PocketBase refuses filters of more than 200 comparisons or 3,500 characters. */
const VALUES_A_QUERY = 60;

/** The values without repeats, in parts of `size` that fit into one filter each. */
export function partsOf<T>(values: Iterable<T>, size = VALUES_A_QUERY): T[][] {
  const wanted = [...new Set(values)];
  const parts: T[][] = [];
  for (let from = 0; from < wanted.length; from += size) parts.push(wanted.slice(from, from + size));
  return parts;
}

/** A filter for records whose field has one of these values. Not for an empty list: an empty filter finds everything. */
export function anyOf(pb: PocketBase, field: string, values: readonly string[]): string {
  return `(${values.map((value) => pb.filter(`${field} = {:value}`, { value })).join(' || ')})`;
}
