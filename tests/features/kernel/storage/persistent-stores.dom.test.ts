import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionCookie } from '../../../../src/data/identity/session.ts';
import { $printers, $printersOf } from '../../../../src/features/catalogue/printer/stored-printers.ts';
import { $lastLook } from '../../../../src/features/catalogue/product/account/studio/last-look.ts';
import { $cart, cart } from '../../../../src/features/commerce/cart/cart.store.ts';
import { CART_CHANGED, CART_KEY, changeCart } from '../../../../src/features/commerce/cart/stored-cart.ts';
import { $declined, $visit } from '../../../../src/features/commerce/views/page-views.ts';
import { $origins } from '../../../../src/features/commerce/views/stored-origins.ts';
import { $reviewDrafts } from '../../../../src/features/community/review/account/review-form.ts';
import { changedHere } from '../../../../src/features/kernel/storage/engine.ts';
import { fresh, isStored } from '../../../../src/features/kernel/storage/persistent.ts';
import { $preference } from '../../../../src/features/kernel/theme/theme.store.ts';
import { THEME_CHANGED, THEME_KEY } from '../../../../src/features/kernel/theme/theme.ts';
import { $slicer } from '../../../../src/features/library/library/account/useSlicer.ts';
import { $hidesOwned } from '../../../../src/features/library/library/hide-owned.ts';
import { $messageDrafts } from '../../../../src/features/messaging/conversation/account/composer/drafts.ts';
import {
  $storedUnread,
  $unreadNotifications,
  forgetUnread,
  setUnread,
} from '../../../../src/features/notifications/notification/unread.store.ts';

const WYRM = 'wyrm00000000000';
const MARA = 'mara00000000000';

/** What the tests need of a store. */
interface Kept {
  key: string;
  /** As the release before these stores has written it. */
  text: string;
  /** Another text of the same kind. */
  other: string;
  read: () => unknown;
  /** Sets what was read. */
  write: (value: never) => void;
  listen: (heard: () => void) => () => void;
  isStored: () => boolean;
  /** What it is where nothing is stored. */
  empty: unknown;
  /** Texts that mean nothing. */
  junk: readonly string[];
}

const JUNK = ['', '{', 'null', '7', '"x"', '[null,{}]', '{"a":[1]}'] as const;

const atom = (
  // biome-ignore lint/suspicious/noExplicitAny: the stores of this table have nothing in common but their kind
  store: any,
  key: string,
  text: string,
  other: string,
  empty: unknown,
  junk: readonly string[] = JUNK,
): Kept => ({
  ...{ key, text, other, empty, junk },
  read: () => fresh(store),
  write: store.set,
  listen: store.listen,
  isStored: () => isStored(store),
});

const map = (
  // biome-ignore lint/suspicious/noExplicitAny: as above
  store: any,
  prefix: string,
  name: string,
  text: string,
  other: string,
  junk: readonly string[],
): Kept => ({
  ...{ key: `${prefix}${name}`, text, other, junk, empty: undefined },
  read: () => (fresh(store) as Record<string, unknown>)[name],
  write: (value) => store.setKey(name, value),
  listen: store.listen,
  isStored: () => isStored(store, name),
});

