import { actions } from 'astro:actions';
import { useEffect, useMemo, useState } from 'react';
import type { LibraryItem } from '../../../../domain/library/library.ts';
import { libraryLabels, searchedLabels } from '../../../../domain/library/library-rows.ts';
import type { WordIndex } from '../../../../search/word-index.ts';

/** What a text finds in the library. */
export interface LibraryFound {
  ids: ReadonlySet<string>;
  /** Where nothing has all words: those that nothing of what is shown has. */
  without: readonly string[] | null;
  corrections: readonly { typed: string; searched: string }[];
}

interface Searched {
  words: WordIndex;
  items: readonly Pick<LibraryItem, 'id' | 'name'>[];
}

/** So many products are taken into the index without a break: some milliseconds, also on a phone. */
const AT_ONCE = 250;

/**
 * Searches the library in the page, by the same words as the shop. What that takes is fetched when the field is used first.
 * @param isUsed whether somebody searches, or is about to
 * @returns null until the words are there, and for a text that has none
 */
export function useLibrarySearch(
  items: readonly LibraryItem[],
  text: string,
  isUsed: boolean,
): LibraryFound | null {
  const [searched, setSearched] = useState<Searched | null>(null);
  const isStale = isUsed && !isOf(searched, items);
  useEffect(() => {
    if (!isStale) return;
    let isOver = false;
    void indexed(items, () => isOver).then((fresh) => {
      if (fresh && !isOver) setSearched(fresh);
    });
    return () => {
      isOver = true;
    };
  }, [isStale, items]);
  return useMemo(() => {
    const answer = searched?.words.find(text);
    if (!searched || !answer) return null;
    const ids = new Set(searched.items.flatMap(({ id }, at) => (answer.isFound[at] === 1 ? [id] : [])));
    return { ids, without: answer.without, corrections: answer.corrections };
  }, [searched, text]);
}

/** Whether the index is of these products; prints and lists of theirs are no words. */
function isOf(searched: Searched | null, items: readonly LibraryItem[]): boolean {
  return (
    searched !== null &&
    searched.items.length === items.length &&
    items.every(({ id, name }, at) => searched.items[at]?.id === id && searched.items[at]?.name === name)
  );
}

/** An index of these products; null where it is not wanted any more. Without a connection names and artists are searched. */
async function indexed(items: readonly LibraryItem[], isOver: () => boolean): Promise<Searched | null> {
  const [module, answer] = await Promise.all([
    import('../../../../search/word-index.ts').catch(() => null),
    actions.library.words({}).catch(() => null),
  ]);
  if (!module) return null;
  const labels = libraryLabels(answer?.data?.lines ?? '');
  const words = new module.WordIndex();
  for (const [at, item] of items.entries()) {
    if (isOver()) return null;
    words.add(searchedLabels(item, labels.get(item.id)));
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
  }
  return { words, items };
}
