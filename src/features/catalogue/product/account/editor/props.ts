import type { SellerProduct } from '../../../../../data/catalogue/seller-products.ts';
import type { ProductText } from '../../../../../domain/catalogue/product-editing.ts';
import type { ProductEditor } from './useProductEditor.ts';

/** What each part of the editor is given. */
export interface EditorPart {
  editor: ProductEditor;
  own: SellerProduct;
  text: ProductText;
}
