import { atom } from 'nanostores';

/** The fields of all search forms: in the header, and those among the results, some of them hidden. */
const FIELDS = '[data-search-words]';
const fields = () => document.querySelectorAll<HTMLInputElement>(FIELDS);

/** The words that this page was made for, as the site wrote them into it. */
const wordsOfPage = () => fields()[0]?.defaultValue ?? '';

/**
 * What the visitor searches for: the header and the page of results show the same words, and each changes them for the
 * other. Until somebody writes, the words of the page; on the server always empty.
 */
export const $searchWords = atom(typeof document === 'undefined' ? '' : wordsOfPage());

if (typeof document !== 'undefined') {
  // The fields are uncontrolled: they work before any code has arrived, and a text being written is never taken back.
  $searchWords.listen((words) => {
    for (const field of fields()) if (field.value !== words) field.value = words;
  });
  // A page that comes back shows the words of its results again; those of the filters leave out what has a box there.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    $searchWords.set(wordsOfPage());
    for (const field of fields()) field.value = field.defaultValue;
  });
}
