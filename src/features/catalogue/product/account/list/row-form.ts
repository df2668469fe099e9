import type { SellerProductRow } from '../../../../../data/catalogue/seller-products.ts';
import {
  type ProductText,
  productTextRefusals,
  tagsFrom,
} from '../../../../../domain/catalogue/product-editing.ts';
import { sameMembers } from '../../../../../domain/catalogue/product-patch.ts';
import { dollarsText, parseCents } from '../../../../../domain/kernel/money.ts';

/** A row of the grid as it stands in its fields. */
export interface RowForm {
  name: string;
  price: string;
  tags: string;
}
export type GridColumn = keyof RowForm;

/** How a product stands in the fields: nothing as a price where it has none yet, "free" where it is. */
export function rowForm({ name, priceCents, free, tags }: SellerProductRow): RowForm {
  return {
    name,
    price: free ? 'free' : priceCents === 0 ? '' : dollarsText(priceCents),
    tags: tags.join(', '),
  };
}

/** What a row changes, empty where nothing, or a sentence for each field that cannot be kept. */
export function changeOfRow(
  row: SellerProductRow,
  typed: RowForm,
):
  | { text: Partial<Pick<ProductText, 'name' | 'priceCents' | 'free' | 'tags'>> }
  | { refusals: Partial<Record<GridColumn, string>> } {
  const before = rowForm(row);
  const text: Partial<ProductText> = {};
  if (typed.name.trim() !== before.name.trim()) text.name = typed.name.trim();
  if (typed.price.trim() !== before.price) {
    const word = typed.price.trim().toLowerCase();
    const cents = word === 'free' || word === '' ? 0 : parseCents(word);
    if (cents === null) return { refusals: { price: 'Enter a price such as 5.99, or the word free.' } };
    text.priceCents = cents;
    text.free = word === 'free';
  }
  const tags = tagsFrom(typed.tags);
  if (!sameMembers(tags, row.tags)) text.tags = tags;
  const { name, priceCents, tags: tagRefusal } = productTextRefusals(text);
  if (name === undefined && priceCents === undefined && tagRefusal === undefined) return { text };
  return {
    refusals: {
      ...(name === undefined ? {} : { name }),
      ...(priceCents === undefined ? {} : { price: priceCents }),
      ...(tagRefusal === undefined ? {} : { tags: tagRefusal }),
    },
  };
}
