/** The header's search does nothing below this many characters. */
const SEARCH_MINIMUM = 3;

/** The words to search for, without the space around them; null where they are too few characters. */
export function searchText(typed: string): string | null {
  const words = typed.trim();
  return [...words].length < SEARCH_MINIMUM ? null : words;
}

/**
 * Gives the header's forms their silence: too short a text is not sent, and no message is shown. Everything else
 * travels as a plain form. The key "/" brings the cursor into the field.
 */
export function startSearchForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-search-form]')) {
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      const field = fieldOf(form);
      const words = field && searchText(field.value);
      if (field && words) field.value = words;
      else event.preventDefault();
    });
  }
  addEventListener('keydown', (event) => {
    // A page with a search of its own has taken the key already.
    if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest?.('input,textarea,select,[contenteditable],dialog')) return;
    const forms = [...document.querySelectorAll<HTMLFormElement>('[data-search-form]')];
    const field = forms.map(fieldOf).find((candidate) => candidate?.checkVisibility());
    if (!field) return;
    event.preventDefault();
    field.select();
    field.focus();
  });
}

function fieldOf(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector('[name=query]');
}
