import { partialMatchText, unreadText, widenedText } from './partial-match.ts';

/** What a search tells about its words. */
interface Searched {
  corrections: readonly { typed: string; searched: string }[];
  widened?: Parameters<typeof widenedText>[0];
  unread?: readonly string[];
  partial: Parameters<typeof partialMatchText>[0] | null;
  /** Whether the text has a word to search by. */
  hasWords: boolean;
}

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

/**
 * The sentences above results, of which a page makes one notice: which words were taken for others, searched more widely, not
 * searched, or left out. Where nothing was found, only those that do not speak of what was found.
 */
export function searchNotes(
  { corrections, widened = [], unread = [], partial, hasWords }: Searched,
  isEmpty = false,
): string[] {
  return [
    corrections.length > 0 && !isEmpty
      ? `Nothing found for ${quoted(corrections.map(({ typed }) => typed))}; showing results for ${quoted(corrections.map(({ searched }) => searched))}.`
      : '',
    widened.length > 0 && !isEmpty ? widenedText(widened) : '',
    unread.length > 0 ? unreadText(unread) : '',
    partial && !isEmpty ? partialMatchText(partial) : '',
    hasWords ? '' : 'There is no word to search for, so all models are shown.',
  ].filter((sentence) => sentence !== '');
}

/** What is said where typed filters find nothing together with the rest. @param labels of the filters that were given up. */
export function givenUpText(labels: readonly string[]): string {
  return labels.length === 1
    ? `No model has ${labels.join()} together with the rest. Shown without it.`
    : `No model has all of these together: ${labels.join(', ')}. Shown by the words alone.`;
}

/**
 * What kinds of models a visitor's lasting choices hide, in one short sentence.
 * @param mature whether mature models are shown; null where the marketplace has none
 */
export function hiddenKindsText({ mature, hidesAi }: { mature: boolean | null; hidesAi: boolean }): string {
  const hidden = [
    ...(mature === false ? ['mature models'] : []),
    ...(hidesAi ? ['models made with AI'] : []),
  ];
  return hidden.length === 0 ? 'No kind is hidden' : `Without ${hidden.join(' and ')}`;
}
