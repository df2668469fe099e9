import { CART_KEY } from '../../commerce/cart/stored-cart.ts';
import { COUNTING_KEY } from '../../commerce/views/counting-key.ts';
import { THEME_SCRIPT } from '../../kernel/theme/inline.ts';

/**
 * A page may be left or resized while the browser still fades into it. The browser then gives the transition up, which
 * is fine, and reports it as an error of the page unless somebody waits for the transition.
 */
const TRANSITION_SCRIPT = `['pageswap', 'pagereveal'].forEach(function (name) {
  addEventListener(name, function (event) {
    // Given up, as above: the page is shown without fading.
    if (event.viewTransition) event.viewTransition.ready.catch(function () {});
  });
});`;

/**
 * The consent to fade into the next page. In the page itself, because a browser that looks for it before the stylesheet
 * has arrived gives the transition up, with an error that no script can catch.
 */
export const TRANSITION_STYLE =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/**
 * Sets <html data-auth="in|out"> by the login cookie, before the header is drawn, and leaves the login for the script
 * below it. It only affects the display: the server verifies the session with PocketBase.
 */
const LOGIN_SCRIPT = `(function (root, login) {
  try {
    login = JSON.parse(decodeURIComponent(/(?:^|; )pb_auth=([^;]+)/.exec(document.cookie)[1]));
    if (!(JSON.parse(atob(login.token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 > Date.now()))
      login = null;
  // No cookie, or one that is no login: the page is drawn for somebody signed out.
  } catch (unreadable) { login = null }
  root.login = login;
  root.dataset.auth = login ? 'in' : 'out';
})(document.documentElement);`;

/** Takes away the banner that this browser has closed, before it is drawn, and closes it. It runs right after the banner. */
const CLOSING_SCRIPT = `(function (bar, close) {
  // Without storage nothing says that it was closed: the banner stays.
  try { if (localStorage.banner === bar.dataset.banner) return bar.remove() } catch (unreadable) {}
  close = bar.querySelector('button');
  close.hidden = false;
  close.onclick = function () {
    bar.remove();
    // Without room in the storage it is closed on this page, and shown again on the next.
    try { localStorage.banner = bar.dataset.banner } catch (full) {}
  };
})(document.querySelector('[data-banner]'));`;

/** Scripts as one, without the indentation and the lines of comment that only their readers need. */
const inline = (...scripts: string[]) =>
  scripts
    .join('\n')
    .replace(/^ *\/\/.*\n/gm, '')
    .replace(/^ +/gm, '');

/** What runs after the operator's banner, where there is one. */
export const BANNER_SCRIPT = inline(CLOSING_SCRIPT);

/** What runs in <head>, before the first paint. The content security policy needs its hash at build time. */
export const HEAD_SCRIPT = inline(THEME_SCRIPT, LOGIN_SCRIPT, TRANSITION_SCRIPT);

/**
 * Adds visitor-specific state to a cached page: the number of products in the cart (every [data-cart-count]), the user's
 * name, address and picture where a [data-user-…] waits for them, and their analytics consent
 * (<html data-counting="ask|yes|no|never">; never if the browser sends a privacy signal). Runs inline after the header.
 */
export const PAINT_SCRIPT = inline(`(function (root, count, login) {
  try {
    count = JSON.parse(localStorage.${CART_KEY}).products.filter(function (product) {
      return /^[a-z0-9]{15}$/.test(product && product.id);
    }).length;
  // An unreadable cart counts as none, as it does on the cart's own page.
  } catch (unreadable) {}
  try {
    root.dataset.counting = navigator.globalPrivacyControl || navigator.doNotTrack == 1 ? 'never'
      : /(?:^|; )counting=yes/.test(document.cookie) ? 'yes' : localStorage.${COUNTING_KEY} || 'ask';
  // Without storage the answer could not be remembered: nobody is asked, and nothing is counted.
  } catch (unreadable) {}
  document.querySelectorAll('[data-cart-count]').forEach(function (badge) { badge.textContent = count });
  if (!(login = root.login)) return;
  login = login.record || {};
  [['name', login.username || 'Account'], ['email', login.email], ['avatar', login.avatar]].forEach(function (field) {
    if (field[1]) document.querySelectorAll('[data-user-' + field[0] + ']').forEach(function (place) {
      if (place.src === undefined) return place.textContent = field[1];
      place.src = (root.dataset.pbApiUrl || '') + place.dataset.userAvatar.replace('_id_', login.id).replace('_file_', encodeURIComponent(field[1]));
      place.hidden = false;
    });
  });
})(document.documentElement, 0);`);
