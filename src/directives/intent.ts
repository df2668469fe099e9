import type { ClientDirective } from 'astro';

/** These keys open a closed menu; without a listener they would scroll the page. */
const MENU_KEYS = new Set(['ArrowDown', 'ArrowUp']);

/**
 * `client:intent`: hydrates an island on the first hover, focus, touch or key inside it, then replays the events
 * that came meanwhile, so that the first click counts. With `{ wake: 'cart' }` it also hydrates when the window
 * gets the event `guildhall:wake:cart`.
 */
const intent: ClientDirective = (load, options, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  let isLoading = false;
  let clicked: HTMLElement | null = null;
  let key: { target: EventTarget; press: KeyboardEvent } | null = null;
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
    // React missed the pointer entering.
    const hovered = hovers ? [...island.querySelectorAll(':hover')].pop() : undefined;
    hovered?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    hovered?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    key?.target.dispatchEvent(
      new KeyboardEvent('keydown', { key: key.press.key, bubbles: true, cancelable: true }),
    );
    if (clicked?.isConnected) clicked.click();
  };

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => island.addEventListener(name, listener, { capture: true, signal });

  on('pointerenter', (event) => {
    hovers = event.pointerType !== 'touch';
    void hydrate();
  });
  on('focusin', () => void hydrate());
  on('keydown', (event) => {
    if (MENU_KEYS.has(event.key) && event.target instanceof HTMLButtonElement) {
      event.preventDefault();
      key = { target: event.target, press: event };
    }
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

  const wake = (options.value as { wake?: string } | undefined)?.wake;
  if (wake) addEventListener(`guildhall:wake:${wake}`, () => void hydrate(), { signal });
};

export default intent;
