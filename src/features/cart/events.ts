/** Sent to the window after every change of the cart in this tab. */
export const CART_CHANGED = 'guildhall:cart';
/** Sent to the window, it hydrates the cart in the header (see `client:intent`). */
export const CART_WAKE = 'guildhall:wake:cart';
