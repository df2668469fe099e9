/**
 * Code most visitors never need rests as a script in a `<template data-code="{name}">` and is fetched when it is called
 * for. An `import()` would do the same, but brings a loader to every page that is larger than what it loads.
 */
export function loadDeferredCode(name: string, then?: () => void): void {
  const resting = document
    .querySelector<HTMLTemplateElement>(`template[data-code=${name}]`)
    ?.content.querySelector('script');
  if (!resting) return;
  // A script inside a template never runs; a copy of it in the page does.
  const script = resting.cloneNode() as HTMLScriptElement;
  script.onload = script.onerror = then ?? null;
  document.head.append(script);
}

/** Wakes everything that rests in a `<template data-signed-in>`: what a page says to whoever is signed in. */
export function loadSignedInCode(): void {
  for (const { dataset } of document.querySelectorAll<HTMLElement>('template[data-signed-in]'))
    loadDeferredCode(dataset['code'] ?? '');
}

/**
 * Wakes the code named in [data-wakes] when somebody first turns to that part of the page. A click that was quicker
 * than the code is done again once it is there; where it cannot be fetched, a link leads where it does without scripts.
 */
export function loadCodeOnIntent(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-wakes]')) {
    const waiting = new AbortController();
    let clicked: HTMLElement | null = null;
    let underWay = false;
    const wake = (event: Event) => {
      const { target, type, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
      const link = (target as Element).closest<HTMLElement>('a, button');
      if (type === 'click' && link && !ctrlKey && !metaKey && !shiftKey) {
        event.preventDefault();
        clicked = link;
      }
      if (underWay) return;
      underWay = true;
      loadDeferredCode(part.dataset['wakes'] ?? '', () => {
        waiting.abort();
        clicked?.click();
      });
    };
    for (const name of ['pointerenter', 'focusin', 'click'])
      part.addEventListener(name, wake, { signal: waiting.signal });
  }
}
