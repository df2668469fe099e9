import type { SearchDoc } from '../../search/engine.ts';
import { type Chance, chanceOf } from '../grown/chance.ts';
import {
  BEINGS,
  type Being,
  COMPOUNDS,
  GENRES,
  KINDS,
  LOOKS,
  SCALES,
  SPECIAL_NAMES,
  TRADE_ROLES,
  type TradeKind,
  type TradeLook,
  type TradeRole,
} from './trade.ts';

/** What a model is, whatever its seller wrote about it. */
export interface Facts {
  being: Being;
  role: TradeRole;
  look: TradeLook;
  kind: TradeKind;
  genre: (typeof GENRES)[number];
  scale: (typeof SCALES)[number];
  /** The hero's or the place's own name, which one model has. */
  own: string;
  /** The two words of a compound in the name; null for most. */
  compound: readonly [string, string] | null;
  /** Whether the compound is written as one word. */
  isJoined: boolean;
  language: 'en' | 'de' | 'fr' | 'es';
  /** How people type the own name; null where it is typed as it is written. */
  typed: string | null;
}

export interface Model extends Facts {
  doc: SearchDoc;
  /** The words of its name and tags, in lower case. */
  labels: ReadonlySet<string>;
}

export interface Corpus {
  models: readonly Model[];
  /** Number of different words in all texts. */
  words: number;
}

const SYLLABLES =
  'ka vo ri tha mel dru gor ser ni zul bra fen mor lis ta quo ven dar eth ul ira mon gha pel so'.split(' ');
const ENDS = 'th n r x s ra nos mir dak len ius gar wyn dor'.split(' ');

/**
 * Documents of models as sellers write them, by a grammar: own names, words of the trade, and descriptions from sentences and a
 * long tail of rare words. The same seed and count give the same documents.
 */
export function corpusOf(seed: number, count: number): Corpus {
  const chance = chanceOf(seed);
  const lexicon = Array.from({ length: Math.max(2_000, count * 3) }, () => inventedWord(chance, 3));
  const stores = Array.from(
    { length: Math.max(20, count >> 5) },
    () =>
      `${capital(inventedWord(chance, 2))} ${chance.pick(['Studio', 'Miniatures', 'Forge', 'Workshop', 'Prints'])}`,
  );
  const models = Array.from({ length: count }, (_, at) => {
    const facts = factsOf(chance, at);
    const doc = docOf(chance, at, facts, chance.pick(stores), lexicon);
    return { ...facts, doc, labels: new Set(wordsIn([doc.name, ...doc.tags].join(' '))) };
  });
  const words = new Set(
    models.flatMap(({ doc }) =>
      wordsIn(`${doc.name} ${doc.tags.join(' ')} ${doc.storeName} ${doc.description}`),
    ),
  );
  return { models, words: words.size };
}

function factsOf(chance: Chance, at: number): Facts {
  const special = at % 40 === 7 ? chance.pick(SPECIAL_NAMES) : null;
  const marked = at % 11 === 3;
  const tail = inventedWord(chance, 2);
  const plainName = capital(inventedWord(chance, 2 + (at % 2)));
  const own = special
    ? `${special[0]} ${capital(tail)}`
    : marked
      ? markedName(chance, plainName, tail)
      : plainName;
  return {
    being: chance.pick(BEINGS),
    role: chance.pick(Object.keys(TRADE_ROLES) as TradeRole[]),
    look: chance.pick(Object.keys(LOOKS) as TradeLook[]),
    kind: chance.is(0.6) ? 'figure' : chance.pick(Object.keys(KINDS) as TradeKind[]),
    genre: chance.pick(GENRES),
    scale: chance.pick(SCALES),
    own,
    compound: at % 5 === 1 ? chance.pick(COMPOUNDS) : null,
    isJoined: chance.is(0.5),
    language: at % 8 === 5 ? chance.pick(['de', 'fr', 'es'] as const) : 'en',
    typed: special ? `${special[1]} ${tail}` : null,
  };
}

