import type PocketBase from 'pocketbase';
import { TransactionRefused } from '../../data/kernel/transaction.ts';
import { createList, listsOf, renameList } from '../../data/library/library.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  LIST_NAME_REFUSAL_TEXTS,
  LISTS_MAX,
  type LibraryList,
  listNameRefusal,
} from '../../domain/library/library.ts';

/** Use cases of a user's library lists, which have unique names. */

/** Creates a list, or returns why not. */
export async function addList(
  pb: PocketBase,
  userId: string,
  name: string,
  now: Instant,
): Promise<LibraryList | { sentence: string }> {
  const stored = await named(name, await listsOf(pb, userId), () => createList(pb, userId, name, now));
  return 'sentence' in stored ? stored : { id: stored.value, name };
}

/** Renames a list, or returns why not; null if there is no such list. */
export async function nameList(
  pb: PocketBase,
  userId: string,
  { id, name }: LibraryList,
  now: Instant,
): Promise<LibraryList | { sentence: string } | null> {
  const others = (await listsOf(pb, userId)).filter((list) => list.id !== id);
  const stored = await named(name, others, () => renameList(pb, userId, id, name, now));
  if ('sentence' in stored) return stored;
  return stored.value ? { id, name } : null;
}

/** Stores a list if its name is valid and differs from those of the `others`. */
async function named<T>(
  name: string,
  others: readonly LibraryList[],
  store: () => Promise<T>,
): Promise<{ value: T } | { sentence: string }> {
  const refusal = listNameRefusal(name, others);
  if (refusal) return { sentence: LIST_NAME_REFUSAL_TEXTS[refusal] };
  try {
    return { value: await store() };
  } catch (reason) {
    if (!(reason instanceof TransactionRefused)) throw reason;
    return {
      sentence:
        reason.code === 'too-many'
          ? `${LISTS_MAX} lists is the maximum; delete one first.`
          : LIST_NAME_REFUSAL_TEXTS.taken,
    };
  }
}
