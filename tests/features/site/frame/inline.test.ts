import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCart } from '../../../../src/domain/commerce/cart.ts';
import { HEAD_SCRIPT, PAINT_SCRIPT } from '../../../../src/features/site/frame/inline.ts';

const NOW = 1_800_000_000_000;
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (exp: unknown) => `${base64url({ alg: 'HS256' })}.${base64url({ exp, x: '???>>>~~~' })}.sig`;
const login = (value: unknown) => `theme=x; pb_auth=${encodeURIComponent(JSON.stringify(value))}; other=1`;

/** The result of the script on a page with one badge, and one place each for name, address and picture. */
function painted(stored: { cart?: unknown; cookie?: string; counting?: string; navigator?: object }) {
  const badge = { textContent: '0' as unknown };
  const name = { textContent: '' as unknown };
  const email = { textContent: '' as unknown };
  const avatar = { src: '', hidden: true, dataset: { userAvatar: '/files/_id_/_file_?thumb=32x32' } };
  const dataset: Record<string, string> = {};
  const documentElement = { dataset };
  runInNewContext(HEAD_SCRIPT + PAINT_SCRIPT, {
    matchMedia: () => ({ matches: false }),
    addEventListener: () => undefined,
    localStorage: { cart: stored.cart, counting: stored.counting },
    navigator: stored.navigator ?? {},
    atob,
    decodeURIComponent,
    Date: { now: () => NOW },
    document: {
      cookie: stored.cookie ?? '',
      documentElement,
      querySelectorAll: (selector: string) =>
        ({
          '[data-cart-count]': [badge],
          '[data-user-name]': [name],
          '[data-user-email]': [email],
          '[data-user-avatar]': [avatar],
        })[selector] ?? [],
    },
  });
  return {
    count: badge.textContent,
    name: name.textContent,
    email: email.textContent,
    picture: avatar.hidden ? null : avatar.src,
    auth: dataset['auth'],
    counting: dataset['counting'],
  };
}

describe('the cart count', () => {
  it('is the number of products in the cart', () => {
    const product = fc.record({
      id: fc.stringMatching(/^[a-z0-9]{15}$/),
      name: fc.string({ minLength: 1 }),
      price: fc.nat(),
      mainImage: fc.string(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(product, { selector: ({ id }) => id }), (products) => {
        const cart = JSON.stringify({ products, coupons: [] });
        expect(painted({ cart }).count).toBe(parseCart(cart).products.length);
      }),
    );
  });

  it.each([undefined, '', '{', 'null', '7', '{"products":"many"}', '{"products":[null,{},{"id":7}]}'])(
    'is 0 if %j was stored',
    (cart) => {
      expect(painted({ cart }).count).toBe(0);
    },
  );

  it('never throws for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (cart, cookie) => {
        expect(painted({ cart, cookie: `pb_auth=${cookie}` }).auth).toBe('out');
      }),
    );
  });
});

describe('the session state', () => {
  it('is signed in with a valid token, and shows the name', () => {
    const cookie = login({ token: token(NOW / 1000 + 60), record: { username: 'mara' } });
    expect(painted({ cookie })).toMatchObject({ auth: 'in', name: 'mara' });
  });

  it('is painted with address and picture as well as the name', () => {
    const record = { id: 'abc', username: 'mara', email: 'mara@example.com', avatar: 'me & $&.webp' };
    const cookie = login({ token: token(NOW / 1000 + 60), record });
    expect(painted({ cookie })).toMatchObject({
      email: 'mara@example.com',
      picture: '/files/abc/me%20%26%20%24%26.webp?thumb=32x32',
    });
  });

  it('shows no picture of somebody who has none', () => {
    const record = { id: 'abc', username: 'mara', email: 'mara@example.com', avatar: '' };
    expect(painted({ cookie: login({ token: token(NOW / 1000 + 60), record }) }).picture).toBeNull();
  });

  it('is signed in without a record', () => {
    expect(painted({ cookie: login({ token: token(NOW / 1000 + 60) }) })).toMatchObject({
      auth: 'in',
      name: 'Account',
    });
  });

  it.each([
    ['no cookie', ''],
    ['an expired token', login({ token: token(NOW / 1000 - 1), record: { username: 'mara' } })],
    ['a token without an end', login({ token: token(undefined) })],
    ['a token that is none', login({ token: 'abc' })],
    ['a cookie that is no JSON', 'pb_auth=%7B'],
    ['a broken encoding', 'pb_auth=%E0%A4%A'],
    [
      'a cookie of nearly the same name',
      login({ token: token(NOW / 1000 + 60) }).replace('pb_auth', 'xpb_auth'),
    ],
  ])('is out with %s', (_, cookie) => {
    expect(painted({ cookie })).toMatchObject({ auth: 'out', name: '' });
  });
});

describe('the analytics consent', () => {
  it.each([
    ['is requested', {}, 'ask'],
    ['is given by the cookie', { cookie: 'a=b; counting=yes' }, 'yes'],
    ['is not given by another cookie', { cookie: 'discounting=yes' }, 'ask'],
    ['was declined', { counting: 'no' }, 'no'],
    [
      'is never requested under Global Privacy Control',
      { navigator: { globalPrivacyControl: true } },
      'never',
    ],
    ['is never requested under Do Not Track', { navigator: { doNotTrack: '1' } }, 'never'],
    ['is requested if Do Not Track is off', { navigator: { doNotTrack: '0' } }, 'ask'],
    [
      'is ignored under Global Privacy Control',
      { cookie: 'counting=yes', navigator: { doNotTrack: '1' } },
      'never',
    ],
  ])('%s', (_name, stored, counting) => {
    expect(painted(stored).counting).toBe(counting);
  });
});

describe('the head of a page', () => {
  it('knows who is signed in before the header is drawn', () => {
    const dataset: Record<string, string> = {};
    runInNewContext(HEAD_SCRIPT, {
      document: { cookie: login({ token: token(NOW / 1000 + 60) }), documentElement: { dataset } },
      matchMedia: () => ({ matches: false }),
      addEventListener: () => undefined,
      atob,
      decodeURIComponent,
      Date: { now: () => NOW },
    });
    expect(dataset['auth']).toBe('in');
  });
});

describe('a page that is left or resized while it fades in', () => {
  it('gives up its transition without an error', async () => {
    const listeners = new Map<string, (event: object) => void>();
    runInNewContext(HEAD_SCRIPT, {
      document: { cookie: '', documentElement: { dataset: {} } },
      matchMedia: () => ({ matches: false }),
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    });
    expect([...listeners.keys()]).toEqual(['pageswap', 'pagereveal']);
    for (const listener of listeners.values()) {
      const ready = Promise.reject(new DOMException('Transition was aborted', 'InvalidStateError'));
      listener({ viewTransition: { ready } });
      listener({ viewTransition: null });
    }
    // A rejection that nobody handles ends this test run.
    await new Promise((resolve) => setImmediate(resolve));
  });
});
