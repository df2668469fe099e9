import { paths } from '../../../paths.ts';

/** Cache of the visitor's owned products, so that navigation between pages requests them once. */
const KEY = 'owned';
const CACHE_MS = 60_000;

interface CachedIds {
  who: string;
  at: number;
  ids: string[];
}

/**
 * Marks the [data-cart-add] buttons of owned products and makes them lead to the library.
 * @param part limits the search, for content that was added to the page later.
 */
export async function markOwned(part: ParentNode = document): Promise<void> {
  const owned = new Set(await ownedIds());
  for (const button of part.querySelectorAll<HTMLElement>('[data-cart-add]')) {
    const { id } = JSON.parse(button.dataset['cartAdd'] ?? '{}') as { id?: string };
    if (id === undefined || !owned.has(id)) continue;
    button.dataset['inLibrary'] = 'true';
    button.addEventListener('click', () => location.assign(paths.libraryProduct(id)));
  }
}

/** Clears the cache: after a purchase or a change of user it is stale. */
export function clearOwnedCache(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is no cache to clear.
  }
}

async function ownedIds(): Promise<string[]> {
  // The cookie contains the user's id, which is enough to notice a change of user.
  const who = /(?:^|; )pb_auth=[^;]*?%22id%22%3A%22([a-z0-9]{15})/.exec(document.cookie)?.[1] ?? '';
  try {
    const cached = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as CachedIds | null;
    if (cached && cached.who === who && Date.now() - cached.at < CACHE_MS) return cached.ids;
  } catch {
    // Unreadable or not allowed: request again.
  }
  const answer = await fetch(paths.owned());
  if (!answer.ok) return [];
  const ids = (await answer.json()) as string[];
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ who, at: Date.now(), ids } satisfies CachedIds));
  } catch {
    // Storage is full or not allowed: the next page requests again.
  }
  return ids;
}
