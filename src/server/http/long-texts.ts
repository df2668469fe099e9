import { randomUUID } from 'node:crypto';

/** From this length on a text is written by itself. */
const LONG = 10_000;
/** How deep in an answer a text is looked for; a text in a list is not. */
const DEEPEST = 3;

export interface WithoutLongTexts {
  /** The answer with a mark in place of each long text; the very same answer where there is none. */
  data: unknown;
  /** Writes the texts into the serialised answer. */
  filled(serialised: string): string;
}

/**
 * Takes the long texts out of an action's answer before it is serialised: Astro's serialiser looks at each letter of a text,
 * which for the megabyte of a large library takes several times as long as the engine's own JSON. Both are read alike.
 */
export function withoutLongTexts(data: unknown): WithoutLongTexts {
  const texts: string[] = [];
  const mark = randomUUID();
  const marked = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return value.length < LONG ? value : `${mark} ${texts.push(value) - 1}`;
    if (depth > DEEPEST || typeof value !== 'object' || value === null) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const before = texts.length;
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, marked(inner, depth + 1)]),
    );
    return texts.length === before ? value : copy;
  };
  const found = marked(data, 0);
  const places = new RegExp(`"${mark} (\\d+)"`, 'g');
  return {
    data: found,
    filled: (serialised) =>
      texts.length === 0
        ? serialised
        : serialised.replace(places, (_, place: string) => JSON.stringify(texts[Number(place)])),
  };
}
