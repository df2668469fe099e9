import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CART_WAKE,
  cartPeekRequested,
  peekAtCart,
} from '../../../../src/features/commerce/cart/stored-cart.ts';

/** The part of a browser that the cart needs: storage and window events. */
const stored = new Map<string, string>();
const page = new EventTarget();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
};
vi.stubGlobal('window', page);
vi.stubGlobal('localStorage', storage);
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  vi.stubGlobal(name, page[name].bind(page));
const { $cart, cart } = await import('../../../../src/features/commerce/cart/cart.store.ts');

/** Another tab keeps this. */
function elsewhere(value: string): void {
  stored.set('cart', value);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart', newValue: value }));
}
const wyrm = { id: 'a'.repeat(15), name: 'Wyrm', price: 599, mainImage: 'wyrm.webp' };
const tower = { id: 'b'.repeat(15), name: 'Tower', price: 0, mainImage: 'tower.webp' };

beforeEach(() => elsewhere(''));
// Listening as an island would, so that the store follows other tabs.
const stop = $cart.listen(() => {});
afterAll(() => {
  stop();
  vi.unstubAllGlobals();
});

describe('the cart in the browser', () => {
  it('adds, has, removes', () => {
    expect(cart.add(wyrm)).toBe('done');
    expect(cart.add(wyrm)).toBe('unchanged');
    expect([cart.has(wyrm.id), cart.has(tower.id)]).toEqual([true, false]);
    expect(cart.remove(wyrm.id)).toBe('done');
    expect(cart.remove(wyrm.id)).toBe('unchanged');
    expect(cart.has(wyrm.id)).toBe(false);
  });

  it('is stored under the key "cart"', () => {
    cart.add(wyrm);
    expect(JSON.parse(stored.get('cart') ?? '')).toEqual({ products: [wyrm], coupons: [] });
  });

  it('is emptied of products and coupons', () => {
    elsewhere(JSON.stringify({ products: [wyrm], coupons: [{ code: 'SPRING' }] }));
    expect($cart.get().coupons).toHaveLength(1);
    expect(cart.clear()).toBe('done');
    expect($cart.get()).toEqual({ products: [], coupons: [] });
  });

  it('follows another tab', () => {
    cart.add(wyrm);
    elsewhere(JSON.stringify({ products: [wyrm, tower], coupons: [] }));
    expect(cart.has(tower.id)).toBe(true);
  });

  it.each(['{', 'null', '{"products":[{"id":1}]}', ''])('is empty if another tab stored %j', (broken) => {
    cart.add(wyrm);
    elsewhere(broken);
    expect($cart.get()).toEqual({ products: [], coupons: [] });
    expect(cart.add(tower)).toBe('done');
  });

  it('says so where the browser keeps nothing', () => {
    const refuses = vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(cart.add(wyrm)).toBe('not-stored');
    expect(cart.has(wyrm.id)).toBe(false);
    expect(warned).toHaveBeenCalledOnce();
    refuses.mockRestore();
    warned.mockRestore();
  });

  it('tells listeners of a change once, and of no change never', () => {
    const heard = vi.fn();
    const stopHearing = $cart.listen(heard);
    cart.add(wyrm);
    cart.add(wyrm);
    page.dispatchEvent(new Event('pageshow'));
    expect(heard).toHaveBeenCalledOnce();
    stopHearing();
  });

  it('remembers that a peek was requested, and wakes the dropdown', () => {
    const woken = vi.fn();
    page.addEventListener(CART_WAKE, woken);
    expect(cartPeekRequested()).toBe(false);
    peekAtCart();
    expect(cartPeekRequested()).toBe(true);
    expect(woken).toHaveBeenCalledOnce();
  });
});
