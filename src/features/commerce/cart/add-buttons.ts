import { type Cart, cartHas, parseCart, withProduct } from '../../../domain/commerce/cart.ts';
import { sendPageCommand } from '../../kernel/page/page-commands.ts';
import { changeCart, onCartChange, peekAtCart, storedCart } from './stored-cart.ts';

/**
 * Makes every [data-cart-add] add its product to the cart, and keeps these buttons and every [data-cart-count] in sync
 * with the cart across tabs.
 */
export function startAddButtons(): void {
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    const button = (target as Element).closest<HTMLElement>('[data-cart-add]');
    const product = button && productOf(button);
    // The buttons of owned products lead to the library instead; see library/owned-marks.ts. A click that waits for code of
    // its part of the page is repeated by it; see `loadCodeOnIntent`.
    // A free model goes into the library by the form around its button.
    if (!product || defaultPrevented || button.dataset['inLibrary'] || button.matches('[type=submit]'))
      return;
    if (changeCart((cart) => withProduct(cart, product)) === 'not-stored')
      sendPageCommand({ toast: `Your browser cannot store a cart, so ${product.name} could not be added.` });
    else peekAtCart();
  });
  onCartChange(paint);
  paint();
}

function productOf(button: HTMLElement): Cart['products'][number] | undefined {
  return parseCart(`{"products":[${button.dataset['cartAdd']}]}`).products[0];
}

function paint(): void {
  const cart = storedCart();
  for (const button of document.querySelectorAll<HTMLElement>('[data-cart-add]')) {
    const product = productOf(button);
    button.toggleAttribute('data-in-cart', product !== undefined && cartHas(cart, product.id));
  }
  for (const badge of document.querySelectorAll('[data-cart-count]')) {
    badge.textContent = `${cart.products.length}`;
  }
}
