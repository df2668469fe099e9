/**
 * Fetches the gallery's code when somebody first turns to a gallery, and not before. A click that was quicker than the
 * code is done again once it is there; where it cannot be fetched, the link leads to the picture as it does without
 * scripts.
 */
const code = document.querySelector<HTMLTemplateElement>('[data-gallery-code]');
const waking = new AbortController();
let clicked: HTMLElement | null = null;
let fetching = false;

const wake = (event: Event) => {
  const link = (event.target as Element).closest('a');
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  if (event.type === 'click' && link && !ctrlKey && !metaKey && !shiftKey) {
    event.preventDefault();
    clicked = link;
  }
  // A script inside a <template> rests; a copy of it in the page runs.
  const script = fetching ? null : code?.content.querySelector('script')?.cloneNode(true);
  if (!(script instanceof HTMLScriptElement)) return;
  fetching = true;
  script.onload = script.onerror = () => {
    waking.abort();
    clicked?.click();
  };
  document.head.append(script);
};

for (const gallery of document.querySelectorAll('[data-gallery]'))
  for (const name of ['pointerenter', 'focusin', 'click'])
    gallery.addEventListener(name, wake, { signal: waking.signal });
