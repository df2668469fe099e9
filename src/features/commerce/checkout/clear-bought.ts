import { clearOwnedCache } from '../../library/library/owned-cache.ts';
import { changeCart } from '../cart/stored-cart.ts';

/** Removes the products in [data-bought] from the cart, and with the last product the codes. */
export function clearBought(): void {
  const page = document.querySelector<HTMLElement>('[data-bought]');
  const ids = JSON.parse(page?.dataset['bought'] ?? '[]') as string[];
  if (ids.length === 0) return;
  clearOwnedCache();
  changeCart((cart) => {
    const products = cart.products.filter(({ id }) => !ids.includes(id));
    if (products.length === cart.products.length) return cart;
    return { products, coupons: products.length === 0 ? [] : cart.coupons };
  });
}
