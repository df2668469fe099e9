/** The states of a product import and of its rows. */

export const PRODUCT_IMPORT_STATES = ['checked', 'running', 'done', 'undoing', 'undone'] as const;
export type ProductImportState = (typeof PRODUCT_IMPORT_STATES)[number];
export const IMPORT_ROW_STATES = ['waiting', 'done', 'refused', 'undone', 'kept'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];
