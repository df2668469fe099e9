import type PocketBase from 'pocketbase';
import { productCards } from '../../data/catalogue/product-cards.ts';
import type { ProductCard } from '../../domain/catalogue/product.ts';
import type { MailPicture } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';

/** Pictures of a mail at most; a reader loads them over a slow line. */
const MOST = 12;

/**
 * The picture of a listed product for a mail, as a JPEG, because Outlook shows no WebP; undefined where it has none or is marked mature:
 * a mail is read over somebody's shoulder.
 */
export function mailPicture(
  siteUrl: string,
  { id, name, mainImage, mature }: Pick<ProductCard, 'id' | 'name' | 'mainImage' | 'mature'>,
): MailPicture | undefined {
  if (mature || mainImage === '') return undefined;
  return { url: siteUrl + paths.jpegPicture('products', id, mainImage, 'mail'), alt: name };
}

/** Pictures of the first products that everybody can see, by their ids. */
export async function mailPictures(
  { pb, siteUrl }: { pb: PocketBase; siteUrl: string },
  productIds: readonly (string | null)[],
): Promise<Map<string, MailPicture>> {
  const ids = [...new Set(productIds.filter((id) => id !== null))].slice(0, MOST);
  if (ids.length === 0) return new Map();
  const cards = await productCards(pb, ids);
  return new Map(
    cards.flatMap((card) => {
      const picture = mailPicture(siteUrl, card);
      return picture ? [[card.id, picture] as const] : [];
    }),
  );
}