const STORES: Record<string, Kept> = {
  cart: atom(
    $cart,
    'cart',
    `{"products":[{"id":"${WYRM}","name":"Wyrm","price":599,"mainImage":"wyrm.webp","chosen":700,"promisedDay":1800000000000}],"coupons":[{"code":"SPRING"}]}`,
    `{"products":[{"id":"${MARA}","name":"Mara","price":0,"mainImage":""}],"coupons":[]}`,
    { products: [], coupons: [] },
  ),
  'colour mode': atom($preference, 'theme', 'dark', 'light', 'system'),
  slicer: atom($slicer, 'slicer', 'orca', 'bambu', null),
  'hiding what is owned': atom($hidesOwned, 'hide-owned', 'yes', 'yes', false),
  'look of the studio': atom(
    $lastLook,
    'studio',
    '{"paint":"own","own":"#123456","backdrop":"slate"}',
    '{"paint":"primer","own":"#abcdef","backdrop":"slate"}',
    { paint: 'primer', own: '#7a5aa0', backdrop: 'slate' },
  ),
  printers: atom(
    $printers,
    'printers',
    `[{"id":"${WYRM}","name":"Mono 4K","volume":{"x":130,"y":80,"z":165},"resinCents":3590,"currency":"EUR"}]`,
    `[{"id":"${MARA}","name":"Mini","volume":{"x":180,"y":180,"z":180},"resinCents":null,"currency":"USD"}]`,
    [],
  ),
  'whose printers': atom($printersOf, 'printers-of', MARA, WYRM, '', ['']),
  'review drafts': map(
    $reviewDrafts,
    'review-draft:',
    `${MARA}:${WYRM}`,
    '{"stars":4,"text":"Crisp","variant":"","outcome":"","printer":"","material":"","layerMm":"0,05","exposureS":"","supports":""}',
    '{"stars":5,"text":"Crisper"}',
    ['', '{', 'null', '7', '"x"'],
  ),
  'message drafts': map($messageDrafts, 'guildhall:words:', `${MARA}:c1:draft`, 'Is it “hollow”?\n', '{', []),
  'messages on their way': map(
    $messageDrafts,
    'guildhall:words:',
    `${MARA}:c1:out:k1`,
    '{"key":"k1","content":{"text":"Hello","attachments":[]},"state":"waiting"}',
    '{"key":"k1"}',
    [],
  ),
  visit: atom(
    $visit,
    'countingVisit',
    `{"at":1800000000000,"seen":["${WYRM}"],"origins":{"${WYRM}":"search"}}`,
    '{"at":1800000000001,"seen":[],"origins":{}}',
    null,
  ),
  origins: atom($origins, 'countingOrigins', `[["${WYRM}","search"]]`, `[["${MARA}","site"]]`, new Map()),
  'no to counting': atom($declined, 'counting', 'no', 'no', false),
  bell: {
    key: 'unread',
    text: `{"user":"${MARA}","unread":3}`,
    other: `{"user":"${MARA}","unread":4}`,
    read: () => $unreadNotifications.get(),
    write: setUnread,
    listen: (heard) => $unreadNotifications.listen(heard),
    isStored: () => isStored($storedUnread),
    empty: 0,
    junk: [...JUNK, `{"user":"${WYRM}","unread":9}`, `{"user":"${MARA}","unread":"9"}`],
  },
};

/** Another tab stores a text, or removes it; browsers tell the other tabs and not the one that did it. */
function elsewhere(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
}

const refuses = (): never => {
  throw new DOMException('refused', 'QuotaExceededError');
};

/** Does something on a page whose storage is this one, or throws. */
function withStorage(storage: object | (() => never), work: () => void): void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {};
  const get = (typeof storage === 'function' ? storage : () => storage) as () => object;
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get });
  try {
    work();
  } finally {
    Object.defineProperty(globalThis, 'localStorage', own);
  }
}

beforeEach(() => {
  vi.restoreAllMocks();
  // biome-ignore lint/suspicious/noDocumentCookie: the login is such a cookie
  document.cookie = sessionCookie({
    token: 'a.b.c',
    record: { id: MARA, username: 'mara' } as never,
  }).replace(' Secure;', '');
  for (const { key } of Object.values(STORES)) elsewhere(key, null);
  forgetUnread();
});

