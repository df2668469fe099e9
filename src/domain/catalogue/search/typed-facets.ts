import type { FacetOffer } from '../facet-offer.ts';
import { FACET_SPELLINGS, plainSpelling, type Spelled } from './facet-spellings.ts';
import type { FilterName } from './search-params.ts';
import { type PriceRange, typedPrice } from './typed-price.ts';

/** A filter that was typed in words. */
export interface TypedFacet {
  /** The filter; a range of prices is of "price" and has no values. */
  name: FilterName;
  /** Any of these is meant. */
  values: readonly string[];
  choice: 'include' | 'exclude';
  /** Set where a range of prices was typed. */
  prices: PriceRange | null;
  /** Where its words stand in the text, in order; several where it was typed again, or another filter within it. */
  places: readonly Place[];
}
/** A part of a text: the first character and the one after the last. */
export type Place = readonly [start: number, end: number];

/** What a search text says: filters, and the text that is left. */
export interface TypedFacets {
  text: string;
  facets: readonly TypedFacet[];
}

/** What is typed after this many characters is not read. */
const READ_MAX = 200;
/** The most words of a spelling. */
const REACH = 6;
const QUOTES = '"“”„«»';

interface Word {
  /** Its number in the text. */
  at: number;
  place: Place;
  /** In lower case, without marks at its ends. */
  typed: string;
  plain: string;
  /** In quotes, or part of another thing: it is never read. */
  isText: boolean;
}

/**
 * Reads the filters that a search text names: "presupported 32mm knight under $8" is the text "knight" with three of them. What
 * is in quotes stays a text, and so does what only looks like a filter ("free hand"). "-resin" and "not resin" leave resin out.
 * Takes time in proportion to the text; its own text is read to itself.
 * @param offer what operators renamed and hid: their names are read as well, and hidden values are not
 */
export function typedFacets(
  text: string,
  { hidden, names }: Pick<FacetOffer, 'hidden' | 'names'> = { hidden: [], names: {} },
): TypedFacets {
  const words = wordsOf(text);
  const own = namedByOperators(names);
  const spelled = (plain: string): Spelled | undefined => {
    const found = own.get(plain) ?? FACET_SPELLINGS.get(plain);
    if (!found) return found;
    const values = found.values.filter((value) => !hidden.includes(`${found.name}:${value}`));
    return values.length > 0 ? { ...found, values } : undefined;
  };
  const found: TypedFacet[] = [];
  const kept: Word[] = [];
  // What is still to be read, the next one last; words before a filter are read again, as they have new neighbours.
  const ahead = words.toReversed();
  while (ahead.length > 0) {
    const next = wordsAhead(ahead);
    const match = readAt(next, ahead.length === next.length, spelled);
    if (!match) kept.push(ahead.pop() as Word);
    else if (match.facet === null)
      for (let n = 0; n < match.length; n++) kept.push({ ...(ahead.pop() as Word), isText: true });
    else {
      const places = placesOf(next.slice(0, match.length));
      ahead.length -= match.length;
      found.push({ ...match.facet, places });
      for (let n = 1; n < REACH && kept.at(-1)?.isText === false; n++) ahead.push(kept.pop() as Word);
    }
  }
  const facets = merged(found);
  return {
    text:
      facets.length === 0
        ? text
        : withoutPlaces(
            text,
            facets.flatMap(({ places }) => places),
          ),
    facets,
  };
}

/** A text without the words of these filters, which were read in it. */
export function withoutFacets(text: string, facets: readonly TypedFacet[]): string {
  return withoutPlaces(
    text,
    facets.flatMap(({ places }) => places),
  );
}

/** Where the words stand that no filter has, each quotation as one. */
export const wordsBeside = (text: string, facets: readonly TypedFacet[]): Place[] => {
  const read = facets.flatMap(({ places }) => places);
  return wordsOf(text)
    .map(({ place }) => place)
    .filter(([start, end]) => !read.some(([from, to]) => from <= start && end <= to));
};

/** Whether the words of a filter say something as words, too; a price and "-resin" do not. */
export const canBeWords = ({ choice, prices }: TypedFacet): boolean =>
  choice === 'include' && prices === null;

/** A text in which the words of these filters stand in quotes, so that they are looked for as words; where they cannot, they go. */
export function withFacetsAsWords(text: string, facets: readonly TypedFacet[]): string {
  const isQuoted = new Set(facets.filter(canBeWords).flatMap(({ places }) => places));
  let rest = text;
  for (const place of facets.flatMap(({ places }) => places).toSorted(([a], [b]) => b - a)) {
    const [start, end] = place;
    const words = isQuoted.has(place) ? `"${text.slice(start, end)}"` : '';
    rest = [rest.slice(0, start).trim(), words, rest.slice(end).trim()]
      .filter((piece) => piece !== '')
      .join(' ');
  }
  return rest;
}

type Read = Omit<TypedFacet, 'places'>;
/** Words that were read: as a filter, or as another thing. */
interface Match {
  facet: Read | null;
  length: number;
}

