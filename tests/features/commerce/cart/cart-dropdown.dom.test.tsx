import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import CartDropdown from '../../../../src/features/commerce/cart/CartDropdown.tsx';
import { cart } from '../../../../src/features/commerce/cart/cart.store.ts';
import { button, click, isThere, leadsTo, leave, perform, show, words } from '../../page.tsx';
import { inCart, TOWER, WYRM } from '../checkout/a-quote.ts';

const isOpen = () => document.querySelector('section[aria-label=Cart]') !== null;
const trigger = () => document.querySelector<HTMLButtonElement>('button[aria-expanded]') as HTMLButtonElement;
const press = (key: string) =>
  perform(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

beforeEach(async () => {
  await leave();
  cart.clear();
  history.replaceState(null, '', '/');
});
afterAll(leave);

describe('the cart in the header', () => {
  it('stays closed while nothing is in it, and says so', async () => {
    await show(<CartDropdown />);
    expect([words(trigger()), trigger().getAttribute('aria-disabled')]).toEqual(['Cart, 0 products', 'true']);
    await click(trigger());
    expect(isOpen()).toBe(false);
  });

  it('opens by itself when a product is added, shows it, and leads to the cart', async () => {
    await show(<CartDropdown />);
    await perform(() => cart.add(inCart()));
    expect([isOpen(), words(trigger()), trigger().getAttribute('aria-expanded')]).toEqual([
      true,
      'Cart, 1 products',
      'true',
    ]);
    expect(words()).toContain('Wyrm$5.99');
    expect(leadsTo('View Cart')).toBe('/shopping-cart');
    expect(leadsTo('Wyrm')).toBe(`/product/${WYRM}`);
  });

  it('opens for what another tab adds', async () => {
    await show(<CartDropdown />);
    const text = JSON.stringify({ products: [inCart(TOWER, 'Tower', 0)], coupons: [] });
    localStorage.setItem('cart', text);
    await perform(() => dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue: text })));
    expect([isOpen(), words().includes('TowerFree')]).toEqual([true, true]);
  });

  it('takes a product out, and keeps the focus where the person is', async () => {
    cart.add(inCart());
    cart.add(inCart(TOWER, 'Tower', 0));
    await show(<CartDropdown />);
    await click(trigger());
    await click(button('Remove Wyrm from cart'));
    expect([cart.has(WYRM), cart.has(TOWER)]).toEqual([false, true]);
    expect(words(document.activeElement as Element)).toBe('1 products in cart');
    await click(button('Remove Tower from cart'));
    expect(words()).toContain('No products in cart');
    expect(isThere('a', 'View Cart')).toBe(false);
  });

  it('closes with Escape and with a press elsewhere', async () => {
    cart.add(inCart());
    await show(<CartDropdown />);
    await click(trigger());
    await perform(() => button('Remove Wyrm from cart').focus());
    await press('Escape');
    expect([isOpen(), document.activeElement === trigger()]).toEqual([false, true]);
    await click(trigger());
    await perform(() => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect(isOpen()).toBe(false);
  });

  it('shows itself when asked to, but not on the page of the cart', async () => {
    cart.add(inCart());
    // That it was asked lasts as long as a page: this one has modules of its own.
    vi.resetModules();
    const { default: Dropdown } = await import('../../../../src/features/commerce/cart/CartDropdown.tsx');
    const { peekAtCart } = await import('../../../../src/features/commerce/cart/stored-cart.ts');
    await show(<Dropdown />);
    await perform(peekAtCart);
    expect(isOpen()).toBe(true);
    history.replaceState(null, '', '/shopping-cart');
    await show(<Dropdown />);
    await perform(peekAtCart);
    expect(isOpen()).toBe(false);
  });
});

describe('the HTML of the server, which knows no cart', () => {
  it('is taken over as it is, and shows the stored cart right after', async () => {
    const html = renderToString(<CartDropdown />);
    vi.resetModules();
    localStorage.setItem('cart', JSON.stringify({ products: [inCart()], coupons: [] }));
    const fresh = await import('../../../../src/features/commerce/cart/CartDropdown.tsx');
    const place = document.body.appendChild(document.createElement('main'));
    place.innerHTML = html;
    const complained = vi.spyOn(console, 'error');
    const button = place.querySelector('button');
    const root = await act(async () => hydrateRoot(place, <fresh.default />));
    expect(complained.mock.calls).toEqual([]);
    expect([place.querySelector('button') === button, words(button as Element)]).toEqual([
      true,
      'Cart, 1 products',
    ]);
    await act(async () => root.unmount());
  });
});
