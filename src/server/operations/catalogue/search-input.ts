import { z } from 'astro/zod';
import { type Categories, withMoved } from '../../../domain/catalogue/category.ts';
import { parseBuildVolume } from '../../../domain/catalogue/print/build-volume.ts';
import {
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  LAST_PAGE,
  parseSearch,
  QUERY_LIMIT,
  type SearchParams,
  SORTS,
} from '../../../domain/catalogue/search/search-params.ts';
import type { App } from '../../app/app.ts';
import { RefusalError } from '../../kernel/refusal-error.ts';

/** The parameters of a search: one for each filter of the search page, and one that leaves its values out. */

/** Values of one filter; the search page takes as many. */
const CHOICES_MAX = 20;

const slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use a slug: lower-case letters, digits and single hyphens.');

function valuesOf(name: FilterName, says: string): z.ZodType {
  const { label, values } = FILTERS[name] as {
    label: string;
    values: Readonly<Record<string, string>> | null;
  };
  const one = values === null ? slug : z.enum(Object.keys(values) as [string, ...string[]]);
  return z.array(one).max(CHOICES_MAX).optional().describe(`${label}: ${says}`);
}

const FILTER_PARAMETERS = Object.fromEntries(
  FILTER_NAMES.flatMap((name) => [
    [name, valuesOf(name, 'models with one of these values.')],
    [`not-${name}`, valuesOf(name, 'leaves out models with one of these values.')],
  ]),
);

export const searchInput = z.object({
  query: z
    .string()
    .max(QUERY_LIMIT)
    .optional()
    .describe('Words to look for. Filters that are typed are read as such: “32mm knight under $8”.'),
  ...FILTER_PARAMETERS,
  fits: z
    .string()
    .max(40)
    .refine((text) => parseBuildVolume(text) !== null, 'Use three sides in mm, such as 130x80x160.')
    .optional()
    .describe('A printer that every piece must fit into, in mm: "130x80x160".'),
  hide: z.enum(['ai']).optional().describe('Leaves out models that were made with generative AI.'),
  sort: z
    .enum(Object.keys(SORTS) as [keyof typeof SORTS])
    .optional()
    .describe('“relevance” with words, else “newest”, where it is left out.'),
  page: z.coerce.number().int().min(1).max(LAST_PAGE).default(1),
});

/**
 * A search as it was asked, with the categories that it may name.
 * @throws RefusalError for a category or a store that does not exist
 */
export async function searchOf(
  { catalogue: { listings } }: Pick<App, 'catalogue'>,
  input: z.output<typeof searchInput>,
): Promise<{ params: SearchParams; categories: Categories }> {
  const search = new URLSearchParams(
    Object.entries(input).flatMap(([name, values]) => [values].flat().map((one) => [name, String(one)])),
  );
  const asked = parseSearch(search);
  const tree = await listings.categories();
  const categories = new Set(tree.all.flatMap((one) => [one, ...one.children]).map((one) => one.slug));
  const stores = await listings.storeNames([...search.getAll('store'), ...search.getAll('not-store')]);
  for (const prefix of ['', 'not-']) {
    const refuse = (name: string, sentence: string) => {
      throw new RefusalError('bad_request', `${prefix}${name}: ${sentence}`, { field: prefix + name });
    };
    for (const one of search.getAll(`${prefix}category`))
      if (!categories.has(one) && !Object.hasOwn(tree.moved, one))
        refuse('category', `There is no category “${one}”.`);
    for (const one of search.getAll(`${prefix}store`))
      if (!Object.hasOwn(stores, one)) refuse('store', `There is no store “${one}”.`);
  }
  return { params: withMoved(asked, tree.moved), categories: tree };
}
