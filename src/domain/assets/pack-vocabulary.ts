import type { FacetValue } from '../catalogue/facets.ts';

/** How sellers of miniatures name files and folders: the meaning of the words in one path segment. */

export type Scale = FacetValue<'scale'>;

/** What one path segment says. */
export interface StepRead {
  /** The words left after removing every recognised one, as the seller wrote them. */
  words: string[];
  /** With or without supports, if the segment says so. */
  support: 'unsupported' | 'presupported' | null;
  scale: Scale | null;
  /** From 1; null if the segment names none. */
  version: number | null;
  /** Whether the name marks a copy: "(1)", "Copy of". */
  copy: boolean;
}

const SCALES: readonly Scale[] = ['6', '10', '15', '20', '28', '32', '35', '54', '75'];

const words = (text: string) => new Set(text.split(' '));
const SUPPORTED = words(
  'supported presupported presupport presupports presup presupp sup supp sups supps supports',
);
const UNSUPPORTED = words(
  'unsupported unsup unsupp unsups nosup nosupp nosups nosupport nosupports supportless unsuported nonsupported supportfree',
);
/** "no supports", "pre-sup": two words that mean one. */
const SUPPORT_WORD = words('support supports supported sup supp sups suported');
const NOT = words('no non not un without wo');
const WITH = words('pre with w');
/** File kinds and programs, which never name a product. */
const KIND = words(
  'stl stls obj objs 3mf lys lyt lychee chitubox chitu ctb photon voxl gcode voxeldance slicer sliced project projects',
);
/** Meaningless alone; beside a recognised word they are dropped with it. */
const EMPTY = words(
  'file files model models mesh meshes print prints printable printing ready version versions scale resin fdm and export exported fixed repaired final new raw the of',
);
/** Working suffixes; meaningless at the end of a name. */
const LATE = words('final fixed repaired new export exported');
const BASE = words('base bases');
/** Names of folders with pictures and texts. */
const ASIDE = words(
  'render renders image images picture pictures photo photos preview previews gallery doc docs document documents pdf txt guide guides instruction instructions licence license assembly readme',
);
/** Parts of no particular kind. */
const ANY_PART = words('part component piece option extra accessory bit bitz');
/** Words that describe a base. */
const BASE_SHAPE = words('round square oval hex flat plain x');

/** Parts of a miniature, in the singular. */
const PART = words(
  'body head torso arm leg hand foot wing tail base cloak cape shield sword axe weapon spear bow gun rifle pistol staff hammer mace dagger knife blade helmet helm hair horn face mask jaw neck chest backpack bag pouch plinth stand saddle rider mount mane claw paw shoulder pauldron hip skirt belt banner flag pole lid door roof wall floor wheel turret barrel track hull peg key pin cutout insert extra accessory bit bitz option part component piece half section top bottom lower upper front back middle torch lantern book scroll bracer crest crown tongue tentacle',
);
/** Where a part sits, or which one of several. */
const SIDE = words('l r left right lh rh a b c d e f i ii iii iv inner outer big small alt alternate main');

