import { BACKDROPS, type BackdropName, PAINTS, type PaintChoice } from './paints.ts';

/** Paint and backdrop of pictures. */
export interface Look {
  paint: PaintChoice;
  /** The custom colour, as #rrggbb. */
  own: string;
  backdrop: BackdropName;
}

const KEY = 'studio';
const FIRST_LOOK: Look = { paint: 'primer', own: '#7a5aa0', backdrop: 'slate' };

/** The look of the newest picture that was made in this browser, so that all pictures of a store have the same background. */
export function lastLook(): Look {
  try {
    return lookOf(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return FIRST_LOOK;
  }
}

/** Keeps a look for the next product. Without storage the next one begins with the first look. */
export function keepLook(look: Look): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // Nothing depends on it.
  }
}

/** What was stored, as far as it is known still. */
export function lookOf(stored: unknown): Look {
  const { paint, own, backdrop } = (stored ?? {}) as Partial<Record<keyof Look, unknown>>;
  return {
    paint:
      typeof paint === 'string' && (paint === 'own' || Object.hasOwn(PAINTS, paint))
        ? (paint as PaintChoice)
        : FIRST_LOOK.paint,
    own: typeof own === 'string' && /^#[0-9a-f]{6}$/i.test(own) ? own : FIRST_LOOK.own,
    backdrop:
      typeof backdrop === 'string' && Object.hasOwn(BACKDROPS, backdrop)
        ? (backdrop as BackdropName)
        : FIRST_LOOK.backdrop,
  };
}
