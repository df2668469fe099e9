import { persistentAtom } from '../../kernel/storage/persistent.ts';

/** Whether this browser hides what its visitor owns; kept across visits. */
export const $hidesOwned = persistentAtom('hide-owned', false, {
  decode: (text) => text === 'yes',
  encode: (hides) => (hides ? 'yes' : undefined),
});

let stopFollowing = () => {};

/** "3 models you own are hidden on this page." */
export function hiddenText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'One model that you own is hidden on this page.'
    : `${count} models that you own are hidden on this page.`;
}

/**
 * Hides the cards of owned products where the page offers it and the visitor wants it, and says how many. Runs after they
 * are marked. Without owned products on the page there is nothing to offer.
 */
export function startHideOwned(): void {
  const offer = document.querySelector<HTMLElement>('[data-hide-owned]');
  const box = offer?.querySelector('input');
  const status = offer?.querySelector('[role=status]');
  if (!offer || !box || !status) return;
  const owned = [...document.querySelectorAll<HTMLElement>('[data-in-library]')].flatMap(
    (button) => button.closest<HTMLElement>('li:has(article)') ?? [],
  );
  offer.hidden = owned.length === 0;
  if (offer.hidden) return;
  const show = (hides: boolean) => {
    box.checked = hides;
    for (const item of owned) item.hidden = hides;
    status.textContent = hides ? hiddenText(owned.length) : '';
  };
  // Runs again when cards were added to the page.
  stopFollowing();
  stopFollowing = $hidesOwned.subscribe(show);
  box.onchange = () => $hidesOwned.set(box.checked);
}
