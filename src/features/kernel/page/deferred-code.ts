/**
 * Loads deferred code: code that most visitors never need waits as a script in a `<template data-code="{name}">`. An
 * `import()` would do the same, but adds a loader to every page that is larger than the code it loads.
 */
export function loadDeferredCode(name: string, then?: () => void): void {
  const deferred = document
    .querySelector<HTMLTemplateElement>(`template[data-code=${name}]`)
    ?.content.querySelector('script');
  if (!deferred) return;
  // A script inside a template never runs; a copy of it in the page does.
  const script = deferred.cloneNode() as HTMLScriptElement;
  script.onload = script.onerror = then ?? null;
  document.head.append(script);
}

/** Loads all code in `<template data-signed-in>`: what a page shows only to signed-in users. */
export function loadSignedInCode(): void {
  for (const { dataset } of document.querySelectorAll<HTMLElement>('template[data-signed-in]'))
    loadDeferredCode(dataset['code'] ?? '');
}

/**
 * Loads the code named in [data-wakes] on the first hover, focus or click in that part of the page. A click before the
 * code has arrived is repeated afterwards; where it cannot be fetched, a link works as it does without scripts.
 */
export function loadCodeOnIntent(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-wakes]')) {
    const waiting = new AbortController();
    let clicked: HTMLElement | null = null;
    let isLoading = false;
    const wake = (event: Event) => {
      const { target, type, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
      const link = (target as Element).closest<HTMLElement>('a, button');
      if (type === 'click' && link && !ctrlKey && !metaKey && !shiftKey) {
        event.preventDefault();
        clicked = link;
      }
      if (isLoading) return;
      isLoading = true;
      loadDeferredCode(part.dataset['wakes'] ?? '', () => {
        waiting.abort();
        clicked?.click();
      });
    };
    for (const name of ['pointerenter', 'focusin', 'click'])
      part.addEventListener(name, wake, { signal: waiting.signal });
  }
}
