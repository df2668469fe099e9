import { WAIVER_REFUSAL_TEXTS, type WaiverRefusal, waiverRefusal } from '../../payments/waiver.ts';

/** What a cart still lacks before it can be paid: the button names it and leads there, and the server refuses for it. */
export type CheckoutGap = 'gift-unconfirmed' | 'gift-address' | WaiverRefusal;

export const CHECKOUT_GAP_TEXTS: Record<CheckoutGap, string> = {
  'gift-unconfirmed':
    'Confirm your e-mail address before you send a gift. The link is in the mail we sent you.',
  'gift-address': 'Enter the e-mail address of the person who gets this gift.',
  ...WAIVER_REFUSAL_TEXTS,
};

/**
 * The first thing that is missing, in the order of the page, or null.
 * @param cart.gift whom it is for; null for the buyer themself
 * @param cart.isConfirmed whether the buyer has confirmed their address
 * @param cart.isAsked whether the law gives this buyer a right of withdrawal
 * @param cart.waiver the version of the sentence that they ticked; null for none
 * @param cart.wording the version that is asked for what they buy
 */
export function checkoutGap(cart: {
  gift: { email: string } | null;
  isConfirmed: boolean;
  isAsked: boolean;
  waiver: string | null;
  wording: string;
}): CheckoutGap | null {
  if (cart.gift) {
    if (!cart.isConfirmed) return 'gift-unconfirmed';
    if (!looksLikeAddress(cart.gift.email)) return 'gift-address';
  }
  return waiverRefusal(cart.isAsked, cart.waiver, cart.wording);
}

/** Whether a text could be a mail address. What the mail server says of it comes later. */
function looksLikeAddress(text: string): boolean {
  const [name, host = '', ...more] = text.trim().split('@');
  return name !== '' && more.length === 0 && !/\s/.test(text.trim()) && /[^.]\.[^.]+$/.test(host);
}