/** The singular of a word, as far as part names need it. */
function singular(word: string): string {
  if (word === 'bodies' || word === 'accessories') return `${word.slice(0, -3)}y`;
  if (word === 'feet') return 'foot';
  if (word === 'halves') return 'half';
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

export function isBaseWord(word: string): boolean {
  return BASE.has(word.toLowerCase());
}

export function isPartWord(word: string): boolean {
  return PART.has(singular(word.toLowerCase()));
}

/** Whether a word may follow or precede the name of a part: a side, a number, a letter. */
export function isPlaceWord(word: string): boolean {
  return SIDE.has(word.toLowerCase()) || /^\d{1,3}$/.test(word);
}

/** Whether these words name a folder of parts: "Heads", "Left arms", "Bits". */
export function areParts(all: readonly string[]): boolean {
  return all.some(isPartWord) && all.every((word) => isPartWord(word) || isPlaceWord(word));
}

/** Whether these words name a folder of pictures or texts. */
export function isAside(all: readonly string[]): boolean {
  return all.length > 0 && all.every((word) => ASIDE.has(word.toLowerCase()));
}

/** The part a folder name implies: "Heads" → Head; a generic parts folder implies none. */
export function partHint(all: readonly string[]): string[] {
  return all.map((word) => singular(word.toLowerCase())).filter((word) => !ANY_PART.has(word));
}

/** A name split into subject and part; either may be empty. "Orc Arm L" → Orc, Arm L. */
export interface Parted {
  subject: string[];
  part: string[];
}

/** Splits off a part at the end: "Orc Warrior Left Arm", "Orc 2". */
export function partedAtEnd(all: readonly string[]): Parted {
  const ofBase = all.some(isBaseWord);
  let at = all.length;
  while (at > 0 && isOfPart(all[at - 1] ?? '', ofBase)) at--;
  return { subject: all.slice(0, at), part: all.slice(at) };
}

/** Splits off a part at the start: "Body Orc", "L Arm Orc". None if no word names a part. */
export function partedAtStart(all: readonly string[]): Parted {
  let at = 0;
  while (at < all.length && isOfPart(all[at] ?? '', false)) at++;
  const part = all.slice(0, at);
  return part.some(isPartWord) ? { subject: all.slice(at), part } : { subject: [...all], part: [] };
}

function isOfPart(word: string, ofBase: boolean): boolean {
  const small = word.toLowerCase();
  return (
    isPartWord(word) || isPlaceWord(word) || (ofBase && (BASE_SHAPE.has(small) || /^\d+mm$/.test(small)))
  );
}

/** Reads one path segment: a folder, a file, or a file among bases. The extension of a file is ignored. */
export function readStep(step: string, kind: 'folder' | 'file' | 'base'): StepRead {
  const read: StepRead = { words: [], support: null, scale: null, version: null, copy: false };
  let text = step.normalize('NFC');
  if (kind !== 'folder') text = text.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '');
  text = withoutCopyMark(text, read);
  text = withoutOrdinal(text);
  text = text.replace(
    /(?<![\p{L}\d])(?:v|ver|version|rev)[ ._-]?(\d{1,3})(?:\.\d+)*(?![\p{L}\d])/giu,
    (_, number) => {
      read.version = Math.max(1, Number(number));
      return ' ';
    },
  );
  const all = wordsOf(text);
  const left = takeSupports(all, read);
  const rest = takeScale(left, read, kind);
  read.words = withoutKinds(rest);
  return read;
}

function withoutCopyMark(text: string, read: StepRead): string {
  return text.replace(
    /\s*\((\d{1,2})\)\s*$|\s+-\s+(?:copy|kopie|copie|copia)(?:\s*\(\d+\)|\s+\d+)?\s*$|^copy (?:\d+ )?of |[ _]copy(?:[ _]?\d{1,2})?$/giu,
    () => {
      read.copy = true;
      return '';
    },
  );
}

/** Removes a list number: "01 - Orc", "03_Elf", "2. Goblin". "3 Goblins" and a bare number stay. */
function withoutOrdinal(text: string): string {
  return text.replace(/^\s*(?:0\d{1,2}[\s._)-]+|\d{1,2}(?:[.)]|\s+-|\s*_)[\s._-]*)(?=.*\p{L}{2})/u, '');
}

