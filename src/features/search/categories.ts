import type { FilterName } from '../../domain/search-params.ts';
import type { Category } from '../../domain/store.ts';

type Choices = Partial<Record<FilterName, string[]>>;

/** Whoever wants a category wants what stands beneath it too. */
export function withChildren(choices: Choices, tree: Category[]): Choices {
  const { category } = choices;
  if (!category) return choices;
  const wider = category.flatMap((slug) => [
    slug,
    ...(tree.find((top) => top.slug === slug)?.children.map((child) => child.slug) ?? []),
  ]);
  return { ...choices, category: [...new Set(wider)] };
}

/** Counts of the upper categories, each followed by its children where these have any models. */
export function withParents(
  counts: { value: string; count: number }[],
  tree: Category[],
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
