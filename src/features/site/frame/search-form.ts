import { TYPED_MIN } from '../../../domain/catalogue/search/suggestion.ts';

/** Shorter texts are suggested for and not sent: two letters mean too many things. */
export const SENT_MIN = 3;

/** The trimmed search text; null if it is too short for suggestions, or for `least` characters. */
export function typedSearch(typed: string, least = TYPED_MIN): string | null {
  const text = typed.trim();
  return [...text].length < least ? null : text;
}

/**
 * Sets up the header's search forms: a text that is too short is not sent, without a message. Otherwise they work as
 * plain forms. The key "/" focuses the field.
 */
export function startSearchForms(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-search-form] [name=query]')];
  for (const field of fields) {
    const form = field.form as HTMLFormElement;
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      const words = typedSearch(field.value, SENT_MIN);
      if (words) field.value = words;
      else event.preventDefault();
    });
  }
  addEventListener('keydown', (event) => {
    // A page with its own search may have handled the key already.
    if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest?.('input,textarea,select,[contenteditable],dialog')) return;
    const field = fields.find((candidate) => candidate.checkVisibility());
    if (!field) return;
    event.preventDefault();
    field.select();
    field.focus();
  });
}
