/** Contrast of colours after WCAG 2.2, success criteria 1.4.3 and 1.4.11. */

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** The least ratio of text to what it stands on. */
export const TEXT_CONTRAST = 4.5;

/** A colour as "#1d6f63"; null for anything else. */
export function colourOf(text: string): Colour | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour as "#1d6f63". */
export function colourText(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A colour mixed with another one. @param share of the other, 0 to 1. */
export function mixed(colour: Colour, other: Colour, share: number): Colour {
  return colour.map((part, index) =>
    Math.round(part + ((other[index] ?? 0) - part) * share),
  ) as unknown as Colour;
}

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];
/** Steps from a colour to black or white: finer than the eye. */
const STEPS = 256;

/**
 * The colour nearest to this one that has at least `least` contrast to each of these surfaces; the colour itself where it
 * has. It is made darker or lighter, whichever takes the smaller step.
 */
export function nearestReadable(colour: Colour, surfaces: readonly Colour[], least = TEXT_CONTRAST): Colour {
  for (let step = 0; step <= STEPS; step++) {
    for (const end of [BLACK, WHITE]) {
      const tried = mixed(colour, end, step / STEPS);
      if (surfaces.every((surface) => contrast(tried, surface) >= least)) return tried;
    }
  }
  return surfaces.every((surface) => contrast(BLACK, surface) >= contrast(WHITE, surface)) ? BLACK : WHITE;
}
