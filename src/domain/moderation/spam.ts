/** What becomes of words that look like advertising. */
export type SpamJudgement =
  | { is: 'allowed' }
  /**
   * Taken in public, but seen by nobody else until the operator has looked; `why` is for him. To one reader it is not
   * taken, and the writer reads the sentence.
   */
  | { is: 'held'; why: string; sentence: string }
  /** Not taken; the writer reads the sentence. */
  | { is: 'refused'; sentence: string };

/** A word of the operator's list: what is done with a text that has it. */
export interface SpamWord {
  word: string;
  deed: 'hold' | 'refuse';
}

export interface SpamQuestion {
  /** The cleaned text (see clean-text.ts). */
  text: string;
  /** Whether the writer ever bought something here. */
  bought: boolean;
  /** To how many other stores or products he sent the same words within a day. */
  elsewhere: number;
  words: readonly SpamWord[];
  /** The hall's own host, such as "guildhall.example": links to it are nobody's advertising. */
  host: string;
}

/** From how many other places on the same words are held, and refused. */
export const SAME_HELD_FROM = 3;
export const SAME_REFUSED_FROM = 6;
/** Words shorter than this, in characters, are said to many without any harm: "Thank you". */
export const SAME_MIN_LENGTH = 25;

/** Where a link begins within a word; a bare host only with an ending that such texts use. */
const LINK = /https?:\/\/\S+|www\.\S+/i;
const BARE_HOST =
  /^(?:[a-z0-9-]+\.){1,8}(?:com|net|org|io|shop|store|ru|cn|xyz|top|info|biz|me|link|site|online)(?![a-z0-9-])\S*/i;
/** Longer words are cut: nobody's host is longer, and looking for one takes time. */
const WORD_MAX = 300;

/** The operator's list is obeyed first, then the rules about links and about the same words sent to many. */
export function spamJudgement({ text, bought, elsewhere, words, host }: SpamQuestion): SpamJudgement {
  const plain = plainText(text);
  const listed = words.filter(({ word }) => has(plain, plainText(word)));
  if (listed.some(({ deed }) => deed === 'refuse'))
    return { is: 'refused', sentence: 'The hall does not take texts like this one.' };
  if (!bought && linksOf(text, host).length > 0)
    return {
      is: 'refused',
      sentence: 'You can send links to other sites once you have bought something here.',
    };
  const long = plain.length >= SAME_MIN_LENGTH;
  if (long && elsewhere >= SAME_REFUSED_FROM)
    return { is: 'refused', sentence: 'You have sent these words to many others already.' };
  const word = listed[0]?.word;
  if (word !== undefined)
    return {
      is: 'held',
      why: `A word of the list: ${word}`,
      sentence: 'This looks like advertising, so it was not sent. Say it in other words.',
    };
  if (long && elsewhere >= SAME_HELD_FROM)
    return {
      is: 'held',
      why: `The same words went to ${elsewhere} others within a day.`,
      sentence: `You have sent these words to ${elsewhere} others within a day. Write to this one in words of its own.`,
    };
  return { is: 'allowed' };
}

/**
 * Why words to one reader are not sent, or null. What would be held in public is not sent here: a talk cannot wait for
 * somebody who looks, and whoever wrote it reads at once what to change.
 */
export function messageSpamRefusal(question: SpamQuestion): string | null {
  const judgement = spamJudgement(question);
  return judgement.is === 'allowed' ? null : judgement.sentence;
}

/** Links that lead to other sites, as they were written. */
export function linksOf(text: string, host: string): string[] {
  const own = host.toLowerCase().replace(/:\d+$/, '');
  const found: string[] = [];
  for (const word of text.split(/[\s<>"'()[\],;|]+/)) {
    const cut = word.slice(0, WORD_MAX);
    const link = (LINK.exec(cut) ?? BARE_HOST.exec(cut))?.[0];
    if (link === undefined) continue;
    const at = link
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/?#:].*$/s, '');
    if (at !== own) found.push(link);
  }
  return found;
}

/** Words as they are compared: no matter how big, how wide or with which accents they are written. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whole words only: a list with "rat" refuses no "separate". */
function has(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
