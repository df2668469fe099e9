import { type Cart, cartHas, parseCart } from '../../domain/cart.ts';
import { CART_CHANGED, CART_WAKE } from './events.ts';

/**
 * Makes every [data-cart-add] put its product into the cart, and keeps these buttons and every [data-cart-count] in
 * step with the cart, whichever tab changed it. The cart's own code arrives with the first click.
 */
export function startAddButtons(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-cart-add]');
    if (button) void add(button);
  });
  for (const name of [CART_CHANGED, 'storage', 'pageshow']) addEventListener(name, () => paint(storedCart()));
  paint(storedCart());
}

async function add(button: HTMLElement): Promise<void> {
  const [product] = productOf(button);
  if (!product) return;
  // The button answers at once, however long the code takes on its way.
  button.toggleAttribute('data-in-cart', true);
  try {
    const { cart, glanceAtCart } = await import('./cart.store.ts');
    const outcome = cart.add(product);
    if (outcome === 'not-kept') throw new Error('storage refused');
    glanceAtCart();
    dispatchEvent(new Event(CART_WAKE));
  } catch {
    const { toast } = await import('../../ui/toast.ts');
    void toast(`${product.name} could not be put into your cart. Please try again.`);
  }
  paint(storedCart());
}

function productOf(button: HTMLElement): Cart['products'] {
  return parseCart(`{"products":[${button.dataset['cartAdd']}]}`).products;
}

function paint(cart: Cart): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-cart-add]')) {
    button.toggleAttribute(
      'data-in-cart',
      productOf(button).some(({ id }) => cartHas(cart, id)),
    );
  }
  for (const badge of document.querySelectorAll('[data-cart-count]')) {
    badge.textContent = String(cart.products.length);
  }
}

function storedCart(): Cart {
  try {
    return parseCart(localStorage.getItem('cart'));
  } catch {
    return parseCart(null);
  }
}
