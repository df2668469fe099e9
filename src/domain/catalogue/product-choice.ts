import type { Product } from './product.ts';

/** A seller's product in a picker, in any state. */
export interface ProductChoice extends Pick<Product, 'id' | 'name'> {
  /** Its main image if the public may see it, else "". */
  mainImage: string;
  published: boolean;
  archived: boolean;
  /** The number of shelves it is on. */
  shelfCount: number;
}

/** How many products a picker asks for at once. */
export const CHOICES_A_PAGE = 60;
/** The most products that a seller chooses by hand anywhere. */
export const CHOSEN_MAX = 5_000;

/** Which products a picker shows. */
export interface ChoiceFilter {
  /** Words that all stand in the name. */
  text: string;
  /** Only these, archived ones too; null for all that are not archived. */
  among: string[] | null;
}

/** Where the next page of a picker begins: after this product. */
export type ChoiceCursor = Pick<ProductChoice, 'id' | 'name'>;
