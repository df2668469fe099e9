import { SLUG_MAX, SLUG_REFUSAL_TEXTS, slugOf, slugRefusal } from '../kernel/slug.ts';
import type { SearchParams } from './search/search-params.ts';
import type { Category } from './store.ts';

/** The marketplace's categories as they are at one moment. */
export interface Categories {
  /** What visitors and sellers choose from, as a tree of two levels in the operator's order. */
  readonly offered: readonly Category[];
  /** The same with hidden ones: their addresses still show what is in them. */
  readonly all: readonly Category[];
  /** The slugs of merged categories, each with the slug that it leads to. */
  readonly moved: Readonly<Record<string, string>>;
}

/** A category as the desk edits it. */
export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  description: string;
  /** Null on the first level. */
  parentId: string | null;
  isHidden: boolean;
  /** The category that it was merged into; null while it is one of its own. */
  mergedIntoId: string | null;
}

/** What an operator writes. The address is chosen once, when a category is added. */
export interface CategoryDraft {
  name: string;
  description: string;
  parentId: string | null;
  /** "" for the one that is made from the name. */
  slug: string;
}

export const CATEGORY_NAME_MAX = 80;
export const CATEGORY_DESCRIPTION_MAX = 500;
/** The most categories, without merged ones. */
export const CATEGORIES_MAX = 200;

export const CATEGORY_TEXTS = {
  gone: 'This category no longer exists. Reload the page.',
  'changed-meanwhile': 'The categories have changed since you loaded this page. Load it again.',
  'name-taken': 'Another category here has this name. Choose another.',
  'slug-taken': 'A category has this address, or had it before it was merged. Choose another.',
  'too-many': `There can be up to ${CATEGORIES_MAX} categories.`,
} as const;
export type CategoryRefusal = keyof typeof CATEGORY_TEXTS;

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const living = (all: readonly CategoryRow[]) => all.filter(({ mergedIntoId }) => mergedIntoId === null);
const hasChildren = (all: readonly CategoryRow[], id: string) =>
  living(all).some(({ parentId }) => parentId === id);

/** The address that a new category gets. */
export const categorySlug = ({ name, slug }: Pick<CategoryDraft, 'name' | 'slug'>): string =>
  slug.trim() === '' ? slugOf(name) : slug.trim();

/** What is wrong with a category, by field; empty if it can be saved. @param id of the one that is changed; null for a new one. */
export function categoryRefusals(
  draft: CategoryDraft,
  all: readonly CategoryRow[],
  id: string | null,
): Partial<Record<keyof CategoryDraft, string>> {
  const refusals: Partial<Record<keyof CategoryDraft, string>> = {};
  const { length } = draft.name.trim();
  const siblings = living(all).filter((one) => one.id !== id && one.parentId === draft.parentId);
  if (length < 1 || length > CATEGORY_NAME_MAX)
    refusals.name = `Use between 1 and ${CATEGORY_NAME_MAX} characters.`;
  else if (siblings.some(({ name }) => sameName(name, draft.name)))
    refusals.name = CATEGORY_TEXTS['name-taken'];
  if (draft.description.length > CATEGORY_DESCRIPTION_MAX)
    refusals.description = `Use at most ${CATEGORY_DESCRIPTION_MAX} characters.`;
  if (draft.parentId !== null) {
    const parent = living(all).find((one) => one.id === draft.parentId);
    if (!parent || parent.parentId !== null || parent.id === id)
      refusals.parentId = 'Choose a category of the first level.';
    else if (id !== null && hasChildren(all, id))
      refusals.parentId = 'It has categories below it, so it stays on the first level.';
  }
  if (id === null) {
    const problem = newSlugRefusal(draft, all);
    // Where the address was made from the name, another name is the way out.
    if (problem !== null) refusals[draft.slug.trim() === '' ? 'name' : 'slug'] ??= problem;
  }
  return refusals;
}

function newSlugRefusal(draft: CategoryDraft, all: readonly CategoryRow[]): string | null {
  const slug = categorySlug(draft);
  const refusal = slugRefusal(slug);
  // Categories are never looked up by id in addresses, so an address may look like one.
  if (refusal !== null && refusal !== 'slug-like-id')
    return draft.slug.trim() === ''
      ? `Write an address as well: none of 2 to ${SLUG_MAX} letters and digits can be made from this name.`
      : SLUG_REFUSAL_TEXTS[refusal];
  return all.some((one) => one.slug === slug) ? CATEGORY_TEXTS['slug-taken'] : null;
}

/** Why one category cannot be merged into another, or null. Categories below it move along. */
export function mergeRefusal(all: readonly CategoryRow[], fromId: string, intoId: string): string | null {
  const from = living(all).find(({ id }) => id === fromId);
  const into = living(all).find(({ id }) => id === intoId);
  if (!from || !into) return CATEGORY_TEXTS.gone;
  if (from === into) return 'Choose another category to merge it into.';
  if (!hasChildren(all, fromId)) return null;
  if (into.parentId === null) return null;
  return into.parentId === fromId
    ? 'It has categories below it, and cannot be merged into one of them.'
    : 'It has categories below it: merge it into one of the first level.';
}

/** A search with what it says of merged categories replaced by where they lead. */
export function withMoved(params: SearchParams, moved: Categories['moved']): SearchParams {
  const named = (choices: SearchParams['include']): SearchParams['include'] =>
    choices.category?.some((slug) => Object.hasOwn(moved, slug))
      ? {
          ...choices,
          category: [
            ...new Set(choices.category.map((slug) => (Object.hasOwn(moved, slug) ? moved[slug] : slug))),
          ].filter((slug) => slug !== undefined),
        }
      : choices;
  const include = named(params.include);
  const exclude = named(params.exclude);
  if (include === params.include && exclude === params.exclude) return params;
  const unwanted = exclude.category?.filter((slug) => !include.category?.includes(slug)) ?? [];
  const { category: _, ...others } = exclude;
  return { ...params, include, exclude: unwanted.length > 0 ? { ...others, category: unwanted } : others };
}

/** The names of all categories, by slug. */
export const categoryNames = ({ all }: Pick<Categories, 'all'>): Record<string, string> =>
  Object.fromEntries(all.flatMap((top) => [top, ...top.children]).map(({ slug, name }) => [slug, name]));

/** Categories from their rows, in the order of the rows. What is below a hidden one is not offered either. */
export function categoriesFrom(rows: readonly CategoryRow[]): Categories {
  const kept = living(rows);
  const tree = (offered: boolean): Category[] =>
    kept
      .filter(({ parentId, isHidden }) => parentId === null && !(offered && isHidden))
      .map(({ id, slug, name, description }) => ({
        ...{ id, slug, name, description },
        children: kept
          .filter((child) => child.parentId === id && !(offered && child.isHidden))
          .map((child) => ({
            ...{ id: child.id, slug: child.slug, name: child.name, description: child.description },
            children: [],
          })),
      }));
  const slugs = new Map(kept.map(({ id, slug }) => [id, slug]));
  const moved = rows.flatMap(({ slug, mergedIntoId }): [string, string][] => {
    const into = mergedIntoId === null ? undefined : slugs.get(mergedIntoId);
    return into === undefined ? [] : [[slug, into]];
  });
  return { offered: tree(true), all: tree(false), moved: Object.fromEntries(moved) };
}
