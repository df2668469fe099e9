/** Whether this browser hides what its visitor owns; kept across visits. */
const KEY = 'hide-owned';

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
    for (const item of owned) item.hidden = hides;
    status.textContent = hides ? hiddenText(owned.length) : '';
  };
  box.checked = isKept();
  show(box.checked);
  box.onchange = () => {
    keep(box.checked);
    show(box.checked);
  };
}

function isKept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    // Without storage the choice holds for one page.
    return false;
  }
}

function keep(hides: boolean): void {
  try {
    if (hides) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
    return;
  }
}
