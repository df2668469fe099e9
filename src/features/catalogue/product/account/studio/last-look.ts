import { type Backdrop, isBackdrop } from '../../../../../domain/catalogue/store.ts';
import { persistentAtom } from '../../../../kernel/storage/persistent.ts';
import { PAINTS, type PaintChoice } from './paints.ts';

/** Paint and backdrop of pictures. */
export interface Look {
  paint: PaintChoice;
  /** The custom colour, as #rrggbb. */
  own: string;
  backdrop: Backdrop;
}

const FIRST_LOOK: Look = { paint: 'primer', own: '#7a5aa0', backdrop: 'slate' };

/** The look of the newest picture that was made in this browser. */
export const $lastLook = persistentAtom<Look>('studio', FIRST_LOOK, {
  decode: (text) => storedLook(JSON.parse(text)),
  encode: JSON.stringify,
});

/**
 * The look with which the studio begins: that of the newest picture that was made in this browser, with the store's backdrop,
 * so that all pictures of a store have the same background, whoever makes them.
 */
export function beginningLook(ofStore: Backdrop | ''): Look {
  const last = $lastLook.get();
  return ofStore === '' ? last : { ...last, backdrop: ofStore };
}

/** What was stored, as far as it is known still. */
export function storedLook(stored: unknown): Look {
  const { paint, own, backdrop } = (stored ?? {}) as Partial<Record<keyof Look, unknown>>;
  return {
    paint:
      typeof paint === 'string' && (paint === 'own' || Object.hasOwn(PAINTS, paint))
        ? (paint as PaintChoice)
        : FIRST_LOOK.paint,
    own: typeof own === 'string' && /^#[0-9a-f]{6}$/i.test(own) ? own : FIRST_LOOK.own,
    backdrop: typeof backdrop === 'string' && isBackdrop(backdrop) ? backdrop : FIRST_LOOK.backdrop,
  };
}