/** A name with an apostrophe, a hyphen or an accent. */
function markedName(chance: Chance, name: string, tail: string): string {
  const kind = chance.below(3);
  if (kind === 0) return `${name}'${tail}`;
  if (kind === 1) return `${name}-${capital(tail)}`;
  return name.replace(/[aeiou]/, (letter) => ({ a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ü' })[letter] ?? letter);
}

function docOf(
  chance: Chance,
  at: number,
  facts: Facts,
  storeName: string,
  lexicon: readonly string[],
): SearchDoc {
  const { being, role, look, kind, genre, scale } = facts;
  // Half of the sellers do not name what their model is: they use another word for it, or show it.
  const namesBeing = facts.language !== 'en' || chance.is(0.7);
  const beingWord = namesBeing || !being.also ? being.word : chance.pick(being.also);
  const tags = [
    ...(chance.is(0.5) ? [being.family] : []),
    ...(chance.is(0.6) ? [being.word] : []),
    ...(chance.is(0.5) ? [role] : []),
    ...(chance.is(0.4) ? [look] : []),
    ...(chance.is(0.3) ? [genre] : []),
    ...(chance.is(0.2) ? [`${scale}mm`] : []),
  ];
  return {
    id: at.toString(36).padStart(15, '0'),
    name: nameOf(chance, facts, beingWord),
    tags,
    storeName,
    description: descriptionOf(chance, facts, lexicon),
    single: { type: kind === 'bust' ? 'bust' : 'figure', scale, store: storeName },
    multi: { genre: [genre] },
    priceCents: 300 + chance.below(2_000),
    popularity: Math.floor(chance.share() ** 4 * 5_000),
    ratingScore: 0,
    createdAt: 1_700_000_000_000 + at * 60_000,
    mature: false,
    box: null,
  };
}

function nameOf(chance: Chance, facts: Facts, beingWord: string): string {
  const { being, role, look, own, compound, isJoined, language } = facts;
  if (language === 'de') return `${own}, ${LOOK_DE[look]}${being.de.toLowerCase()}`;
  if (language !== 'en') return `${own}, ${being[language]} ${FOREIGN_TAIL[language]}`;
  const parts = [capital(look), capital(beingWord), capital(role)];
  if (compound)
    parts.push(isJoined ? capital(compound.join('')) : compound.map((word) => capital(word)).join(' '));
  const shape = chance.below(4);
  if (shape === 0) return `${own} the ${parts.join(' ')}`;
  if (shape === 1) return `${parts.join(' ')} of ${own}`;
  if (shape === 2) return `${own}, ${parts.join(' ')} (${1 + chance.below(6)}x${1 + chance.below(4)})`;
  return `${parts.join(' ')} ${own}`;
}

export const LOOK_DE: Record<TradeLook, string> = {
  ash: 'Aschen',
  moss: 'Moos',
  frost: 'Frost',
  iron: 'Eisen',
  coral: 'Korallen',
  ember: 'Glut',
  crystal: 'Kristall',
  plague: 'Seuchen',
  storm: 'Sturm',
  thorn: 'Dornen',
  bone: 'Knochen',
  rust: 'Rost',
};
const FOREIGN_TAIL = { fr: 'des ombres', es: 'de las sombras' } as const;

const SENTENCES = [
  'Sculpted for {scale} mm with supports that were tested on several printers',
  'A {kind} with loose {rare} and a {rare} base',
  'Known as the {lookWord} one among the {rare} of {rare}',
  'It carries a {rare} and the {rare} of its order',
  'Files come with and without supports, whole and in parts',
  'Painters will like the {rare} folds and the {rare} cloth',
  'Its story: the {roleWord} walked from {rare} to {rare} and never came back',
  'Fits tables of {genre} games',
  'Printed at fifty microns it shows each {rare} and {rare}',
];

function descriptionOf(chance: Chance, facts: Facts, lexicon: readonly string[]): string {
  // Rare words by a long tail: the first of the list are common, the last stand in one document.
  const rare = () => lexicon[Math.floor(chance.share() ** 1.5 * lexicon.length)] as string;
  const sentences = Array.from({ length: 5 }, () => chance.pick(SENTENCES));
  const filled: Record<string, () => string> = {
    scale: () => facts.scale,
    kind: () => KINDS[facts.kind],
    lookWord: () => (chance.is(0.5) ? LOOKS[facts.look] : rare()),
    roleWord: () => (chance.is(0.5) ? TRADE_ROLES[facts.role] : rare()),
    genre: () => facts.genre,
    rare,
  };
  const text = sentences.map((sentence) =>
    sentence.replace(/\{(\w+)\}/g, (_, name: string) => filled[name]?.() ?? ''),
  );
  const own = Array.from({ length: 12 }, rare).join(' ');
  return `${text.join('. ')}. ${capital(own)}.`;
}

export function inventedWord(chance: Chance, most: number): string {
  const length = 1 + chance.below(most) + 1;
  return Array.from({ length }, () => chance.pick(SYLLABLES)).join('') + chance.pick(ENDS);
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The words of a text as they are written, in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
