import type { CartProduct } from '../../../domain/commerce/cart.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';

/** A product that can be put into the cart: a card is one. */
interface Offered extends Pick<CartProduct, 'id' | 'name' | 'mainImage'> {
  /** The day by which a pre-order arrives; null for what is delivered at once. */
  promisedDay: Instant | null;
}

/** What the cart stores of a product that is offered at this price. */
export function inCart({ id, name, mainImage, promisedDay }: Offered, price: Cents): CartProduct {
  return { id, name, price, mainImage, ...(promisedDay !== null && { promisedDay }) };
}
