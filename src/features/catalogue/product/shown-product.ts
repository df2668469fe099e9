import { publishedProduct } from '../../../data/catalogue/products.ts';
import { MATURE_CONTENT } from '../../../domain/catalogue/mature-content.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { settingsOf } from '../../kernel/page/site-settings.ts';

/** A product that has public pages, or null: mature ones have none while the site shows no mature content. */
export async function shownProduct(
  locals: Pick<App.Locals, 'app' | 'pb'>,
  id: string,
): Promise<Product | null> {
  const product = await publishedProduct(locals.pb, id);
  return product?.mature && !settingsOf(locals).get(MATURE_CONTENT).isShown ? null : product;
}
