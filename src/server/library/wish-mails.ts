import type { Occasion } from '../../data/notifications/notifications.ts';
import { type Discount, type ProductCard, priceNow } from '../../domain/catalogue/product.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import { priceText } from '../../domain/kernel/money.ts';
import type { MailPicture } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';
import {
  action,
  type Letterhead,
  list,
  mailText,
  oneLineName,
  pictures,
} from '../notifications/mail-layout.ts';

/** A wish whose product is on sale. */
export interface SaleAlert {
  wishId: string;
  product: Pick<ProductCard, 'id' | 'name' | 'store' | 'priceCents' | 'free'>;
  sale: Discount;
  /** A public picture of the product. */
  picture?: MailPicture | undefined;
}

/** The notification of a sale on a wished product. Its key makes it unique per sale. */
export function saleAlert(letterhead: Letterhead, { wishId, product, sale, picture }: SaleAlert): Occasion {
  const name = oneLineName(product.name);
  const { listCents, payCents } = priceNow({ ...product, sale }, sale.from);
  return {
    kind: 'wish-sale',
    storeId: product.store.id,
    key: `sale:${wishId}:${sale.from}`,
    about: null,
    title: `${name} is on sale: ${priceText(payCents)} instead of ${priceText(listCents)}`,
    path: paths.product(product.id),
    mail: {
      subject: `${name} is on sale`,
      ...mailText(letterhead, [
        `Something on your wish list costs ${sale.percent}% less until ${dayText(sale.to - 1)}:`,
        ...pictures(picture),
        list('', [`${name}, by ${oneLineName(product.store.name)}`]),
        {
          is: 'figures',
          title: '',
          rows: [
            { name: 'Before', amount: priceText(listCents) },
            { name: 'Now', amount: priceText(payCents) },
          ],
        },
        action(letterhead, '', 'See the model', paths.product(product.id)),
        action(
          letterhead,
          'You get this mail because of your wish list. Remove a product to stop its alerts:',
          'Your wish list',
          paths.wishList(),
        ),
      ]),
    },
  };
}
