import type { SellerProductRow } from '../../../../../data/catalogue/seller-product-list.ts';
import {
  type ProductText,
  productTextRefusals,
  tagsFrom,
} from '../../../../../domain/catalogue/product-editing.ts';
import { sameMembers } from '../../../../../domain/catalogue/product-patch.ts';
import { dollarsText, parseCents } from '../../../../../domain/kernel/money.ts';

/** The form fields of a grid row. */
export interface RowForm {
  name: string;
  price: string;
  tags: string;
}
export type GridColumn = keyof RowForm;

/** The fields of a product; the price is empty if not set yet, "free" if free. */
export function rowForm({ name, priceCents, free, tags }: SellerProductRow): RowForm {
  return {
    name,
    price: free ? 'free' : priceCents === 0 ? '' : dollarsText(priceCents),
    tags: tags.join(', '),
  };
}

/** The changes of a row (empty if none), or an error for each invalid field. */
export function changeOfRow(
  row: SellerProductRow,
  form: RowForm,
):
  | { text: Partial<Pick<ProductText, 'name' | 'priceCents' | 'free' | 'tags'>> }
  | { refusals: Partial<Record<GridColumn, string>> } {
  const before = rowForm(row);
  const text: Partial<ProductText> = {};
  if (form.name.trim() !== before.name.trim()) text.name = form.name.trim();
  if (form.price.trim() !== before.price) {
    const price = form.price.trim().toLowerCase();
    const cents = price === 'free' || price === '' ? 0 : parseCents(price);
    if (cents === null) return { refusals: { price: 'Enter a price such as 5.99, or the word free.' } };
    text.priceCents = cents;
    text.free = price === 'free';
  }
  const tags = tagsFrom(form.tags);
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
