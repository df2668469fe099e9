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
