import type { ClientDirective } from 'astro';

/** These keys open a closed menu, or the suggestions under a field; without a listener they would scroll the page. */
const MENU_KEYS = /^Arrow(Down|Up)$/;

/**
 * `client:intent`: hydrates an island on the first hover, focus, touch or key inside it, then replays the events
 * that came meanwhile, so that the first click counts. With `{ wake: 'cart' }` it also hydrates when the window
 * gets the event `guildhall:wake:cart`. With `{ only: 'keys' }`, for forms, neither the pointer nor a click hydrates it, only
 * the focus and keys: the form is sent as it would be without scripts. What is typed meanwhile stands in its field.
 */
const intent: ClientDirective = (load, options, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  let isLoading = false;
  let clicked: HTMLElement | null = null;
  let press: KeyboardEvent | null = null;
  let pressed: HTMLElement;
  let hovers = false;

  const hydrate = async () => {
    if (isLoading) return;
    isLoading = true;
    const run = await load();
    await run();
    isLoading = false;
    // Astro removes `ssr` once the island is hydrated; where its code could not be fetched, the next event tries again.
    if (island.hasAttribute('ssr')) return;
    listening.abort();
    // React missed the pointer entering. Islands listen to pointers, not to the mouse.
    if (hovers)
      [...island.querySelectorAll(':hover')]
        .pop()
        ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    // The same key, with all that the event says about it.
    if (press) pressed.dispatchEvent(new KeyboardEvent('keydown', press));
    if (clicked?.isConnected) clicked.click();
  };

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => island.addEventListener(name, listener, { capture: true, signal });

  on('focusin', hydrate);
  on('keydown', (event) => {
    pressed = event.target as HTMLElement;
    // A later key makes an earlier one obsolete.
    press = null;
    if (MENU_KEYS.test(event.key) && !event.isComposing && pressed.matches('button,input')) {
      event.preventDefault();
      press = event;
    }
    void hydrate();
  });
  const { wake, only } = Object(options.value) as { wake?: string; only?: 'keys' };
  if (wake) addEventListener(`guildhall:wake:${wake}`, hydrate, { signal });
  // The focus came before this code.
  if (island.contains(document.activeElement)) void hydrate();
  if (only) return;

  on('pointerenter', (event) => {
    hovers = event.pointerType !== 'touch';
    void hydrate();
  });
  on('click', (event) => {
    const target = (event.target as Element).closest<HTMLElement>('a[href],button,summary,[role=button]');
    // Links work without scripts.
    if (!target || target.matches('a[href]')) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = target;
    void hydrate();
  });
};

export default intent;
