import type { SellerProduct } from '../../../../../data/catalogue/seller-products.ts';
import type { ProductText } from '../../../../../domain/catalogue/product-editing.ts';
import type { ProductEditor } from './useProductEditor.ts';

/** Props of each editor section. */
export interface EditorPart {
  editor: ProductEditor;
  own: SellerProduct;
  text: ProductText;
}
