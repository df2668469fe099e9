import {
  cleanTestStorage,
  getTestStorage,
  useTestStorageEngine as keepInMemory,
  setTestStorageKey,
} from '@nanostores/persistent';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

keepInMemory();
const { $cart, $glances, cart, glanceAtCart } = await import('../../../src/features/cart/cart.store.ts');

const wyrm = { id: 'a'.repeat(15), name: 'Wyrm', price: 599, mainImage: 'wyrm.webp' };
const tower = { id: 'b'.repeat(15), name: 'Tower', price: 0, mainImage: 'tower.webp' };
let stop = () => {};

beforeEach(() => {
  stop = $cart.listen(() => {});
});
afterEach(() => {
  stop();
  cleanTestStorage();
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

  it('is kept under the key "cart"', () => {
    cart.add(wyrm);
    expect(JSON.parse(getTestStorage()['cart'] ?? '')).toEqual({ products: [wyrm], coupons: [] });
  });

  it('is emptied of products and coupons', () => {
    setTestStorageKey('cart', JSON.stringify({ products: [wyrm], coupons: [{ code: 'SPRING' }] }));
    expect($cart.get().coupons).toHaveLength(1);
    expect(cart.clear()).toBe('done');
    expect($cart.get()).toEqual({ products: [], coupons: [] });
  });

  it('follows another tab', () => {
    cart.add(wyrm);
    setTestStorageKey('cart', JSON.stringify({ products: [wyrm, tower], coupons: [] }));
    expect(cart.has(tower.id)).toBe(true);
  });

  it.each(['{', 'null', '{"products":[{"id":1}]}', ''])('is empty where another tab kept %j', (broken) => {
    cart.add(wyrm);
    setTestStorageKey('cart', broken);
    expect($cart.get()).toEqual({ products: [], coupons: [] });
    expect(cart.add(tower)).toBe('done');
  });

  it('says so where the browser keeps nothing', () => {
    const storage = getTestStorage();
    Object.defineProperty(storage, 'cart', {
      configurable: true,
      enumerable: true,
      get: () => undefined,
      set: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(cart.add(wyrm)).toBe('not-kept');
    expect(cart.has(wyrm.id)).toBe(false);
    Reflect.deleteProperty(storage, 'cart');
  });

  it('counts the glances asked for', () => {
    const before = $glances.get();
    glanceAtCart();
    expect($glances.get()).toBe(before + 1);
  });
});
