/** One light sample: direction (unit length, y up), colour and brightness. */
export interface Flash {
  from: readonly [x: number, y: number, z: number];
  colour: string;
  /** Scaled so that the mean of all flashes is the studio's light. */
  bright: number;
}

interface Lamp {
  /** Share of the flashes. */
  share: number;
  /** Degrees to the right of the camera, as seen from the model, and above the table. */
  around: number;
  above: number;
  /** Half the width of the soft box, in degrees. */
  spread: number;
  bright: number;
  colour: string;
}

/** Warm key light from the left, a cool and a warm rim light from behind. */
export const KEY: Lamp = { share: 0.36, around: -42, above: 46, spread: 13, bright: 1.42, colour: '#fff3e4' };
export const RIMS: readonly Lamp[] = [
  { share: 0.12, around: 148, above: 32, spread: 14, bright: 0.95, colour: '#c9ddff' },
  { share: 0.1, around: -140, above: 24, spread: 12, bright: 0.45, colour: '#ffd0a8' },
];
/** The sky dome, which darkens folds and grounds the model. */
export const DOME = { share: 0.42, bright: 1.5, colour: '#eef2ff' } as const;

/** Element `at` (from 1) of the Halton sequence in 0 to 1. */
export function halton(at: number, base: number): number {
  let [left, part, value] = [at, 1, 0];
  while (left > 0) {
    part /= base;
    value += part * (left % base);
    left = Math.floor(left / base);
  }
  return value;
}

export function towards({ around, above }: Pick<Lamp, 'around' | 'above'>): [number, number, number] {
  const [a, e] = [(around * Math.PI) / 180, (above * Math.PI) / 180];
  return [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)];
}

/**
 * The studio's light as about `count` flashes with hard shadows, whose mean has soft shadows. Interleaved, so that the
 * mean of the first few is close to the final one.
 */
export function flashes(count: number): Flash[] {
  const made: { flash: Flash; order: number }[] = [];
  for (const lamp of [KEY, ...RIMS, DOME]) {
    const many = Math.max(1, Math.round(lamp.share * count));
    for (let at = 0; at < many; at++) {
      const [u, v] = [halton(at + 1, 2), halton(at + 1, 3)];
      const from = 'spread' in lamp ? inBox(lamp, u, v) : inSky(u, v);
      const flash = { from, colour: lamp.colour, bright: lamp.bright / many };
      made.push({ flash, order: (at + 0.5) / many });
    }
  }
  made.sort((one, other) => one.order - other.order);
  return made.map(({ flash }) => ({ ...flash, bright: flash.bright * made.length }));
}

/** A direction within a round soft box. */
function inBox(lamp: Lamp, u: number, v: number): Flash['from'] {
  const [x, y, z] = towards(lamp);
  const level = Math.hypot(x, z);
  const [rx, rz] = [-z / level, x / level];
  const [ux, uy, uz] = [y * rz, z * rx - x * rz, -y * rx];
  const off = Math.sqrt(u) * Math.tan((lamp.spread * Math.PI) / 180);
  const [a, b] = [off * Math.cos(2 * Math.PI * v), off * Math.sin(2 * Math.PI * v)];
  return unit(x + rx * a + ux * b, y + uy * b, z + rz * a + uz * b);
}

/** A direction in the sky, weighted towards the zenith. */
function inSky(u: number, v: number): Flash['from'] {
  const y = Math.sqrt(u) * 0.97 + 0.03;
  const level = Math.sqrt(Math.max(0, 1 - y * y));
  return unit(level * Math.cos(2 * Math.PI * v), y, level * Math.sin(2 * Math.PI * v));
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
