import type { ClientDirective } from 'astro';

/** Pressed on a closed menu, these open it; without a listener they would scroll the page. */
const MENU_KEYS = new Set(['ArrowDown', 'ArrowUp']);

/**
 * `client:intent`: hydrates an island on the first hover, focus, touch or key inside it, then replays what the
 * visitor did meanwhile, so that the first click counts. With `{ wake: 'cart' }` it also hydrates when the window
 * gets the event `guildhall:wake:cart`.
 */
const intent: ClientDirective = (load, options, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  let underWay = false;
  let clicked: HTMLElement | null = null;
  let key: { target: EventTarget; press: KeyboardEvent } | null = null;
  let hovers = false;

  const hydrate = async () => {
    if (underWay) return;
    underWay = true;
    const run = await load();
    await run();
    underWay = false;
    // Astro takes `ssr` away once the island lives; where its code could not be fetched, the next sign tries again.
    if (island.hasAttribute('ssr')) return;
    listening.abort();
    // React never saw the pointer come in.
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
    heard: (event: HTMLElementEventMap[Name]) => void,
  ) => island.addEventListener(name, heard, { capture: true, signal });

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
    // Links work without any of our code.
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
