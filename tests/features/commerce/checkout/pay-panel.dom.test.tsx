import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cart } from '../../../../src/features/commerce/cart/cart.store.ts';
import { PayPanel } from '../../../../src/features/commerce/checkout/PayPanel.tsx';
import { $gift, $quote, applyQuote } from '../../../../src/features/commerce/checkout/quote.store.ts';
import { $person } from '../../../../src/features/identity/session/auth.store.ts';
import { answer, asked, forgetAnswers, refusal } from '../../actions-in-dom.ts';
import { button, click, isThere, leadsTo, leave, perform, show, words } from '../../page.tsx';
import { aLine, aQuote, inCart, WYRM } from './a-quote.ts';

const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
const zone = vi.spyOn(Intl, 'DateTimeFormat');

/** A visitor with Wyrm in the cart and its price on the page; signed in unless said otherwise. */
async function panel({ quote = aQuote(), signedIn = true, timeZone = 'America/New_York' } = {}) {
  const options = { resolvedOptions: () => ({ timeZone }) };
  zone.mockImplementation(function zoned() {
    return options as never;
  } as never);
  cart.add(inCart());
  applyQuote(quote);
  await show(<PayPanel taxNote="Tax is added on the payment page." />);
  await perform(() => $person.set(signedIn ? ({ id: 'mara' } as never) : null));
}

beforeEach(async () => {
  await leave();
  forgetAnswers();
  assign.mockClear();
  cart.clear();
  $gift.set(null);
  $quote.set({ state: 'loading', quote: null, news: [], problem: null });
});
afterAll(leave);

describe('the pay panel', () => {
  it('says the total and what was taken off, and pays exactly that', async () => {
    const line = aLine({ listCents: 999, discountCents: 400, payCents: 599 });
    await panel({ quote: aQuote([line]) });
    expect(words()).toContain('Before discounts$9.99Discounts−$4.00Total$5.99');
    expect(words()).toContain('Tax is added on the payment page.');
    expect(button('Pay $5.99').disabled).toBe(false);
  });

  it('leads a stranger to sign in and back to the cart, and offers no button to pay', async () => {
    await panel({ signedIn: false });
    expect(isThere('button', 'Pay $5.99')).toBe(false);
    expect(leadsTo('Sign in to pay')).toContain('/login');
    expect(leadsTo('Sign in to pay')).toContain(encodeURIComponent('/shopping-cart'));
    expect(leadsTo('Sign up')).toContain(encodeURIComponent('/shopping-cart'));
    expect([leadsTo('terms'), leadsTo('Keep shopping')]).toEqual(['/terms', '/search']);
  });

  it('waits while prices are checked', async () => {
    await panel();
    await perform(() => $quote.set({ ...$quote.get(), state: 'loading' }));
    expect(button('Pay $5.99').disabled).toBe(true);
  });

  it('sends what is shown, once, stays busy while the payment page loads, and lives again on the way back', async () => {
    await panel();
    answer('checkout.checkOut', () => ({ kind: 'pay', url: 'https://pay.example/1' }));
    await click(button('Pay $5.99'));
    expect(asked.map(({ input }) => input)).toMatchObject([
      { productIds: [WYRM], codes: [], shownCents: 599, gift: null, timeZone: 'America/New_York' },
    ]);
    expect(assign.mock.calls).toEqual([['https://pay.example/1']]);
    expect(button('One moment …').disabled).toBe(true);
    await perform(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(button('Pay $5.99').disabled).toBe(false);
  });

  it('leads to the library when nothing is to be paid, and takes what was bought out of the cart', async () => {
    await panel({ quote: aQuote([aLine({ free: true, listCents: 0, offerCents: 0, payCents: 0 })]) });
    expect(words()).toContain('Free. No card needed.');
    answer('checkout.checkOut', () => ({ kind: 'done' }));
    await click(button('Add to my library'));
    expect(assign.mock.calls).toEqual([['/account/library']]);
    expect(cart.has(WYRM)).toBe(false);
  });

  it.each([
    ['a refusal', () => refusal('CONFLICT', 'The sale is over.'), 'The sale is over.'],
    [
      'another price',
      () => ({ kind: 'changed', quote: aQuote([aLine({ offerCents: 700, payCents: 700 })]) }),
      'Something in your cart has changed. Please check it again before you pay.',
    ],
    [
      'a cut line',
      () => {
        throw new TypeError('fetch failed');
      },
      'There is no connection. You have not been charged; try again in a moment.',
    ],
  ])('says %s, charges nobody, and can be pressed again', async (_, reply, said) => {
    await panel();
    answer('checkout.checkOut', reply);
    await click(button('Pay $5.99'));
    expect(words(document.querySelector('[role=alert]') ?? undefined)).toBe(said);
    expect(assign).not.toHaveBeenCalled();
    const [pay] = [...document.querySelectorAll('button')].filter((one) => words(one).startsWith('Pay'));
    expect(pay?.disabled).toBe(false);
  });

  it('asks for the waiver where the law does, for the sentence that is shown', async () => {
    await panel({ timeZone: 'Europe/Berlin' });
    expect(button('Pay $5.99').disabled).toBe(true);
    const box = document.querySelector<HTMLInputElement>('input[type=checkbox]');
    await click(box as HTMLElement);
    expect(button('Pay $5.99').disabled).toBe(false);
    await perform(() => applyQuote(aQuote([aLine({ promisedDay: 1_900_000_000_000 })])));
    expect(box?.checked).toBe(false);
    expect(button('Pay $5.99').disabled).toBe(true);
  });

  it('does not pay for a gift without an address', async () => {
    await panel();
    for (const [email, disabled] of [
      ['', true],
      ['b@example', true],
      [' b@example.com ', false],
    ] as const) {
      await perform(() => $gift.set({ email } as never));
      expect(button('Pay $5.99').disabled, email).toBe(disabled);
    }
  });

  it('offers to ask again where prices could not be checked, and nothing to pay', async () => {
    await panel();
    await perform(() => $quote.set({ ...$quote.get(), state: 'failed', problem: 'Slow down.' }));
    expect(words(document.querySelector('[role=alert]') ?? undefined)).toBe('Slow down.');
    expect(isThere('button', 'Pay $5.99')).toBe(false);
    answer('checkout.quote', () => aQuote());
    await click(button('Check prices again'));
    expect(button('Pay $5.99').disabled).toBe(false);
  });

  it('says that nothing can be bought, and shows no price for it', async () => {
    await panel({ quote: aQuote([], { refused: [{ productId: WYRM, name: 'Wyrm', reason: 'gone' }] }) });
    expect(words()).toContain('Total–Nothing in this cart can be bought now.');
    expect(document.querySelectorAll('button')).toHaveLength(0);
  });
});
