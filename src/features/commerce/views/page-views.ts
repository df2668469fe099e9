import { originOf, type VisitOrigin } from '../../../domain/commerce/origin.ts';
import {
  BATCH_MAX,
  CONSENT_SECONDS,
  FLUSH_MS,
  parseVisit,
  type ViewEvent,
  type ViewEventKind,
  type Visit,
  visitAfter,
  withEvent,
} from '../../../domain/commerce/view-count.ts';
import { fresh, isStored, persistentAtom } from '../../kernel/storage/persistent.ts';
import { COUNTING_KEY } from './counting-key.ts';
import { forgetOrigins, storeOrigin } from './stored-origins.ts';

/**
 * Sends page views of visitors who agreed, and stores their answer. Loaded only after consent or when the visitor turns
 * to the question. The state is <html data-counting>, set by site/frame/inline.ts: ask, yes, no, or never if the browser
 * sends a privacy signal.
 */
let waiting: ViewEvent[] = [];
let counted: number[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** The visit so far, in this browser only. */
export const $visit = persistentAtom<Visit | null>('countingVisit', null, {
  decode: parseVisit,
  encode: (visit) => (visit ? JSON.stringify(visit) : undefined),
});

/** Whether the visitor said no in this browser. A yes is a cookie, which the server reads. */
export const $declined = persistentAtom(COUNTING_KEY, false, {
  decode: (text) => text === 'no',
  encode: (declined) => (declined ? 'no' : undefined),
});

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

  const record = (kind: ViewEventKind, id: string, from: VisitOrigin) => {
    const now = Date.now();
    const may = state() === 'yes' ? withEvent(counted, now) : null;
    if (!may) return;
    counted = may;
    const { first, origin } = kind === 'cart' ? { first: false, origin: from } : viewOf(id, now, from);
    waiting.push({ kind, id, first, origin: kind === 'store' ? null : origin });
    if (waiting.length >= BATCH_MAX) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  };

  const view = () => {
    const [kind, id] =
      document.querySelector<HTMLElement>('[data-counts]')?.dataset['counts']?.split('/') ?? [];
    if (!id || (kind !== 'product' && kind !== 'store')) return;
    record(kind, id, originOf(location.href, document.referrer));
  };

  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-counting-say], [data-cart-add]');
      const { countingSay, cartAdd, inCart, inLibrary } = button?.dataset ?? {};
      if (button && countingSay) {
        const yes = countingSay === 'yes';
        answer(yes);
        thank(button, yes);
        if (yes) view();
      } else if (button && cartAdd && inCart === undefined && !inLibrary && state() === 'yes') {
        const product = JSON.parse(cartAdd) as { id: string };
        // What was not viewed in this visit was added from a list of this site.
        const origin = fresh($visit)?.origins[product.id] ?? 'site';
        storeOrigin(product.id, origin);
        // A click that waits for code of its part of the page is prevented, and repeated by it; see `loadCodeOnIntent`.
        setTimeout(() => event.defaultPrevented || record('cart', product.id, origin));
      }
    },
    // Capture phase: before the button is marked as in the cart.
    true,
  );
  // A no in another tab counts here too.
  $declined.listen((declined) => {
    if (declined && state() === 'yes') document.documentElement.dataset['counting'] = 'no';
  });
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  // A page restored from the back/forward cache is viewed again.
  addEventListener('pageshow', ({ persisted }) => persisted && view());
  view();
}

/**
 * Whether this is the first view in this visit, and where that one came from.
 * @param from where this view came from.
 */
function viewOf(id: string, now: number, from: VisitOrigin): { first: boolean; origin: VisitOrigin } {
  const { visit, first, origin } = visitAfter(fresh($visit), id, now, from);
  $visit.set(visit);
  // Where nothing is stored, each page would begin a visit.
  return isStored($visit) ? { first, origin } : { first: false, origin: from };
}

/** Stores the answer: yes as a cookie, which the server reads; no in local storage, which is never sent. */
function answer(yes: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of browsers is younger than our visitors' browsers
  document.cookie = `counting=yes; Max-Age=${yes ? CONSENT_SECONDS : 0}; Path=/; SameSite=Strict${secure}`;
  // Where nothing is stored, the question comes back on the next page.
  $declined.set(!yes);
  if (!yes) {
    $visit.set(null);
    forgetOrigins();
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
