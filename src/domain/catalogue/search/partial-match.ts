/** A search that few models answer whole: how many have all of its words, and the words that none of the others has. */
interface PartialMatch {
  complete: number;
  without: readonly string[];
}

/** What is said above results that lack some of the words. */
export function partialMatchText({ complete, without }: PartialMatch): string {
  const words = without.map((word) => (word.startsWith('“') ? word : `“${word}”`)).join(', ');
  if (complete === 0)
    return words === ''
      ? 'No model has all of these words. These have most of them.'
      : `No model has all of these words. Shown without: ${words}.`;
  const all = complete === 1 ? 'Only one model has' : `Only ${complete} models have`;
  const order = complete === 1 ? 'It comes first' : 'They come first';
  return `${all} all of these words. ${order}, then ${words === '' ? 'models that have most of them' : `models without ${words}`}.`;
}

/** What is said where so few models have a word that others near to it were searched as well. */
export function widenedText(widened: readonly { typed: string; also: readonly string[] }[]): string {
  const typed = widened.map((word) => `“${word.typed}”`).join(' or ');
  const also = [...new Set(widened.flatMap((word) => word.also))].map((word) => `“${word}”`);
  return `Few models have ${typed}. Also searched: ${also.join(', ')}.`;
}

/** What is said where a text has more words than a search takes. */
export function unreadText(unread: readonly string[]): string {
  const words = unread.slice(0, UNREAD_SHOWN).map((word) => `“${word}”`);
  const more = unread.length > UNREAD_SHOWN ? ' and more.' : '.';
  return `A search takes 16 words. Not searched: ${words.join(', ')}${more}`;
}

const UNREAD_SHOWN = 5;
