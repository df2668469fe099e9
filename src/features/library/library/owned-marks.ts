import type { MyPrinter } from '../../../domain/catalogue/print/my-printer.ts';
import { withChanges } from '../../../domain/library/library-copy.ts';
import { paths } from '../../../paths.ts';
import { takeOverPrinters } from '../../catalogue/printer/stored-printers.ts';
import { viewerId } from '../../identity/session/viewer.ts';
import { startHideOwned } from './hide-owned.ts';
import { OWNED_KEY } from './owned-cache.ts';

const CACHE_MS = 60_000;

/** What belongs to the visitor: ids of owned and of reviewed products, and the slug of their own store. */
interface Own {
  owned: string[];
  reviewed: string[];
  store: string | null;
}

interface CachedOwn extends Own {
  who: string;
  at: number;
  /** How far it has followed: a request names it and is told what changed since. */
  cursor: string;
}

type Answer = Own & { whole: boolean; gone: string[]; cursor: string; printers?: MyPrinter[] };

/**
 * Marks what belongs to the visitor on a page that is the same for everybody. The [data-cart-add] buttons of owned products
 * lead to the library, those of their own products to the editor. [data-owned] and [data-own] are set around them, and the
 * stylesheet hides what then makes no sense, such as the wish list. A review they have written is changed, not written.
 * @param part limits the search, for content that was added to the page later.
 */
export async function markOwned(part: ParentNode = document): Promise<void> {
  const { owned, reviewed, store } = await ownThings();
  const isOwned = new Set(owned);
  for (const place of part.querySelectorAll<HTMLElement>('[data-store]'))
    place.toggleAttribute('data-own', place.dataset['store'] === store);
  for (const button of part.querySelectorAll<HTMLElement>('[data-cart-add]')) {
    const { id, name } = JSON.parse(button.dataset['cartAdd'] ?? '{}') as { id?: string; name?: string };
    if (id === undefined) continue;
    const isOwn = button.closest('[data-store]')?.hasAttribute('data-own') ?? false;
    if (!isOwn && !isOwned.has(id)) continue;
    button.dataset['inLibrary'] = 'true';
    button.closest('[data-product]')?.toggleAttribute('data-owned', true);
    if (!isOwn && button.matches('.buy-here')) button.after(slicerLink(id));
    if (isOwn) {
      button.textContent = 'Edit';
      button.ariaLabel = `Edit ${name}`;
    }
    button.setAttribute('type', 'button');
    button.addEventListener('click', () =>
      location.assign(isOwn ? paths.sellerProduct(id) : paths.libraryProduct(id)),
    );
  }
  for (const link of part.querySelectorAll<HTMLElement>('[data-review-of]'))
    if (reviewed.includes(link.dataset['reviewOf'] ?? '')) link.textContent = 'Change your review';
  startHideOwned();
}

/** Leads from an owned model's page to its files, each of which opens in a slicer. */
function slicerLink(id: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'btn btn-quiet w-full';
  link.href = paths.ownedFiles(id);
  link.textContent = 'Open in your slicer';
  return link;
}

/** What the visitor has, from this browser's copy where that is new. */
export async function ownThings(): Promise<Own> {
  // Enough to notice a change of user.
  const who = viewerId();
  let cached: CachedOwn | null = null;
  try {
    const stored = JSON.parse(sessionStorage.getItem(OWNED_KEY) ?? 'null') as CachedOwn | null;
    if (stored && stored.who === who && stored.owned) cached = stored;
    if (cached && Date.now() - cached.at < CACHE_MS) return cached;
  } catch {
    // Unreadable or not allowed: request again.
  }
  const answer = await fetch(paths.owned(cached?.cursor));
  if (!answer.ok) return { owned: [], reviewed: [], store: null };
  const { whole, owned: items, gone, printers, ...own } = (await answer.json()) as Answer;
  if (printers) takeOverPrinters(who, printers);
  const owned = withChanges(cached?.owned ?? [], { whole, items, gone }, (id) => id);
  try {
    sessionStorage.setItem(
      OWNED_KEY,
      JSON.stringify({ ...own, owned, who, at: Date.now() } satisfies CachedOwn),
    );
  } catch {
    // Storage is full or not allowed: the next page requests again.
  }
  return { ...own, owned };
}
