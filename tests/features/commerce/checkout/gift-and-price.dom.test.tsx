import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ChosenPrice } from '../../../../src/features/commerce/checkout/ChosenPrice.tsx';
import { GiftFields } from '../../../../src/features/commerce/checkout/GiftFields.tsx';
import { $gift } from '../../../../src/features/commerce/checkout/quote.store.ts';
import { $person } from '../../../../src/features/identity/session/auth.store.ts';
import { button, click, field, leave, perform, show, type, words } from '../../page.tsx';

beforeEach(async () => {
  await leave();
  $gift.set(null);
});
afterAll(leave);

describe('the fields of a gift', () => {
  it('are asked for once somebody says that it is one, and forgotten when it is none', async () => {
    await show(<GiftFields />);
    expect(words()).toBe('This is a gift');
    await click(field('This is a gift'));
    expect(words()).toContain('Any account can redeem it, once.');
    await type(field('Recipient’s e-mail'), 'wren@example.test');
    expect($gift.get()).toEqual({ email: 'wren@example.test', message: '' });
    await click(field('This is a gift'));
    expect([$gift.get(), words()]).toEqual([null, 'This is a gift']);
  });

  it('say before the payment that an address must be confirmed first', async () => {
    await show(<GiftFields />);
    await click(field('This is a gift'));
    const confirm = 'Confirm your e-mail address before you send a gift.';
    expect(words()).not.toContain(confirm);
    await perform(() => $person.set({ verified: false } as never));
    expect(words()).toContain(confirm);
    await perform(() => $person.set({ verified: true } as never));
    expect(words()).not.toContain(confirm);
  });
});

describe('a price that the buyer chooses', () => {
  const chosen: number[] = [];
  const open = (minimumCents: number, suggestedCents: number | null) =>
    show(
      <ChosenPrice
        name="Wyrm"
        cents={500}
        openPrice={{ minimumCents, suggestedCents }}
        onChoose={(cents) => chosen.push(cents)}
      />,
    );
  beforeEach(() => {
    chosen.length = 0;
  });

  it('says what it may be', async () => {
    await open(200, 800);
    expect(words()).toContain('At least $2.00. The artist suggests $8.00.');
    await open(0, null);
    expect(words()).toContain('Enter 0 to get it for free.');
    expect(words()).not.toContain('suggests');
  });

  it('can be changed only to another one', async () => {
    await open(200, null);
    expect(button('Change').disabled).toBe(true);
    await type(field('You pay, in dollars'), '7.25');
    expect(button('Change').disabled).toBe(false);
    await click(button('Change'));
    expect(chosen).toEqual([725]);
  });

  it.each(['1.99', '', 'seven', '-3'])(
    '%o is refused below the minimum of $2.00, with the reason',
    async (typed) => {
      await open(200, null);
      await type(field('You pay, in dollars'), typed);
      await click(button('Change'));
      const price = field('You pay, in dollars');
      expect([chosen, price.getAttribute('aria-invalid')]).toEqual([[], 'true']);
      expect(
        words(
          document.getElementById(price.getAttribute('aria-describedby')?.split(' ')[0] ?? '') as Element,
        ),
      ).not.toBe('');
    },
  );
});
