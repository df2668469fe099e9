import { searchText } from './search-form.ts';

/** Debounce of the request while typing, in ms. */
const PAUSE_MS = 120;

interface Suggestion {
  name: string;
  href: string;
}

/** The suggestion selected after an arrow key; -1, between the last and the first, is the field itself. */
export function markedAfter(key: string, marked: number, count: number): number {
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((marked + 1 + step + places) % places) - 1;
}

/**
 * Suggests product names below a search field: a combobox whose field keeps the focus. Enter without a selected
 * suggestion submits the search. Errors show nothing, as the form works without suggestions.
 */
function suggestUnder(form: HTMLFormElement, number: number): void {
  const field = form.querySelector<HTMLInputElement>('[name=query]');
  const address = form.dataset['suggestions'];
  if (!field || !address) return;
  const list = document.createElement('div');
  list.id = `suggestions-${number}`;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  form.append(list);
  field.role = 'combobox';
  field.ariaAutoComplete = 'list';
  field.ariaExpanded = 'false';
  field.setAttribute('aria-controls', list.id);

  let marked = -1;
  let pause = 0;
  let request: AbortController | null = null;
  const options = () => [...list.children] as HTMLAnchorElement[];
  const mark = (at: number) => {
    marked = at;
    for (const [place, option] of options().entries()) option.ariaSelected = String(place === at);
    const option = options()[at];
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const show = (found: Suggestion[]) => {
    list.replaceChildren(
      ...found.map(({ name, href }, place) => {
        const option = document.createElement('a');
        option.id = `${list.id}-${place}`;
        option.href = href;
        option.role = 'option';
        option.tabIndex = -1;
        option.textContent = name;
        return option;
      }),
    );
    list.hidden = found.length === 0;
    field.ariaExpanded = String(!list.hidden);
    mark(-1);
  };
  const hide = () => {
    clearTimeout(pause);
    request?.abort();
    show([]);
  };
  const load = async (words: string) => {
    const current = new AbortController();
    request = current;
    try {
      const query = new URLSearchParams({ query: words.toLowerCase() });
      const answer = await fetch(`${address}?${query}`, { signal: current.signal });
      const found = answer.ok ? ((await answer.json()) as Suggestion[]) : [];
      if (!current.signal.aborted) show(found);
    } catch {
      // Offline or aborted: the search works without suggestions.
      if (!current.signal.aborted) show([]);
    }
  };
  const onInput = () => {
    clearTimeout(pause);
    request?.abort();
    const words = searchText(field.value);
    if (words === null) show([]);
    else pause = window.setTimeout(load, PAUSE_MS, words);
  };

  field.addEventListener('input', onInput);
  field.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') mark(markedAfter(key, marked, list.children.length));
    else if (key === 'Escape') hide();
    else if (key === 'Enter' && marked >= 0) options()[marked]?.click();
    else return;
    event.preventDefault();
  });
  // Pressing a suggestion must not blur the field, which would close the list under the pointer.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('mousedown', (event) => event.preventDefault());
  form.addEventListener('submit', hide);
  field.addEventListener('blur', hide);
  // Text that was typed while this code was loading.
  if (field === document.activeElement && field.value !== field.defaultValue) onInput();
}

/** Suggestions under every search form of the page. */
export function startSuggestions(): void {
  for (const [number, form] of document.querySelectorAll<HTMLFormElement>('[data-suggestions]').entries())
    suggestUnder(form, number);
}
