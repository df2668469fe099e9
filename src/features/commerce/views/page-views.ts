import {
  BATCH_MAX,
  CONSENT_SECONDS,
  FLUSH_MS,
  parseVisit,
  type ViewEvent,
  type ViewEventKind,
  visitAfter,
  withEvent,
} from '../../../domain/commerce/view-count.ts';

/**
 * Sends page views of visitors who agreed, and stores their answer. Loaded only after consent or when the visitor turns
 * to the question. The state is <html data-counting>, set by site/frame/inline.ts: ask, yes, no, or never if the browser
 * sends a privacy signal.
 */
const VISIT = 'countingVisit';
let waiting: ViewEvent[] = [];
let counted: number[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** @param to the address for the events. */
export function startPageViews(to: string): void {
  const state = () => document.documentElement.dataset['counting'];

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting.splice(0);
    // Consent may have been withdrawn in another tab.
    if (events.length === 0 || state() !== 'yes' || !/(^|; )counting=yes/.test(document.cookie)) return;
    navigator.sendBeacon(to, new Blob([JSON.stringify({ events })], { type: 'application/json' }));
  };

  const record = (kind: ViewEventKind, id: string) => {
    const now = Date.now();
    const may = state() === 'yes' ? withEvent(counted, now) : null;
    if (!may) return;
    counted = may;
    waiting.push({ kind, id, first: kind !== 'cart' && isFirst(id, now) });
    if (waiting.length >= BATCH_MAX) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  };

  const view = () => {
    const [kind, id] =
      document.querySelector<HTMLElement>('[data-counts]')?.dataset['counts']?.split('/') ?? [];
    if (id && (kind === 'product' || kind === 'store')) record(kind, id);
  };

  document.addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('[data-counting-say], [data-cart-add]');
      const { countingSay, cartAdd, inCart, inLibrary } = button?.dataset ?? {};
      if (button && countingSay) {
        const yes = countingSay === 'yes';
        answer(yes);
        thank(button, yes);
        if (yes) view();
      } else if (cartAdd && inCart === undefined && !inLibrary) record('cart', JSON.parse(cartAdd).id);
    },
    // Capture phase: before the button is marked as in the cart.
    true,
  );
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  // A page restored from the back/forward cache is viewed again.
  addEventListener('pageshow', ({ persisted }) => persisted && view());
  view();
}

/** Whether this is the first view in this visit. The visit is stored in this browser only. */
function isFirst(id: string, now: number): boolean {
  try {
    const { visit, first } = visitAfter(parseVisit(localStorage.getItem(VISIT)), id, now);
    localStorage.setItem(VISIT, JSON.stringify(visit));
    return first;
  } catch {
    // Without storage there are no visits.
    return false;
  }
}

/** Stores the answer: yes as a cookie, which the server reads; no in local storage, which is never sent. */
function answer(yes: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of browsers is younger than our visitors' browsers
  document.cookie = `counting=yes; Max-Age=${yes ? CONSENT_SECONDS : 0}; Path=/; SameSite=Strict${secure}`;
  try {
    if (yes) localStorage.removeItem('counting');
    else {
      localStorage.setItem('counting', 'no');
      localStorage.removeItem(VISIT);
    }
  } catch (refused) {
    console.warn('The browser cannot store the answer, so the question comes back.', refused);
  }
  waiting = [];
  document.documentElement.dataset['counting'] = yes ? 'yes' : 'no';
}

/** Confirms the answer in place of the buttons and moves the focus there. */
function thank(button: HTMLElement, yes: boolean): void {
  const said = button.closest('[data-wakes]')?.querySelector<HTMLElement>('[data-counting-said]');
  if (!said) return;
  said.textContent = yes
    ? 'Thank you. Your page views are counted from now on; you can change that on the privacy page.'
    : 'Understood. Nothing is counted; you can change that on the privacy page.';
  said.focus();
}
