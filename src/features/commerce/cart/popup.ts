/** How long the cart stays open after it opened by itself, in milliseconds. */
export const AUTO_CLOSE_MS = 3000;
/** How long the cart stays open after the pointer has left it, in milliseconds. */
export const LEAVE_CLOSE_MS = 300;

/** State of the cart dropdown: open or not, what keeps it open, and when it closes by itself. */
export interface Popup {
  open: boolean;
  pointerInside: boolean;
  /** The keyboard focus is inside. */
  keyboardInside: boolean;
  /** When it closes by itself, or null. */
  closesAt: number | null;
}

export type PopupEvent =
  /** The list of products changed, or a peek was requested. */
  | { type: 'products' }
  /** `wide`: at least 768 px; below that, hover does nothing. */
  | { type: 'pointer-in'; wide: boolean }
  | { type: 'pointer-out' }
  | { type: 'keyboard-in' }
  | { type: 'keyboard-out' }
  /** The trigger was clicked, tapped, or pressed with Enter or space. */
  | { type: 'press' }
  /** Escape, a click elsewhere, or a link followed. */
  | { type: 'dismiss' }
  /** Time has passed. */
  | { type: 'tick' };

export const CLOSED: Popup = { open: false, pointerInside: false, keyboardInside: false, closesAt: null };

/**
 * The popup after an event at `now`, in milliseconds.
 * @param inert nothing opens it: the cart is empty, or this is the cart page.
 */
export function popupAfter(popup: Popup, event: PopupEvent, inert: boolean, now: number): Popup {
  switch (event.type) {
    case 'products':
      if (inert) return popup;
      return closingIn({ ...popup, open: true }, AUTO_CLOSE_MS, now);
    case 'pointer-in':
      if (!event.wide) return popup;
      return { ...popup, open: popup.open || !inert, pointerInside: true, closesAt: null };
    case 'pointer-out':
      return closingIn({ ...popup, pointerInside: false }, LEAVE_CLOSE_MS, now);
    case 'keyboard-in':
      return { ...popup, keyboardInside: true, closesAt: null };
    case 'keyboard-out':
      return closingIn({ ...popup, keyboardInside: false }, LEAVE_CLOSE_MS, now);
    case 'press':
      // A mouse opened it by hovering; its click must not close it again.
      if (popup.open && !popup.pointerInside) return { ...popup, open: false, closesAt: null };
      return inert ? popup : { ...popup, open: true, closesAt: null };
    case 'dismiss':
      return { ...popup, open: false, closesAt: null };
    case 'tick':
      return popup.closesAt !== null && now >= popup.closesAt
        ? { ...popup, open: false, closesAt: null }
        : popup;
  }
}

/** Starts the closing timer, unless the popup is closed or in use. */
function closingIn(popup: Popup, ms: number, now: number): Popup {
  const waits = !popup.open || popup.pointerInside || popup.keyboardInside;
  return { ...popup, closesAt: waits ? null : now + ms };
}
