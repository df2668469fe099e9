import { type FieldTable, fieldsWith, plain, type ValuesOf } from '../kernel/fields/field-table.ts';

/** The plain fields of a product that its seller edits. What is made of several columns, such as the sale, stands in `product.ts`. */
export const PRODUCT_FIELDS = {
  archetype: plain.lineOrNone(60, {
    label: 'Creature or object',
    hint: 'One generic word: golem, tower, hauler.',
    section: 'facets',
    isPublic: true,
  }),
  baseMm: plain.positive(1000, 'Enter the base in mm, at most 1000.', {
    label: 'Base in mm',
    section: 'facets',
    isPublic: true,
  }),
  printNotes: plain.markdown(4000, {
    label: 'Print notes',
    hint: 'Layer height, orientation, what to look out for. Owners see them beside the files.',
    section: 'terms',
    isPublic: true,
    isSearched: true,
  }),
} satisfies FieldTable<'facets' | 'terms'>;

export type ProductPlain = ValuesOf<typeof PRODUCT_FIELDS>;

/** Those that everybody may read. */
export const PUBLIC_PRODUCT_FIELDS = fieldsWith(PRODUCT_FIELDS, 'isPublic');
/** Columns of the table of products as CSV. */
export const PRODUCT_CSV_FIELDS = fieldsWith(PRODUCT_FIELDS, 'inCsv');
/** Facts on a product's page. */
export const PRODUCT_FACT_FIELDS = fieldsWith(PRODUCT_FIELDS, 'isFact');
/** Texts in which the search looks. */
export const SEARCHED_PRODUCT_FIELDS = fieldsWith(PRODUCT_FIELDS, 'isSearched');
