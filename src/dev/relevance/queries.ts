import { type Chance, chanceOf } from '../grown/chance.ts';
import { type Corpus, inventedWord, LOOK_DE, type Model, wordsIn } from './corpus.ts';
import { COMPOUNDS, LOOKS, type TradeLook, type TradeRole } from './trade.ts';

/** A query with how well each model answers it: 2 for what is meant, 1 for what is near; the others are wrong. */
export interface JudgedQuery {
  of: QueryClass;
  text: string;
  grades: ReadonlyMap<string, number>;
}

const QUERY_CLASSES = [
  'exact name',
  'part of the name',
  'other order',
  'one typo',
  'two typos',
  'plural -s',
  'irregular plural',
  'joined',
  'split',
  'accents',
  'apostrophe, hyphen',
  'special letters',
  'numbers and sizes',
  'wordy',
  'eight words of its text',
  'being typed',
  'store and name',
  'topic',
  'topic by another word',
  'exclusion',
  'phrase',
  'foreign name',
  'foreign compound',
  'one word',
  'nothing there',
] as const;
export type QueryClass = (typeof QUERY_CLASSES)[number];

/** About 500 judged queries over a corpus, of 25 classes. The same seed gives the same queries. */
export function judgedQueries({ models }: Corpus, seed: number, each = 20): JudgedQuery[] {
  // Not the stream of the corpus: its invented words would be drawn again.
  const chance = chanceOf(seed ^ 0x5eed);
  const english = models.filter(({ language, typed }) => language === 'en' && typed === null);
  const plain = english.filter(({ own }) => /^[a-z]+$/i.test(own));
  const marked = english.filter(({ own }) => /['-]/.test(own));
  const accented = english.filter(({ own }) => /[^\x20-\x7e]/.test(own));
  const special = models.filter(({ typed }) => typed !== null);
  const compounds = plain.filter(({ compound }) => compound !== null);
  const foreign = models.filter(({ language }) => language !== 'en');
  const grade = (test: (model: Model) => number) =>
    new Map(models.map((model) => [model.doc.id, test(model)] as const).filter(([, points]) => points > 0));
  const only = ({ doc }: Model) => new Map([[doc.id, 2]]);
  const makers: Record<QueryClass, () => Omit<JudgedQuery, 'of'>> = {
    'exact name': () => item(chance.pick(plain), (model) => model.doc.name),
    'part of the name': () =>
      item(chance.pick(plain), ({ own, being }) => `${own} ${being.word}`.toLowerCase(), namesBeing),
    'other order': () => item(chance.pick(plain), ({ doc }) => wordsIn(doc.name).reverse().join(' ')),
    'one typo': () => item(chance.pick(plain), ({ own }) => typo(chance, own.toLowerCase(), 4)),
    'two typos': () =>
      item(chance.pick(plain.filter(({ own }) => own.length >= 9)), ({ own }) =>
        typo(chance, typo(chance, own.toLowerCase(), 5), 4),
      ),
    'plural -s': () => {
      const { being, look } = chance.pick(plain.filter(({ being }) => !being.plural));
      return { text: `${look} ${being.word}s`, grades: grade(named(look, being.word)) };
    },
    'irregular plural': () => {
      const { being, look } = chance.pick(plain.filter(({ being }) => being.plural !== undefined));
      return { text: `${look} ${being.plural}`, grades: grade(named(look, being.word)) };
    },
    joined: () => compoundQuery(false, (words) => words.join('')),
    split: () => compoundQuery(true, (words) => words.join(' ')),
    accents: () => item(chance.pick(accented), ({ own }) => bare(own).toLowerCase()),
    'apostrophe, hyphen': () =>
      item(chance.pick(marked), ({ own }) => own.toLowerCase().replace(/['-]/, chance.pick(['', ' ', '’']))),
    'special letters': () => item(chance.pick(special), ({ typed }) => typed ?? ''),
    'numbers and sizes': () => {
      const { own, scale } = chance.pick(plain);
      const size = chance.pick([`${scale}mm`, `${scale} mm`]);
      return { text: `${own.toLowerCase()} ${size}`, grades: grade((model) => (model.own === own ? 2 : 0)) };
    },
    wordy: () =>
      item(chance.pick(plain), ({ own, being }) =>
        chance
          .pick([
            `stl file for ${own} ${being.word}`,
            `3d print model of ${own}`,
            `looking for the ${own} ${being.word} miniature`,
            `${own} ${being.word} stl files for 3d printing`,
          ])
          .toLowerCase(),
      ),
    'eight words of its text': () =>
      item(chance.pick(english), ({ doc }) => {
        const words = wordsIn(doc.description).filter((word) => word.length > 3);
        return words.slice(-9, -1).join(' ');
      }),
    'being typed': () => {
      const own = chance.pick(plain).own.toLowerCase();
      const typed = own.slice(0, Math.max(3, own.length - 2));
      return {
        text: typed,
        grades: grade((model) => (wordsIn(model.own).some((word) => word.startsWith(typed)) ? 2 : 0)),
      };
    },
    'store and name': () =>
      item(chance.pick(plain), ({ doc, being }) => `${doc.storeName} ${being.word}`, byStore),
    topic: () => {
      const { being, role } = chance.pick(plain);
      return {
        text: `${being.family} ${role}`,
        grades: grade((model) => kinship(model, being.family, role)),
      };
    },
    'topic by another word': () => {
      const { being } = chance.pick(english.filter((model) => model.being.also !== undefined));
      const look = chance.pick(Object.keys(LOOKS) as TradeLook[]);
      return {
        text: `${look} ${being.also?.[0]}`,
        grades: grade((model) =>
          model.being === being && model.look === look && model.language === 'en' ? 2 : 0,
        ),
      };
    },
    exclusion: () => {
      const { being, look } = chance.pick(plain);
      return {
        text: `${being.word} -${look}`,
        grades: grade((model) => (says(model, being.word) && !says(model, look) ? 2 : 0)),
      };
    },
    phrase: () => {
      const { being, role } = chance.pick(plain);
      const words = `${being.word} ${role}`;
      return {
        text: `"${words}"`,
        grades: grade(({ doc }) => (doc.name.toLowerCase().includes(words) ? 2 : 0)),
      };
    },
    'foreign name': () => item(chance.pick(foreign), ({ doc }) => doc.name.toLowerCase()),
    'foreign compound': () => {
      const { being, look } = chance.pick(foreign.filter(({ language }) => language === 'de'));
      return {
        text: `${LOOK_DE[look]} ${being.de}`.toLowerCase(),
        grades: grade((model) =>
          model.language === 'de' && model.being === being && model.look === look ? 2 : 0,
        ),
      };
    },
    'one word': () => {
      const { being } = chance.pick(plain);
      return {
        text: being.word,
        grades: grade(({ doc, being: own }) =>
          wordsIn(doc.name).includes(being.word) ? 2 : own === being ? 1 : 0,
        ),
      };
    },
    'nothing there': () => ({
      text: `${inventedWord(chance, 3)}zq ${inventedWord(chance, 3)}xj`,
      grades: new Map(),
    }),
  };
  return QUERY_CLASSES.flatMap((of) => Array.from({ length: each }, () => ({ of, ...makers[of]() })));

  /** A known item: its own name stands in one model, or in few. */
  function item(
    model: Model,
    textOf: (model: Model) => string,
    near?: (sought: Model) => (model: Model) => number,
  ) {
    return { text: textOf(model), grades: near ? grade(near(model)) : only(model) };
  }
  function compoundQuery(isJoined: boolean, written: (words: readonly [string, string]) => string) {
    const model = chance.pick(compounds.filter((one) => one.isJoined === isJoined));
    const compound = model.compound ?? COMPOUNDS[0] ?? ['', ''];
    return {
      text: `${model.look} ${written(compound as readonly [string, string])}`,
      grades: grade((one) => (one.compound === compound && one.look === model.look ? 2 : 0)),
    };
  }
}

const namesBeing = (sought: Model) => (model: Model) => (model.own === sought.own ? 2 : 0);
const byStore = (sought: Model) => (model: Model) =>
  model.doc.storeName !== sought.doc.storeName ? 0 : says(model, sought.being.word) ? 2 : 0;
const named = (look: TradeLook, word: string) => (model: Model) =>
  model.look !== look || model.language !== 'en' ? 0 : says(model, word) ? 2 : 0;

/** Whether a model is of a topic, whatever its text says: half of the sellers do not name the family. */
function kinship({ being, role, language }: Model, family: string, wanted: TradeRole): number {
  return role === wanted && language === 'en' && being.family === family ? 2 : 0;
}

/** Whether name or tags have a word. */
const says = ({ labels }: Model, word: string): boolean => labels.has(word);

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** A letter left out, doubled, changed or swapped, not before the place `from`. */
function typo(chance: Chance, word: string, from: number): string {
  const at = Math.min(word.length - 2, 1 + chance.below(Math.max(1, Math.min(from, word.length - 2))));
  const letters = [...word];
  const kind = chance.below(4);
  if (kind === 0) letters.splice(at, 1);
  else if (kind === 1) letters.splice(at, 0, letters[at] as string);
  else if (kind === 2) letters[at] = letters[at] === 'e' ? 'i' : 'e';
  else [letters[at], letters[at + 1]] = [letters[at + 1] as string, letters[at] as string];
  return letters.join('');
}