function wordsOf(text: string): string[] {
  return text
    .replace(/(\d+(?:[.,]\d+)?)[\s_-]*mm(?![\p{L}\d])/giu, ' $1mm ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, '$1 $2')
    .replace(/(\p{L}{2})(\d)/gu, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}'’]+/u)
    .filter((word) => word !== '');
}

/** Replaces a recognised word, so that empty words beside it can be found. */
const MARK = '\u0000';

function takeSupports(all: string[], read: StepRead): string[] {
  const left: string[] = [];
  let seen = new Set<'unsupported' | 'presupported'>();
  for (let at = 0; at < all.length; at++) {
    const word = (all[at] ?? '').toLowerCase();
    const next = (all[at + 1] ?? '').toLowerCase();
    const pair = SUPPORT_WORD.has(next);
    if ((pair && NOT.has(word)) || (word === 'support' && next === 'free')) {
      seen = seen.add('unsupported');
      at++;
    } else if (pair && WITH.has(word)) {
      seen = seen.add('presupported');
      at++;
    } else if (UNSUPPORTED.has(word)) seen = seen.add('unsupported');
    else if (SUPPORTED.has(word)) seen = seen.add('presupported');
    else {
      left.push(all[at] ?? '');
      continue;
    }
    left.push(MARK);
  }
  // "Supported and unsupported" says nothing about either.
  read.support = seen.size === 1 ? ([...seen][0] ?? null) : null;
  return left;
}

function takeScale(all: string[], read: StepRead, kind: 'folder' | 'file' | 'base'): string[] {
  const rest = all.filter((word) => word !== MARK);
  const lone = kind === 'folder' && rest.length === 1 ? (rest[0] ?? '') : '';
  // A folder named just "32". Smaller numbers are more likely a count.
  if (SCALES.includes(lone as Scale) && Number(lone) >= 28) {
    read.scale = lone as Scale;
    return all.map((word) => (word === lone ? MARK : word));
  }
  // "Base 32mm" and "32 mm round base" give the base's width, not the miniature's scale.
  const measuresBase = kind === 'base' || (rest.some(isBaseWord) && rest.every(isOfBase));
  return all.map((word, at) => {
    const mm = /^(\d+)mm$/.exec(word)?.[1] as Scale | undefined;
    const scale = mm ?? (all[at + 1]?.toLowerCase() === 'scale' ? (word as Scale) : undefined);
    if (scale === undefined || !SCALES.includes(scale) || measuresBase) return word;
    read.scale = scale;
    return MARK;
  });
}

function isOfBase(word: string): boolean {
  const small = word.toLowerCase();
  return BASE.has(small) || isPlaceWord(small) || /^(\d+mm|round|square|oval|hex|x|\d+)$/.test(small);
}

function withoutKinds(all: string[]): string[] {
  const marked = all.map((word) => (KIND.has(word.toLowerCase()) ? MARK : word));
  const named = marked.some((word) => word !== MARK && !EMPTY.has(word.toLowerCase()));
  const left = marked.filter((word, at) => {
    if (word === MARK) return false;
    if (!EMPTY.has(word.toLowerCase())) return true;
    return named && !besideMark(marked, at);
  });
  while (left.length > 1 && LATE.has(left.at(-1)?.toLowerCase() ?? '')) left.pop();
  return left;
}

/** Whether only empty words separate this from a recognised one, such as "files" in "STL ready files". */
function besideMark(marked: string[], from: number): boolean {
  return [1, -1].some((way) => {
    let at = from + way;
    while (marked[at] !== undefined && EMPTY.has(marked[at]?.toLowerCase() ?? '')) at += way;
    return marked[at] === MARK;
  });
}

/** Small words inside a name. */
const LINKS = words('of the and with a an in on at to for von de la du der');

/** The words as a display name: "orc_WARRIOR" → "Orc Warrior". */
export function nameOf(parts: readonly string[]): string {
  const isShouted =
    parts.every((word) => word === word.toUpperCase()) && parts.some((word) => /\p{L}{4}/u.test(word));
  return parts
    .map((word, at) => {
      if (at > 0 && LINKS.has(word)) return word;
      const lower = isShouted || (word.length > 3 && word === word.toUpperCase()) ? word.toLowerCase() : word;
      return lower.slice(0, 1).toUpperCase() + lower.slice(1);
    })
    .join(' ');
}
