import type { actions } from 'astro:actions';
import type { SellerProduct } from '../../../../../data/catalogue/seller-products.ts';
import type { ProductText } from '../../../../../domain/catalogue/product-editing.ts';
import type { ActionAnswer } from '../../../../../ui/action-answer.ts';
import type { ProductEditor } from './useProductEditor.ts';

/** Props of each editor section. */
export interface EditorPart {
  editor: ProductEditor;
  own: SellerProduct;
  text: ProductText;
}

/** Categories, shelves and values of facets to choose from. */
export type ProductChoices = ActionAnswer<typeof actions.products.choices>;
