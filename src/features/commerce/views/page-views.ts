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
 * Counts what a visitor looks at, once he agreed, and takes his answer. Fetched only by his consent or when he turns to
 * the question. The state stands on <html data-counting>, painted by site/inline.ts: ask, yes, no, or never where the
 * browser asks not to be followed.
 */
const VISIT = 'countingVisit';
let waiting: ViewEvent[] = [];
let counted: number[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** @param to the address that takes the events. */
export function startPageViews(to: string): void {
  const state = () => document.documentElement.dataset['counting'];

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting.splice(0);
    // Another tab may have taken the consent back.
    if (events.length === 0 || state() !== 'yes' || !/(^|; )counting=yes/.test(document.cookie)) return;
    navigator.sendBeacon(to, new Blob([JSON.stringify({ events })], { type: 'application/json' }));
  };

  const note = (kind: ViewEventKind, id: string) => {
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
    if (id && (kind === 'product' || kind === 'store')) note(kind, id);
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
      } else if (cartAdd && inCart === undefined && !inLibrary) note('cart', JSON.parse(cartAdd).id);
    },
    // Before the button says that it is in the cart already.
    true,
  );
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  // A page that was put aside and comes back is looked at again.
  addEventListener('pageshow', ({ persisted }) => persisted && view());
  view();
}

/** Whether this visit sees it for the first time. The visit is remembered in this browser only. */
function isFirst(id: string, now: number): boolean {
  try {
    const { visit, first } = visitAfter(parseVisit(localStorage.getItem(VISIT)), id, now);
    localStorage.setItem(VISIT, JSON.stringify(visit));
    return first;
  } catch {
    // A browser that keeps nothing has no visits.
    return false;
  }
}

/** Keeps the answer: a yes as a cookie, which the server reads too; a no in the browser's storage, which is sent nowhere. */
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
    console.warn('The browser keeps no answer, so the question comes back.', refused);
  }
  waiting = [];
  document.documentElement.dataset['counting'] = yes ? 'yes' : 'no';
}

/** Says what became of the answer, where the button was; it takes the focus of a button that is gone. */
function thank(button: HTMLElement, yes: boolean): void {
  const said = button.closest('[data-wakes]')?.querySelector<HTMLElement>('[data-counting-said]');
  if (!said) return;
  said.textContent = yes
    ? 'Thank you. What you look at is counted from now on; the privacy page is where you can change that.'
    : 'Understood. Nothing is counted; the privacy page is where you can change that.';
  said.focus();
}