/** What the next words say, the longest spelling first; null if the first word is a plain one. */
function readAt(
  words: readonly Word[],
  isEnd: boolean,
  spelled: (plain: string) => Spelled | undefined,
): Match | null {
  const [first] = words;
  if (!first || first.isText || first.plain === '') return null;
  // A range is only at its end where the text is.
  const typed = words.map((word) => word.typed);
  const price = typedPrice(isEnd ? typed : [...typed, '']);
  if (price)
    return {
      facet: { name: 'price', values: [], choice: 'include', prices: price.range },
      length: price.length,
    };
  if (first.typed.startsWith('-')) {
    const unwanted = spelled(first.plain);
    return unwanted ? { facet: { ...unwanted, choice: 'exclude', prices: null }, length: 1 } : null;
  }
  const whole = longest(words, spelled);
  if (whole) return whole;
  if (first.plain !== 'not') return null;
  const unwanted = longest(words.slice(1), spelled);
  return unwanted?.facet
    ? { facet: { ...unwanted.facet, choice: 'exclude' }, length: unwanted.length + 1 }
    : null;
}

function longest(words: readonly Word[], spelled: (plain: string) => Spelled | undefined): Match | null {
  let plain = '';
  let match: Match | null = null;
  for (const [at, word] of words.entries()) {
    // "2 8mm" is no 28 mm, and "-32mm" begins something else.
    if (at > 0 && (word.typed.startsWith('-') || (/\p{N}$/u.test(plain) && /^\p{N}/u.test(word.plain))))
      break;
    plain += word.plain;
    if (word.plain === '') continue;
    const found = spelled(plain);
    if (found !== undefined)
      match = { facet: found && { ...found, choice: 'include', prices: null }, length: at + 1 };
  }
  return match;
}

/** The words that a spelling from the next one on may have. */
function wordsAhead(ahead: readonly Word[]): Word[] {
  const next: Word[] = [];
  for (let at = ahead.length - 1; at >= 0 && next.length < REACH; at--) {
    const word = ahead[at] as Word;
    if (word.isText && next.length > 0) break;
    next.push(word);
  }
  return next;
}

/** Where words stand; those that are neighbours in the text as one. */
function placesOf(words: readonly Word[]): Place[] {
  const places: Place[] = [];
  for (const [at, { place, at: number }] of words.entries()) {
    const isNext = at > 0 && words[at - 1]?.at === number - 1;
    const [start] = (isNext ? places.pop() : undefined) ?? place;
    places.push([start, place[1]]);
  }
  return places;
}

function namedByOperators(names: FacetOffer['names']): Map<string, Spelled> {
  const own = new Map<string, Spelled>();
  for (const [key, text] of Object.entries(names)) {
    const cut = key.indexOf(':');
    const plain = plainSpelling(text);
    if (plain !== '') own.set(plain, { name: key.slice(0, cut) as FilterName, values: [key.slice(cut + 1)] });
  }
  return own;
}

/** Filters that were typed twice are one. */
function merged(found: readonly TypedFacet[]): TypedFacet[] {
  const byKey = new Map<string, TypedFacet>();
  for (const facet of found) {
    const { name, values, choice, prices } = facet;
    const key = JSON.stringify([name, values, choice, prices]);
    const places = [...(byKey.get(key)?.places ?? []), ...facet.places];
    byKey.set(key, { ...facet, places: places.toSorted(([a], [b]) => a - b) });
  }
  return [...byKey.values()].toSorted((a, b) => (a.places[0]?.[0] ?? 0) - (b.places[0]?.[0] ?? 0));
}

/** The words of a text, each quotation as one. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const add = (start: number, end: number) => {
    const raw = text.slice(start, end);
    const typed = raw.toLowerCase().replace(/^[,;.!?()]|[,;.!?()]$/g, '');
    const isText = end > READ_MAX || [...raw].some((sign) => QUOTES.includes(sign));
    words.push({
      at: words.length,
      place: [start, end],
      typed,
      plain: isText ? '' : plainSpelling(raw),
      isText,
    });
  };
  let at = 0;
  while (at < text.length) {
    const sign = text[at] as string;
    if (isSpace(sign)) at++;
    else {
      const start = at;
      at = QUOTES.includes(sign) ? quoteEnd(text, at) : wordEnd(text, at);
      add(start, at);
    }
  }
  return words;
}

const isSpace = (sign: string) => /\s/.test(sign);

function wordEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isSpace(text[at] as string) && !QUOTES.includes(text[at] as string)) at++;
  return at;
}

/** The end of the quotation that begins here; of the sign alone where none does. */
function quoteEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !QUOTES.includes(text[at] as string)) at++;
  return at < text.length && at > start + 1 ? at + 1 : start + 1;
}

/** The text with these parts cut out. What is left stays as it was typed. */
export function withoutPlaces(text: string, places: readonly Place[]): string {
  let rest = '';
  let from = 0;
  for (const [start, end] of [...places.toSorted(([a], [b]) => a - b), [text.length, text.length] as const]) {
    const piece = text.slice(from, start).trim();
    if (piece !== '') rest += rest === '' ? piece : ` ${piece}`;
    from = end;
  }
  return rest;
}
