import { searchText } from './search-form.ts';

/** Typing pauses this long before the hall is asked. In ms. */
const PAUSE_MS = 120;

interface Suggestion {
  name: string;
  href: string;
}

/** Which of `count` suggestions is marked after a key: the field itself (-1) lies between the last and the first. */
export function markedAfter(key: string, marked: number, count: number): number {
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((marked + 1 + step + places) % places) - 1;
}

/**
 * Names of products under a search field while one types: a combobox whose field keeps the focus. Enter without a
 * marked suggestion searches as ever. Whatever goes wrong shows nothing: the form works by itself.
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
  let asking: AbortController | null = null;
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
    asking?.abort();
    show([]);
  };
  const ask = async (words: string) => {
    const own = new AbortController();
    asking = own;
    try {
      const query = new URLSearchParams({ query: words.toLowerCase() });
      const answer = await fetch(`${address}?${query}`, { signal: own.signal });
      const found = answer.ok ? ((await answer.json()) as Suggestion[]) : [];
      if (!own.signal.aborted) show(found);
    } catch {
      // Offline, or already asked for something else: without suggestions one searches all the same.
      if (!own.signal.aborted) show([]);
    }
  };
  const typed = () => {
    clearTimeout(pause);
    asking?.abort();
    const words = searchText(field.value);
    if (words === null) show([]);
    else pause = window.setTimeout(ask, PAUSE_MS, words);
  };

  field.addEventListener('input', typed);
  field.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') mark(markedAfter(key, marked, list.children.length));
    else if (key === 'Escape') hide();
    else if (key === 'Enter' && marked >= 0) options()[marked]?.click();
    else return;
    event.preventDefault();
  });
  // A press on a suggestion must not take the focus from the field, which would close the list under the pointer.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('mousedown', (event) => event.preventDefault());
  form.addEventListener('submit', hide);
  field.addEventListener('blur', hide);
  // What was typed while this code was on its way.
  if (field === document.activeElement && field.value !== field.defaultValue) typed();
}

/** Suggestions under every search form of the page. */
export function startSuggestions(): void {
  for (const [number, form] of document.querySelectorAll<HTMLFormElement>('[data-suggestions]').entries())
    suggestUnder(form, number);
}
