/**
 * Names that people would take for the same. It also runs in PocketBase's engine, so it uses plain ranges only.
 */

/** Letters by what they look like in lower case. Case folding, accents and wide forms are handled before. */
const LOOKS_LIKE: readonly (readonly [latin: string, others: string])[] = [
  ['a', 'аα@4ɑ'],
  ['b', 'вьβ8'],
  ['c', 'сϲ'],
  ['d', 'ԁđð'],
  ['e', 'еєε3'],
  ['g', 'ɡ9'],
  ['h', 'нһηħ'],
  ['k', 'кκ'],
  ['l', 'ιіїıӏļł1|i'],
  ['j', 'јϳ'],
  ['m', 'мμ'],
  ['n', 'пո'],
  ['o', 'оοσøօ0'],
  ['p', 'рρ'],
  ['q', 'ԛ'],
  ['r', 'гя'],
  ['s', 'ѕ5$'],
  ['t', 'тτŧ7'],
  ['u', 'υцս'],
  ['v', 'ν'],
  ['w', 'ωԝшщ'],
  ['x', 'хχ'],
  ['y', 'уγү'],
  ['z', 'ƶ2'],
];
const LATIN = new Map(LOOKS_LIKE.flatMap(([latin, others]) => [...others].map((other) => [other, latin])));
/** Two letters that look like one, and letters that are written as two. Applied in this order. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
  ['vv', 'w'],
  ['rn', 'm'],
  ['cl', 'd'],
];
type Ranges = readonly (readonly [first: number, last: number])[];
/** Combining marks, variation selectors, and characters without a width. */
const MARKS: Ranges = [
  [0xad, 0xad],
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xfeff, 0xfeff],
];
/** Controls, spaces and punctuation. */
const SEPARATORS: Ranges = [
  [0, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2b0, 0x2ff],
  [0x2000, 0x2bff],
  [0x3000, 0x303f],
  [0xfe30, 0xfe6f],
];
const FOLD_MAX = 200;

/**
 * What two names have in common if they look alike: without case, accents, spaces and punctuation, with look-alike
 * letters and digits as one. For comparing only. Never empty for a text with a visible character, at most 200 characters.
 */
export function foldedName(name: string): string {
  const plain = without(MARKS, name.normalize('NFKC').toLowerCase().normalize('NFKD')).normalize('NFC');
  let seenAs = '';
  for (const character of plain) seenAs += LATIN.get(character) ?? character;
  let letters = without(SEPARATORS, seenAs);
  for (const [written, seen] of PAIRS) letters = letters.split(written).join(seen);
  // A name of symbols only is compared as it is written.
  return (letters || plain.trim()).slice(0, FOLD_MAX);
}

/** The text without the characters of these ranges, which are all below U+FFFF. */
function without(ranges: Ranges, text: string): string {
  let kept = '';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (!ranges.some(([first, last]) => code >= first && code <= last)) kept += text[index];
  }
  return kept;
}

/** Words that speak for the people who run the site. */
const RESERVED = [
  'guildhall',
  'admin',
  'administrator',
  'administration',
  'root',
  'superuser',
  'support',
  'helpdesk',
  'help',
  'staff',
  'team',
  'moderator',
  'moderation',
  'official',
  'security',
  'billing',
  'payment',
  'payments',
  'payouts',
  'system',
  'service',
  'operator',
  'postmaster',
  'webmaster',
  'hostmaster',
  'noreply',
  'abuse',
  'legal',
].map(foldedName);
const ONLY_RESERVED = new RegExp(`^(?:${RESERVED.join('|')})+$`);

export const RESERVED_NAME_TEXT = 'This name is reserved for the people who run the site. Choose another.';

/** An expression for the end would begin anew at each of a thousand digits within the name. */
function withoutNumberAtEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s\d_-]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** Whether a name consists of reserved words, as in "Admin-Team 2" or "Supp0rt", or contains the site's own name. */
export function isReservedName(name: string): boolean {
  const whole = foldedName(name);
  const withoutNumber = foldedName(withoutNumberAtEnd(name));
  return whole.includes(RESERVED[0] ?? '') || ONLY_RESERVED.test(whole) || ONLY_RESERVED.test(withoutNumber);
}
