import { offerOwnPrinters } from '../printer/own-printers.ts';
import { $searchWords } from './words.store.ts';

/** Filters are often chosen in a row; the site is asked once the visitor pauses. In ms. */
const PAUSE_MS = 250;

/** The width from which the filters stand beside the results (`search.css`). */
const BESIDE = '(min-width: 64rem)';

/**
 * Beside the results, a choice loads its search. In the sheet of a phone several are made in a row: after each it asks for
 * the search as it would be sent and takes over the number of models and the filters that are left. If that fails, the
 * form still works.
 */
export function startFilterSheet(): void {
  const form = document.querySelector<HTMLFormElement>('[data-filters]');
  const sheet = form?.closest<HTMLElement>('[popover]');
  if (!form || !sheet) return;
  offerOwnPrinters();
  let asking = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;

  const isBeside = () => matchMedia(BESIDE).matches;
  // A page that comes back shows the filters of its results again.
  addEventListener('pageshow', ({ persisted }) => persisted && form.reset());
  // On a phone the groups are closed until somebody opens them, except those with a choice.
  if (!isBeside())
    for (const group of form.querySelectorAll<HTMLDetailsElement>('[data-group]'))
      group.open = group.querySelector(':checked, [name^=find-]:not(:placeholder-shown)') !== null;

  const refreshSoon = () => {
    clearTimeout(pause);
    asking.abort();
    pause = setTimeout(() => void refresh(), PAUSE_MS);
  };
  const changed = (target: unknown) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    // A value is wanted or unwanted, never both.
    if (target instanceof HTMLInputElement && target.checked) {
      const other = target.name.startsWith('not-') ? target.name.slice(4) : `not-${target.name}`;
      const opposite = form.querySelector<HTMLInputElement>(
        `input[name="${other}"][value="${CSS.escape(target.value)}"]`,
      );
      if (opposite) opposite.checked = false;
    }
    if (isBeside()) form.requestSubmit();
    else refreshSoon();
  };
  form.addEventListener('change', ({ target }) => changed(target));
  // In the sheet a long list is searched while somebody types, and Enter leaves the sheet open.
  const findField = (target: unknown) =>
    !isBeside() && target instanceof HTMLInputElement && target.name.startsWith('find-');
  form.addEventListener('input', ({ target }) => findField(target) && refreshSoon());
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || !findField(event.target)) return;
    event.preventDefault();
    refreshSoon();
  });
  const words = form.querySelector<HTMLInputElement>('[data-search-words]');
  const written = () => {
    $searchWords.set(words?.value ?? '');
    if (!isBeside()) refreshSoon();
  };
  words?.addEventListener('input', written);
  // Written, here or in the header, and chosen while this code was on its way.
  if (words && words.value !== words.defaultValue) written();
  for (const box of form.querySelectorAll<HTMLInputElement>('[type=checkbox]'))
    if (box.checked !== box.defaultChecked) changed(box);

  // The focus never stays on what the sheet covers.
  sheet.addEventListener('focusout', ({ relatedTarget }) => {
    if (!isBeside() && relatedTarget instanceof Node && !sheet.contains(relatedTarget)) sheet.hidePopover();
  });

  async function refresh(): Promise<void> {
    if (!form) return;
    asking = new AbortController();
    const { signal } = asking;
    try {
      const query = new URLSearchParams(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
      const answer = await fetch(`${form.action}?${query}`, { signal });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector<HTMLFormElement>('[data-filters]');
      if (fresh && !signal.aborted) takeOver(form, fresh);
    } catch {
      // No connection, or a later choice: the numbers stay as they are.
    }
  }
}

/** Takes the groups, their counts and the label of the button from the form of the page as it would be. */
function takeOver(form: HTMLFormElement, fresh: HTMLFormElement): void {
  const focused = document.activeElement;
  const { name = '', value = '' } = focused instanceof HTMLInputElement ? focused : {};
  const groups = (of: HTMLFormElement) => [...of.querySelectorAll<HTMLDetailsElement>('[data-group]')];
  const isOpen = new Map(groups(form).map((group) => [group.dataset['group'], group.open]));
  const old = groups(form);
  const last = old.at(-1);
  for (const group of groups(fresh)) {
    group.open = isOpen.get(group.dataset['group']) ?? false;
    last?.before(document.adoptNode(group));
  }
  for (const group of old) group.remove();
  if (name !== '') {
    const again = form.querySelector<HTMLInputElement>(`input[name="${name}"][value="${CSS.escape(value)}"]`);
    again?.focus({ preventScroll: true });
    if (again?.type === 'search') again.setSelectionRange(value.length, value.length);
  }
  const label = fresh.querySelector('[data-show]')?.textContent ?? '';
  for (const shown of form.querySelectorAll('[data-show], [role=status]')) shown.textContent = label;
}
