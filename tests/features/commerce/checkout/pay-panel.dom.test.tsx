import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cart } from '../../../../src/features/commerce/cart/cart.store.ts';
import { GiftFields } from '../../../../src/features/commerce/checkout/GiftFields.tsx';
import { PayPanel } from '../../../../src/features/commerce/checkout/PayPanel.tsx';
import { $gap, $gift, $quote, applyQuote } from '../../../../src/features/commerce/checkout/quote.store.ts';
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
  await show(
    <>
      <GiftFields />
      <PayPanel taxNote="Tax is added on the payment page." ways="by card or PayPal" />
    </>,
  );
  await perform(() => $person.set(signedIn ? ({ id: 'mara' } as never) : null));
}

const scrolledTo = vi.fn();
Element.prototype.scrollIntoView = scrolledTo;
/** What is said about a field beside it. */
const described = (field: Element | null) =>
  document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

beforeEach(async () => {
  scrolledTo.mockClear();
  await leave();
  forgetAnswers();
  assign.mockClear();
  cart.clear();
  $gift.set(null);
  $gap.set(null);
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

  it('pressed while prices are checked, waits for them and pays what it said', async () => {
    await panel();
    answer('checkout.checkOut', () => ({ kind: 'pay', url: 'https://pay.example/1' }));
    await perform(() => $quote.set({ ...$quote.get(), state: 'loading' }));
    await click(button('Pay $5.99'));
    expect(asked).toHaveLength(0);
    await perform(() => $quote.set({ ...$quote.get(), state: 'ready' }));
    expect(asked).toMatchObject([{ name: 'checkout.checkOut', input: { shownCents: 599 } }]);
  });

  it('pressed while prices are checked, asks again where they are others', async () => {
    await panel();
    await perform(() => $quote.set({ ...$quote.get(), state: 'loading' }));
    await click(button('Pay $5.99'));
    await perform(() => applyQuote(aQuote([aLine({ offerCents: 700, payCents: 700 })])));
    expect(asked).toHaveLength(0);
    expect(words(document.querySelector('[role=alert]') ?? undefined)).toMatch(/^Something in your cart/);
    expect(button('Pay $7.00').disabled).toBe(false);
  });

  it('names how the payment page takes money', async () => {
    await panel();
    expect(words()).toContain(
      'You pay once for all artists, by card or PayPal, on the payment provider’s page.',
    );
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

  it('asks for the waiver where the law does, and leads to its box when it is pressed without', async () => {
    await panel({ timeZone: 'Europe/Berlin' });
    answer('checkout.checkOut', () => ({ kind: 'pay', url: 'https://pay.example/1' }));
    await click(button('Pay $5.99'));
    const box = document.querySelector<HTMLInputElement>('#waiver');
    expect(asked).toHaveLength(0);
    expect(document.activeElement).toBe(box);
    expect(scrolledTo).toHaveBeenCalledTimes(1);
    expect(described(box)).toBe('Tick the sentence about delivery and your right of withdrawal.');
    await click(box as HTMLElement);
    expect(described(box)).toBe('');
    await perform(() => applyQuote(aQuote([aLine({ promisedDay: 1_900_000_000_000 })])));
    expect(box?.checked).toBe(false);
    expect(words()).toContain('for a full refund, whatever you tick below; if its day passes');
    await click(button('Pay $5.99'));
    expect(asked).toHaveLength(0);
    await click(box as HTMLElement);
    await click(button('Pay $5.99'));
    expect(asked).toMatchObject([{ name: 'checkout.checkOut' }]);
  });

  it('speaks of no tick where none is asked for', async () => {
    await panel({ quote: aQuote([aLine({ promisedDay: 1_900_000_000_000 })]) });
    expect(words()).toContain('you can cancel it for a full refund; if its day passes');
  });

  it('does not pay for a gift without an address, and leads to its field', async () => {
    await panel();
    answer('checkout.checkOut', () => ({ kind: 'pay', url: 'https://pay.example/1' }));
    for (const email of ['', 'b@example']) {
      await perform(() => $gift.set({ email, message: '' }));
      await click(button('Pay $5.99'));
      expect(asked, email).toHaveLength(0);
      expect(document.activeElement?.id).toBe('gift-email');
      expect(described(document.activeElement)).toBe(
        'Enter the e-mail address of the person who gets this gift.',
      );
    }
    await perform(() => $gift.set({ email: ' b@example.com ', message: '' }));
    expect(described(document.querySelector('#gift-email'))).toBe('');
    await click(button('Pay $5.99'));
    expect(asked).toMatchObject([{ name: 'checkout.checkOut' }]);
  });

  it('leads who has not confirmed their address to the sentence about it before they give', async () => {
    await panel();
    await perform(() => $person.set({ id: 'mara', verified: false } as never));
    await perform(() => $gift.set({ email: 'b@example.com', message: '' }));
    await click(button('Pay $5.99'));
    expect(asked).toHaveLength(0);
    expect(document.activeElement?.id).toBe('gift-unconfirmed');
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