describe.each(Object.entries(STORES))('%s', (_, kept) => {
  it('reads what the release before has stored, and writes it to the byte', () => {
    elsewhere(kept.key, kept.text);
    const value = kept.read();
    expect(value).not.toEqual(kept.empty);
    elsewhere(kept.key, null);
    expect(kept.read()).toEqual(kept.empty);
    kept.write(value as never);
    expect(localStorage.getItem(kept.key)).toBe(kept.text);
  });

  it('follows another tab, also to nothing', () => {
    elsewhere(kept.key, kept.text);
    const seen: unknown[] = [];
    const stop = kept.listen(() => seen.push(kept.read()));
    elsewhere(kept.key, null);
    elsewhere(kept.key, kept.other);
    stop();
    expect(seen).toEqual([kept.empty, kept.read()]);
    expect(kept.read()).not.toEqual(kept.empty);
  });

  it('lasts as long as the page where the browser refuses to store it', () => {
    elsewhere(kept.key, kept.text);
    const value = kept.read();
    elsewhere(kept.key, null);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    withStorage({ ...localStorage, getItem: () => null, setItem: refuses }, () => {
      kept.write(value as never);
      expect(kept.read()).toEqual(value);
      dispatchEvent(new Event('pageshow'));
      expect([kept.read(), kept.isStored()]).toEqual([value, false]);
    });
    expect(warned).toHaveBeenCalledOnce();
    expect(localStorage.getItem(kept.key)).toBeNull();
    kept.write(value as never);
    expect([localStorage.getItem(kept.key), kept.isStored()]).toEqual([kept.text, true]);
  });

  it('treats junk as nothing, and leaves it where it is until something is stored', () => {
    for (const junk of kept.junk) {
      elsewhere(kept.key, junk);
      dispatchEvent(new Event('pageshow'));
      expect(kept.read(), junk).toEqual(kept.empty);
      expect(localStorage.getItem(kept.key)).toBe(junk);
    }
  });
});

describe('a browser that forbids storage', () => {
  it('shows every page: each store is empty, and holds what is set', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    withStorage(refuses, () => {
      for (const { read, empty } of Object.values(STORES)) expect(read()).toEqual(empty);
      $slicer.set('orca');
      $reviewDrafts.setKey('u:p', { text: 'Crisp' });
      expect([fresh($slicer), isStored($slicer)]).toEqual(['orca', false]);
      expect(fresh($reviewDrafts)['u:p']).toEqual({ text: 'Crisp' });
    });
  });
});

describe('the first code of a page, which loads no store', () => {
  it('tells the stores what it has changed, by the name of its key', () => {
    expect([CART_CHANGED, THEME_CHANGED]).toEqual([changedHere(CART_KEY), changedHere(THEME_KEY)]);
    const heard = vi.fn();
    const stop = $cart.listen(heard);
    changeCart((cart) => ({ ...cart, coupons: [{ code: 'SPRING' }] }));
    expect($cart.get().coupons).toEqual([{ code: 'SPRING' }]);
    expect(heard).toHaveBeenCalledOnce();
    stop();
  });
});

describe('a store whose other tab is quicker than its event', () => {
  it('is asked afresh, and loses nothing of it', () => {
    const stop = $cart.listen(() => undefined);
    localStorage.setItem(CART_KEY, '{"products":[],"coupons":[{"code":"THEIRS"}]}');
    cart.addCode('OURS');
    expect(localStorage.getItem(CART_KEY)).toBe(
      '{"products":[],"coupons":[{"code":"THEIRS"},{"code":"OURS"}]}',
    );
    stop();
  });

  it('a tab with an older release takes nothing out of what a newer one has written', () => {
    const newer = '{"products":[],"coupons":[{"code":"SPRING","of":"a newer release"}]}';
    const stop = $cart.listen(() => undefined);
    elsewhere(CART_KEY, newer);
    dispatchEvent(new Event('pageshow'));
    expect($cart.get().coupons).toEqual([{ code: 'SPRING' }]);
    expect(localStorage.getItem(CART_KEY)).toBe(newer);
    stop();
  });

  it('lets whoever hears of a change set another store at once', () => {
    const stop = $cart.listen(() => $slicer.set('orca'));
    localStorage.setItem(CART_KEY, '{"products":[],"coupons":[{"code":"SPRING"}]}');
    dispatchEvent(new Event('pageshow'));
    expect(localStorage.getItem('slicer')).toBe('orca');
    stop();
  });
});
