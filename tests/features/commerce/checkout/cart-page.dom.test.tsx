import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { $cart, cart } from '../../../../src/features/commerce/cart/cart.store.ts';
import CartPage from '../../../../src/features/commerce/checkout/CartPage.tsx';
import { $gift, $quote } from '../../../../src/features/commerce/checkout/quote.store.ts';
import { answer, asked, forgetAnswers } from '../../actions-in-dom.ts';
import { button, click, field, isThere, leadsTo, leave, perform, show, type, words } from '../../page.tsx';
import { aLine, aQuote, inCart, TOWER, WYRM } from './a-quote.ts';

const part = (name: string) => words(document.querySelector(`[aria-label="${name}"]`) as Element);
const open = () => show(<CartPage taxNote={null} ways="by card" />);

beforeEach(async () => {
  await leave();
  forgetAnswers();
  cart.clear();
  $gift.set(null);
  $quote.set({ state: 'loading', quote: null, news: [], problem: null });
});
afterAll(leave);

describe('the page of the cart', () => {
  it('leads somebody with nothing in it to the search', async () => {
    await open();
    expect(words()).toContain('No products in cart');
    expect(leadsTo('Find something to print')).toBe('/search');
    expect(asked).toEqual([]);
  });

  it('shows each product under its artist, at the price of the server', async () => {
    cart.add(inCart(WYRM, 'Wyrm', 599));
    const line = aLine({
      discountCents: 120,
      payCents: 479,
      salePercent: 20,
      offerCents: 479,
      lowestCents: 399,
    });
    answer('checkout.quote', () => aQuote([line]));
    await open();
    expect(leadsTo('Ashgrove')).toBe('/store/ashgrove');
    expect(part('Ashgrove')).toContain('$4.79');
    expect(part('Ashgrove')).toContain(
      '$5.99 less the sale’s 20%; lowest price in the 30 days before: $3.99',
    );
    expect(part('Total')).toContain('Total$4.79');
  });

  it.each([
    ['says that nothing was charged', true],
    ['says nothing of it where they paid before they came back', false],
  ])('to whom left the payment page %s, once', async (_, isUnpaid) => {
    cart.add(inCart());
    answer('checkout.quote', () => aQuote([aLine()]));
    answer('checkout.isUnpaid', () => ({ isUnpaid }));
    history.replaceState(null, '', '/shopping-cart?unpaid=abcdefghijklmno');
    await open();
    expect(asked).toContainEqual({ name: 'checkout.isUnpaid', input: { orderId: 'abcdefghijklmno' } });
    expect(words().includes('Nothing was charged. Your cart is as you left it.')).toBe(isUnpaid);
    expect(location.search).toBe('');
    forgetAnswers();
    await perform(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(asked.map(({ name }) => name)).not.toContain('checkout.isUnpaid');
  });

  it('keeps apart what cannot be bought now, with the reason', async () => {
    cart.add(inCart());
    cart.add(inCart(TOWER, 'Tower', 0));
    const refused = [{ productId: TOWER, name: 'Tower', reason: 'store-closed' as const }];
    answer('checkout.quote', () => aQuote([aLine()], { refused }));
    await open();
    expect(part('Cannot be bought now')).toContain(
      'TowerThis product cannot be bought while its store is on vacation.',
    );
    expect(part('Cannot be bought now')).not.toContain('Wyrm');
    expect(part('Total')).toContain('Total$5.99');
  });

  it('takes a product out at once, asks for the price of the rest, and moves the focus to the heading', async () => {
    cart.add(inCart());
    cart.add(inCart(TOWER, 'Tower', 0));
    answer('checkout.quote', (input) =>
      aQuote((input as { productIds: string[] }).productIds.map((productId) => aLine({ productId }))),
    );
    await open();
    await click(button('Remove Wyrm from cart'));
    expect($cart.get().products.map(({ id }) => id)).toEqual([TOWER]);
    expect(asked.at(-1)?.input).toMatchObject({ productIds: [TOWER] });
    expect(words(document.activeElement as Element)).toBe('1 products in cart');
    expect(isThere('button', 'Remove Wyrm from cart')).toBe(false);
  });

  it('applies a code, says what it takes off or why it takes off nothing, and takes it out again', async () => {
    cart.add(inCart());
    answer('checkout.quote', (input) => {
      const { codes } = input as { codes: string[] };
      return aQuote([aLine()], {
        coupons: codes.map((code) => ({
          ...{ code, discountCents: code === 'SPRING' ? 100 : 0, missing: null },
          refusal: code === 'SPRING' ? null : ('nothing-in-scope' as const),
        })),
      });
    });
    await open();
    expect(button('Apply').disabled).toBe(true);
    for (const typed of [' spring ', 'other']) {
      await type(field('Coupon code'), typed);
      await click(button('Apply'));
    }
    expect(part('Your codes')).toContain('SPRINGTakes off $1.00.');
    expect(part('Your codes')).toContain('OTHERThis code covers nothing in your cart.');
    await click(button('Remove the code OTHER'));
    expect($cart.get().coupons).toEqual([{ code: 'SPRING' }]);
    expect(field('Coupon code').value).toBe('');
  });

  it('says what changed since a product was added', async () => {
    cart.add(inCart(WYRM, 'Wyrm', 100));
    answer('checkout.quote', () => aQuote());
    await open();
    expect(words(document.querySelector('[role=status]') ?? undefined)).toBe(
      'The price of Wyrm changed from $1.00 to $5.99.',
    );
  });

  it('asks again when the browser brings the page back from the payment page', async () => {
    cart.add(inCart());
    answer('checkout.quote', () => aQuote());
    await open();
    const before = asked.length;
    await perform(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })));
    expect(asked).toHaveLength(before);
    await perform(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(asked).toHaveLength(before + 1);
  });
});
