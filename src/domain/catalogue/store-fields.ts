import {
  type FieldTable,
  fieldsWith,
  plain,
  sectionOf,
  type ValuesOf,
} from '../kernel/fields/field-table.ts';

/** The plain fields of a store that its seller edits. Those with rules or pages of their own, such as its name, stand in `store.ts`. */
export const STORE_FIELDS = {
  tagline: plain.line(160, { label: 'Tagline', section: 'front', isPublic: true }),
  mature: plain.flag({
    label: 'All models in this store are for adults',
    hint: 'They are then shown only to visitors who chose to see mature models. You can also mark single models.',
    section: 'audience',
    isPublic: false,
  }),
  /** Shown to visitors while the store is on vacation. */
  vacationNote: plain.text(300, { label: 'Message to visitors', section: null, isPublic: false }),
} satisfies FieldTable<'front' | 'audience'>;

export type StorePlain = ValuesOf<typeof STORE_FIELDS>;

/** Those that are saved with the name and the description. */
export const STORE_FRONT_FIELDS = sectionOf(STORE_FIELDS, 'front');
export const STORE_AUDIENCE_FIELDS = sectionOf(STORE_FIELDS, 'audience');
/** Those that the API tells everybody. */
export const PUBLIC_STORE_FIELDS = fieldsWith(STORE_FIELDS, 'isPublic');
