import { paths } from '../../../paths.ts';

/** What the visitor owns, remembered for a moment, so that going from page to page asks once. */
const KEY = 'owned';
const KEPT_MS = 60_000;

interface Remembered {
  who: string;
  at: number;
  ids: string[];
}

/**
 * Marks every [data-cart-add] of what the visitor owns, and makes it lead to his library.
 * @param part where to look, such as what was added to the page later.
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

/** After something was bought, or somebody else signed in, what was remembered is no longer true. */
export function clearOwnedCache(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A browser that remembers nothing has nothing to forget.
  }
}

async function ownedIds(): Promise<string[]> {
  // The cookie's text names the visitor well enough to notice that it is another one.
  const who = /(?:^|; )pb_auth=[^;]*?%22id%22%3A%22([a-z0-9]{15})/.exec(document.cookie)?.[1] ?? '';
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Remembered | null;
    if (kept && kept.who === who && Date.now() - kept.at < KEPT_MS) return kept.ids;
  } catch {
    // Unreadable or not allowed: ask again.
  }
  const answer = await fetch(paths.owned());
  if (!answer.ok) return [];
  const ids = (await answer.json()) as string[];
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ who, at: Date.now(), ids } satisfies Remembered));
  } catch {
    // No room to remember: the next page asks again.
  }
  return ids;
}
