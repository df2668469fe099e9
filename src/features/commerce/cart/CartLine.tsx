import type { ReactNode } from 'react';
import { preOrderText } from '../../../domain/catalogue/price/pre-order.ts';
import type { CartProduct } from '../../../domain/commerce/cart.ts';
import { priceText } from '../../../domain/kernel/money.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/Icon.tsx';

interface Props {
  product: CartProduct;
  /** The larger form, on the cart page. */
  large?: boolean;
  /** A short note under the name: the discount, or why it cannot be bought. Without one, when a pre-order arrives. */
  note?: string | null;
  onRemove: (product: CartProduct) => void;
  /** What stands below the line. */
  children?: ReactNode;
}

/** One product in the cart: picture and name link to its page, the price, and a remove button. */
export function CartLine({ product, large = false, note = null, onRemove, children }: Props) {
  const said = note ?? (product.promisedDay === undefined ? null : preOrderText(product.promisedDay));
  const edge = large ? 96 : 48;
  return (
    <li
      className={
        large
          ? 'flex flex-wrap items-center gap-x-3 gap-y-1 py-4 sm:gap-x-4'
          : 'flex items-center gap-3 py-2 max-md:flex-wrap max-md:gap-y-0'
      }
    >
      <a className="group flex min-w-0 flex-1 items-center gap-3" href={paths.product(product.id)}>
        <img
          className={large ? 'size-16 rounded-lg object-cover sm:size-24' : 'size-12 rounded-md object-cover'}
          src={paths.picture('products', product.id, product.mainImage, large ? 320 : 160)}
          alt=""
          width={edge}
          height={edge}
          loading="lazy"
        />
        <span className="min-w-0">
          <span className="line-clamp-2 wrap-break-word group-hover:text-verdigris group-hover:underline">
            {product.name}
          </span>
          {said !== null && <span className="block text-sm text-ink-2">{said}</span>}
        </span>
      </a>
      <span
        className={
          large
            ? 'font-semibold tabular-nums max-sm:order-last max-sm:w-full max-sm:pl-19'
            : // On phones below the name, which would have too little room beside it.
              'font-semibold tabular-nums max-md:order-last max-md:-mt-1 max-md:w-full max-md:pl-15'
        }
      >
        {priceText(product.price)}
      </span>
      <button
        type="button"
        className="icon-btn text-ink-2 hover:text-wax"
        aria-label={`Remove ${product.name} from cart`}
        onClick={() => onRemove(product)}
      >
        <Icon name="trash" />
      </button>
      {children && <div className="order-last w-full">{children}</div>}
    </li>
  );
}
