import { parseCart, withProduct } from '../../../domain/commerce/cart.ts';
import { changeCart, peekAtCart } from '../../commerce/cart/stored-cart.ts';
import { sendPageCommand } from '../../kernel/page/page-commands.ts';

/** Makes each [data-whole-release] button add all models of a past release to the cart, where they are priced as one. */
export function startFullReleases(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-whole-release]');
    if (!button) return;
    const { products } = parseCart(`{"products":${button.dataset['wholeRelease']}}`);
    const outcome = changeCart((cart) => products.reduce((before, one) => withProduct(before, one), cart));
    if (outcome === 'not-stored')
      sendPageCommand({ toast: 'Your browser cannot store a cart, so the release could not be added.' });
    else peekAtCart();
  });
}
