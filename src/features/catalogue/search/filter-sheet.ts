import { needlessPart } from '../../../domain/catalogue/search/needless-parts.ts';
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
  // What says nothing is no part of an address: empty fields, and the order that a search has by itself.
  form.addEventListener('formdata', ({ formData }) => withoutNeedless(formData));
  startOrder();
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
    if (isBeside()) form.requestSubmit();
    else refreshSoon();
  };
  form.addEventListener('change', ({ target }) => changed(target));
  // In the sheet a wanted value is left out without leaving the sheet; beside the results its link leads there.
  form.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('[data-leave-out]');
    const box = link?.parentElement?.querySelector<HTMLInputElement>('[type=checkbox]');
    if (!link || !box || isBeside()) return;
    event.preventDefault();
    box.name = `not-${box.name}`;
    box.checked = true;
    box.focus({ preventScroll: true });
    link.remove();
    changed(box);
  });
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
      // Only its form is read: its inline styles would be reported as against the policy of this page.
      const text = (await answer.text()).replaceAll(/<style[\s\S]*?<\/style>/g, '');
      const page = new DOMParser().parseFromString(text, 'text/html');
      const fresh = page.querySelector<HTMLFormElement>('[data-filters]');
      if (fresh && !signal.aborted) takeOver(form, fresh);
    } catch {
      // No connection, or a later choice: the numbers stay as they are.
    }
  }
}

/** The order beside the results: it counts as soon as it is chosen. */
function startOrder(): void {
  const form = document.querySelector<HTMLFormElement>('[data-order]');
  const select = form?.querySelector('select');
  if (!form || !select) return;
  form.addEventListener('formdata', ({ formData }) => withoutNeedless(formData));
  select.addEventListener('change', () => form.requestSubmit());
  // A page that comes back shows the order of its results again.
  addEventListener('pageshow', ({ persisted }) => persisted && form.reset());
  // Chosen while this code was on its way.
  if (!select.selectedOptions[0]?.defaultSelected) form.requestSubmit();
}

function withoutNeedless(data: FormData): void {
  const isNeedless = needlessPart(String(data.get('query') ?? ''));
  for (const [name, value] of [...data])
    if (isNeedless(name, String(value)) && data.getAll(name).length === 1) data.delete(name);
}

/** Takes the groups, their counts and the label of the button from the form of the page as it would be. */
function takeOver(form: HTMLFormElement, fresh: HTMLFormElement): void {
  const focused = document.activeElement;
  const { name = '', value = '' } = focused instanceof HTMLInputElement ? focused : {};
  const groups = (of: HTMLFormElement) => [...of.querySelectorAll<HTMLDetailsElement>('[data-group]')];
  const isOpen = new Map(groups(form).map((group) => [group.dataset['group'], group.open]));
  for (const group of groups(fresh)) group.open = isOpen.get(group.dataset['group']) ?? false;
  const now = fresh.querySelector('[data-groups]');
  if (now) form.querySelector('[data-groups]')?.replaceWith(document.adoptNode(now));
  if (name !== '') {
    const again = form.querySelector<HTMLInputElement>(`input[name="${name}"][value="${CSS.escape(value)}"]`);
    again?.focus({ preventScroll: true });
    if (again?.type === 'search') again.setSelectionRange(value.length, value.length);
  }
  const label = fresh.querySelector('[data-show]')?.textContent ?? '';
  for (const shown of form.querySelectorAll('[data-show], [role=status]')) shown.textContent = label;
}
