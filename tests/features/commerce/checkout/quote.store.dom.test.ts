import { beforeEach, describe, expect, it } from 'vitest';
import { $cart, cart } from '../../../../src/features/commerce/cart/cart.store.ts';
import {
  $gift,
  $quote,
  originsOf,
  refreshQuote,
} from '../../../../src/features/commerce/checkout/quote.store.ts';
import { storeOrigin } from '../../../../src/features/commerce/views/stored-origins.ts';
import { answer, asked, forgetAnswers, refusal } from '../../actions-in-dom.ts';
import { aLine, aQuote, inCart, TOWER, WYRM } from './a-quote.ts';

beforeEach(() => {
  forgetAnswers();
  cart.clear();
  $gift.set(null);
  $quote.set({ state: 'loading', quote: null, news: [], problem: null });
});

describe('the quote', () => {
  it('asks for the cart as it is: products, codes, chosen prices, and whether it is a gift', async () => {
    cart.add(inCart());
    cart.addCode('SPRING');
    cart.choose(WYRM, 900);
    $gift.set({ email: 'b@example.com' } as never);
    answer('checkout.quote', () => aQuote());
    await refreshQuote();
    expect(asked).toEqual([
      {
        name: 'checkout.quote',
        input: {
          productIds: [WYRM],
          codes: ['SPRING'],
          chosen: [{ productId: WYRM, cents: 900 }],
          gift: true,
        },
      },
    ]);
  });

  it('of an empty cart is nothing, and asks nobody', async () => {
    await refreshQuote();
    expect(asked).toEqual([]);
    expect($quote.get()).toMatchObject({ state: 'ready', quote: null, problem: null });
  });

  it('says what changed since a product was added, once, and corrects the cart', async () => {
    cart.add(inCart(WYRM, 'Wyrm', 400));
    answer('checkout.quote', () => aQuote([aLine({ promisedDay: 1_900_000_000_000 })]));
    await refreshQuote();
    await refreshQuote();
    expect($quote.get().news).toEqual(['The price of Wyrm changed from $4.00 to $5.99.']);
    expect($cart.get().products).toEqual([{ ...inCart(), promisedDay: 1_900_000_000_000 }]);
  });

  it('takes an owned product out of the cart, and keeps what else is refused in view', async () => {
    cart.add(inCart());
    cart.add(inCart(TOWER, 'Tower', 0));
    const refused = [
      { productId: WYRM, name: 'Wyrm', reason: 'owned' as const },
      { productId: TOWER, name: 'Tower', reason: 'gone' as const },
    ];
    answer('checkout.quote', () => aQuote([], { refused }));
    await refreshQuote();
    expect($cart.get().products.map(({ id }) => id)).toEqual([TOWER]);
    expect($quote.get().quote?.refused).toEqual([refused[1]]);
    expect($quote.get().news).toEqual(['Wyrm is already in your library and was removed from your cart.']);
  });

  it('a late answer to an older cart changes nothing', async () => {
    let late: (quote: unknown) => void = () => undefined;
    cart.add(inCart());
    answer('checkout.quote', () => new Promise((resolve) => (late = resolve)));
    const first = refreshQuote();
    await Promise.resolve();
    answer('checkout.quote', () => aQuote([aLine({ offerCents: 100, payCents: 100 })]));
    await refreshQuote();
    late(aQuote([aLine({ offerCents: 999, payCents: 999 })]));
    await first;
    expect($quote.get().quote?.totalCents).toBe(100);
  });

  it.each([
    ['a refusal in its own words', () => refusal('TOO_MANY_REQUESTS', 'Slow down.'), 'Slow down.'],
    [
      'no connection',
      () => {
        throw new TypeError('fetch failed');
      },
      'There is no connection, so prices cannot be checked. Your cart is saved.',
    ],
  ])('tells %s, and keeps the cart', async (_, reply, problem) => {
    cart.add(inCart());
    answer('checkout.quote', reply);
    await refreshQuote();
    expect($quote.get()).toMatchObject({ state: 'failed', problem });
    expect($cart.get().products).toHaveLength(1);
  });

  it('knows the origins of visits to the products of the cart only', () => {
    storeOrigin(WYRM, 'search');
    storeOrigin(TOWER, 'site');
    cart.add(inCart());
    expect(originsOf($cart.get())).toEqual([{ productId: WYRM, origin: 'search' }]);
  });
});
