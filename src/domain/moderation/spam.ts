/** How a text that may be advertising is treated. */
export type SpamJudgement =
  | { is: 'allowed' }
  /**
   * A public post is accepted but hidden from others until the operator has reviewed it; `why` is for the operator. A
   * message to one reader is refused instead, and its author sees the sentence.
   */
  | { is: 'held'; why: string; sentence: string }
  /** Refused; the author sees the sentence. */
  | { is: 'refused'; sentence: string };

/** A word of the operator's list, and what happens to a text that contains it. */
export interface SpamWord {
  word: string;
  deed: 'hold' | 'refuse';
}

export interface SpamQuestion {
  /** The text as it will be stored. */
  text: string;
  /** Whether the author ever bought something here. */
  bought: boolean;
  /** How many other stores or products received the same text from them within a day. */
  elsewhere: number;
  words: readonly SpamWord[];
  /** The site's own host, such as "guildhall.example". Links to it are not advertising. */
  host: string;
}

/** The same text sent to this many other places is held, or refused. */
export const SAME_HELD_FROM = 3;
export const SAME_REFUSED_FROM = 6;
/** Shorter texts, in characters, may be sent to many without harm: "Thank you". */
export const SAME_MIN_LENGTH = 25;

/** A link within a word. A bare host counts only with a common top-level domain. */
const LINK = /https?:\/\/\S+|www\.\S+/i;
const BARE_HOST =
  /^(?:[a-z0-9-]+\.){1,8}(?:com|net|org|io|shop|store|ru|cn|xyz|top|info|biz|me|link|site|online)(?![a-z0-9-])\S*/i;
/** Longer words are cut: no host is longer, and the search takes time. */
const WORD_MAX = 300;

/** Applies the operator's list first, then the rules about links and about the same text sent to many. */
export function spamJudgement({ text, bought, elsewhere, words, host }: SpamQuestion): SpamJudgement {
  const plain = comparableText(text);
  const listed = words.filter(({ word }) => has(plain, comparableText(word)));
  if (listed.some(({ deed }) => deed === 'refuse'))
    return { is: 'refused', sentence: 'Texts like this one are not allowed here.' };
  if (!bought && linksOf(text, host).length > 0)
    return {
      is: 'refused',
      sentence: 'You can send links to other sites once you have bought something here.',
    };
  const long = plain.length >= SAME_MIN_LENGTH;
  if (long && elsewhere >= SAME_REFUSED_FROM)
    return { is: 'refused', sentence: 'You have sent this text to many others already.' };
  const word = listed[0]?.word;
  if (word !== undefined)
    return {
      is: 'held',
      why: `A word of the list: ${word}`,
      sentence: 'This looks like advertising, so it was not sent. Please rephrase it.',
    };
  if (long && elsewhere >= SAME_HELD_FROM)
    return {
      is: 'held',
      why: `The same text went to ${elsewhere} others within a day.`,
      sentence: `You have sent this text to ${elsewhere} others within a day. Please write a personal message.`,
    };
  return { is: 'allowed' };
}

/**
 * Why a message to one reader is not sent, or null. What would be held in public is refused here: a conversation cannot
 * wait for a review, and the author sees at once what to change.
 */
export function messageSpamRefusal(question: SpamQuestion): string | null {
  const judgement = spamJudgement(question);
  return judgement.is === 'allowed' ? null : judgement.sentence;
}

/** The links to other sites in a text, as written. */
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

/** A text normalized for comparison: case, width, accents and white space do not matter. */
export function comparableText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Matches whole words only: a list with "rat" does not match "separate". */
function has(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}

const isLetter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
