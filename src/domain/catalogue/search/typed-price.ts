import type { Cents } from '../../kernel/money.ts';

/** A range of prices in cents, both ends included; null is open. */
export interface PriceRange {
  from: Cents | null;
  to: Cents | null;
}

type End = keyof PriceRange;

/** How a bound begins: which end it is, and whether the amount itself belongs to it. */
const BEFORE: Readonly<Record<string, readonly [End, isWithin: boolean]>> = {
  under: ['to', false],
  below: ['to', false],
  '<': ['to', false],
  'less than': ['to', false],
  'cheaper than': ['to', false],
  'up to': ['to', true],
  max: ['to', true],
  maximum: ['to', true],
  'at most': ['to', true],
  'no more than': ['to', true],
  'not over': ['to', true],
  over: ['from', false],
  above: ['from', false],
  '>': ['from', false],
  'more than': ['from', false],
  from: ['from', true],
  min: ['from', true],
  minimum: ['from', true],
  'at least': ['from', true],
  'starting at': ['from', true],
};
/** How a bound ends: "$5 or less". */
const AFTER: Readonly<Record<string, End>> = {
  'or less': 'to',
  'or under': 'to',
  'or below': 'to',
  'and under': 'to',
  'and less': 'to',
  max: 'to',
  'or more': 'from',
  'or over': 'from',
  'and up': 'from',
  'and over': 'from',
  'and more': 'from',
  '+': 'from',
};
/** Without a currency these are a price only at the end: "dragon under 8". */
const BARE = new Set(['under', 'below', 'less than', 'cheaper than']);
const STARTS = new Set(['between', ...Object.keys(BEFORE).map((head) => head.split(' ')[0])]);
const UNITS = new Set(['$', 'usd', 'dollar', 'dollars', 'buck', 'bucks']);
const TO = new Set(['to', '-', '–']);

interface Amount {
  cents: Cents;
  /** Whether a currency is named. */
  isMoney: boolean;
  /** Words that it takes. */
  length: number;
}

/**
 * The price that the words from `at` on name, such as "under $5", "5 dollars or less" and "$5 to $10", with the number of words
 * that it takes; null for none. An amount alone is none. @param words in lower case
 */
export function typedPrice(words: readonly string[], at = 0): { range: PriceRange; length: number } | null {
  // Nearly every word begins no price.
  const word = words[at] ?? '';
  if (!STARTS.has(word) && !/^[$<>\d]/.test(word)) return null;
  return bounded(words, at) ?? between(words, at) ?? closed(words, at);
}

/** "under $5", "at least 3 dollars", "<$5". */
function bounded(words: readonly string[], at: number): ReturnType<typeof typedPrice> {
  const sign = words[at]?.[0] ?? '';
  const glued = sign === '<' || sign === '>' ? amountAt([words[at]?.slice(1) ?? ''], 0) : null;
  if (glued?.isMoney) return { range: rangeOf(sign, glued.cents), length: 1 };
  for (const length of [3, 2, 1]) {
    const head = words.slice(at, at + length).join(' ');
    if (!Object.hasOwn(BEFORE, head)) continue;
    const amount = amountAt(words, at + length);
    if (!amount) return null;
    const end = at + length + amount.length;
    if (!amount.isMoney && !(BARE.has(head) && end === words.length)) return null;
    // "from $5 to $10" is one range.
    if (head === 'from') {
      const range = between(words, at + 1);
      if (range) return { range: range.range, length: range.length + 1 };
    }
    return { range: rangeOf(head, amount.cents), length: end - at };
  }
  return null;
}

function rangeOf(head: string, cents: Cents): PriceRange {
  const [end, isWithin] = BEFORE[head] ?? ['to', true];
  if (end === 'to') return { from: null, to: isWithin ? cents : Math.max(0, cents - 1) };
  return { from: isWithin ? cents : cents + 1, to: null };
}

/** "$5 to $10", "$5-10", "between 5 and 10 dollars". */
function between(words: readonly string[], at: number): ReturnType<typeof typedPrice> {
  const isBetween = words[at] === 'between';
  const start = isBetween ? at + 1 : at;
  const [low, high, more] = words[start]?.split(/[-–]/) ?? [];
  if (low && high && more === undefined) {
    const ends = rangeBetween(amountAt([low], 0), amountAt([high, words[start + 1] ?? ''], 0));
    return ends && { range: ends.range, length: start + ends.second - at };
  }
  const first = amountAt(words, start);
  if (!first) return null;
  const joint = words[start + first.length] ?? '';
  if (!(isBetween ? joint === 'and' : TO.has(joint))) return null;
  const ends = rangeBetween(first, amountAt(words, start + first.length + 1));
  return ends && { range: ends.range, length: start + first.length + 1 + ends.second - at };
}

function rangeBetween(
  first: Amount | null,
  second: Amount | null,
): { range: PriceRange; second: number } | null {
  if (!first || !second || !(first.isMoney || second.isMoney)) return null;
  const [from = 0, to = 0] = [first.cents, second.cents].sort((a, b) => a - b);
  return { range: { from, to }, second: second.length };
}

/** "$5 or less", "$5+". */
function closed(words: readonly string[], at: number): ReturnType<typeof typedPrice> {
  const word = words[at] ?? '';
  const open = word.endsWith('+') ? amountAt([word.slice(0, -1)], 0) : null;
  if (open?.isMoney) return { range: { from: open.cents, to: null }, length: 1 };
  const amount = amountAt(words, at);
  if (!amount?.isMoney) return null;
  for (const length of [2, 1]) {
    const tail = words.slice(at + amount.length, at + amount.length + length).join(' ');
    if (!Object.hasOwn(AFTER, tail)) continue;
    const range: PriceRange = { from: null, to: null };
    range[AFTER[tail] ?? 'to'] = amount.cents;
    return { range, length: amount.length + length };
  }
  return null;
}

/** An amount: "$5", "5$", "5.50", "5 dollars", "$ 5". */
function amountAt(words: readonly string[], at: number): Amount | null {
  const word = words[at] ?? '';
  if (word === '$') {
    const after = amountAt(words, at + 1);
    return after && !after.isMoney ? { ...after, isMoney: true, length: after.length + 1 } : null;
  }
  const isMoney = word.startsWith('$') || word.endsWith('$') || word.endsWith('usd');
  const number = word
    .replace(/^\$/, '')
    .replace(/(?:\$|usd)$/, '')
    .replace(/,(?=\d{2}$)/, '.');
  if (!/^\d{1,5}(?:\.\d{1,2})?$/.test(number)) return null;
  const cents = Math.round(Number(number) * 100);
  if (isMoney || !UNITS.has(words[at + 1] ?? '')) return { cents, isMoney, length: 1 };
  return { cents, isMoney: true, length: 2 };
}
