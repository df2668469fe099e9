import type { Category } from '../../../domain/catalogue/store.ts';

/** Counts of the top categories, each followed by its children that have models. */
export function withParents(
  counts: { value: string; count: number }[],
  tree: readonly Category[],
): { value: string; count: number; below: boolean }[] {
  const found = new Map(counts.map(({ value, count }) => [value, count]));
  return tree.flatMap((top) => {
    const own = top.children
      .map(({ slug }) => ({ value: slug, count: found.get(slug) ?? 0, below: true }))
      .filter(({ count }) => count > 0);
    const total = (found.get(top.slug) ?? 0) + own.reduce((sum, { count }) => sum + count, 0);
    return total > 0 ? [{ value: top.slug, count: total, below: false }, ...own] : [];
  });
}
