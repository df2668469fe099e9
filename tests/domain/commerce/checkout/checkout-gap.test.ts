import { describe, expect, it } from 'vitest';
import { CHECKOUT_GAP_TEXTS, checkoutGap } from '../../../../src/domain/commerce/checkout/checkout-gap.ts';

const complete = { gift: null, isConfirmed: true, isAsked: true, waiver: 'now', wording: 'now' };
const gift = { email: 'bo@example.com' };

describe('a cart', () => {
  it.each([
    ['with everything lacks nothing', {}, null],
    ['of a buyer without the right is asked no sentence', { isAsked: false, waiver: null }, null],
    ['lacks the tick where the law asks for it', { waiver: null }, 'not-given'],
    ['lacks a tick at the sentence that counts now', { waiver: 'before' }, 'other-wording'],
    ['for oneself needs no confirmed address', { isConfirmed: false }, null],
    ['for somebody else needs one', { isConfirmed: false, gift }, 'gift-unconfirmed'],
    ['for somebody else needs their address', { gift: { email: ' ' } }, 'gift-address'],
    ['for somebody else needs a whole address', { gift: { email: 'bo@example' } }, 'gift-address'],
    ['takes an address with spaces around it', { gift: { email: ' bo@example.com ' } }, null],
    ['names what stands first on the page', { gift: { email: '' }, waiver: null }, 'gift-address'],
  ] as const)('%s', (_, change, gap) => {
    expect(checkoutGap({ ...complete, ...change })).toBe(gap);
  });

  it('says in a whole sentence what is missing', () => {
    for (const text of Object.values(CHECKOUT_GAP_TEXTS)) expect(text).toMatch(/^[A-Z].+\.$/);
  });
});
