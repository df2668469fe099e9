import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AUTO_CLOSE_MS,
  CLOSED,
  LEAVE_CLOSE_MS,
  type Popup,
  type PopupEvent,
  popupAfter,
} from '../../../../src/features/commerce/cart/popup.ts';

/** The popup after events at given instants, on a cart that opens. */
function play(...steps: [at: number, event: PopupEvent][]): Popup {
  return steps.reduce((popup, [at, event]) => popupAfter(popup, event, false, at), CLOSED);
}
const wide: PopupEvent = { type: 'pointer-in', wide: true };
const narrow: PopupEvent = { type: 'pointer-in', wide: false };
const out: PopupEvent = { type: 'pointer-out' };
const changed: PopupEvent = { type: 'products' };
const tick: PopupEvent = { type: 'tick' };
const press: PopupEvent = { type: 'press' };

describe('the figures', () => {
  it('are those of the specification', () => {
    expect([AUTO_CLOSE_MS, LEAVE_CLOSE_MS]).toEqual([3000, 300]);
  });
});

describe('a changed list of products', () => {
  it('opens the cart for three seconds', () => {
    expect(play([0, changed])).toMatchObject({ open: true, closesAt: 3000 });
    expect(play([0, changed], [2999, tick]).open).toBe(true);
    expect(play([0, changed], [3000, tick]).open).toBe(false);
  });

  it('starts the three seconds anew with each change', () => {
    expect(play([0, changed], [2000, changed], [3000, tick])).toMatchObject({ open: true, closesAt: 5000 });
  });

  it('opens nothing while the cart is inert', () => {
    expect(popupAfter(CLOSED, changed, true, 0).open).toBe(false);
  });

  it('does not close while the pointer or the keyboard is inside', () => {
    expect(play([0, wide], [10, changed], [9000, tick]).open).toBe(true);
    expect(play([0, changed], [10, { type: 'keyboard-in' }], [9000, tick]).open).toBe(true);
  });
});

describe('hovering', () => {
  it('opens on wide screens and closes 300 ms after the pointer left', () => {
    expect(play([0, wide]).open).toBe(true);
    expect(play([0, wide], [1000, out], [1299, tick]).open).toBe(true);
    expect(play([0, wide], [1000, out], [1300, tick]).open).toBe(false);
  });

  it('stays open where the pointer comes back in time', () => {
    expect(play([0, wide], [1000, out], [1200, wide], [1300, tick], [9000, tick]).open).toBe(true);
  });

  it('does nothing below 768 px', () => {
    expect(play([0, narrow])).toBe(CLOSED);
    expect(play([0, changed], [100, narrow], [3000, tick]).open).toBe(false);
  });

  it('opens nothing while the cart is inert', () => {
    expect(popupAfter(CLOSED, wide, true, 0).open).toBe(false);
  });
});

describe('pressing the trigger', () => {
  it('opens and shuts', () => {
    expect(play([0, press])).toMatchObject({ open: true, closesAt: null });
    expect(play([0, press], [1, press]).open).toBe(false);
  });

  it('does not shut what the same mouse has just opened', () => {
    expect(play([0, wide], [50, press]).open).toBe(true);
  });

  it('opens nothing while the cart is inert', () => {
    expect(popupAfter(CLOSED, press, true, 0).open).toBe(false);
  });
});

describe('the keyboard', () => {
  it('holds the cart open while it works inside', () => {
    const inside = play([0, press], [1, { type: 'keyboard-in' }], [2, out]);
    expect(inside).toMatchObject({ open: true, closesAt: null });
    expect(popupAfter(inside, { type: 'keyboard-out' }, false, 1000).closesAt).toBe(1300);
  });

  it('shuts it at once with Escape', () => {
    expect(play([0, changed], [1, { type: 'dismiss' }])).toMatchObject({ open: false, closesAt: null });
  });
});

describe('whatever happens', () => {
  const event = fc.constantFrom<PopupEvent>(
    wide,
    narrow,
    out,
    changed,
    tick,
    press,
    { type: 'dismiss' },
    { type: 'keyboard-in' },
    { type: 'keyboard-out' },
  );

  it('an inert cart never opens', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const popup = events.reduce((before, e) => popupAfter(before, e, true, 0), CLOSED);
        expect(popup.open).toBe(false);
      }),
    );
  });

  it('a shut cart has no clock running', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9000), event)), (steps) => {
        const popup = play(...steps);
        if (!popup.open) expect(popup.closesAt).toBe(null);
      }),
    );
  });
});
