/**
 * Adds visitor-specific state to a cached page: the number of products in the cart (every [data-cart-count]), whether a
 * user is signed in (<html data-auth="in|out">, the name into every [data-user-name]), and their analytics consent
 * (<html data-counting="ask|yes|no|never">; never if the browser sends a privacy signal). Runs inline after the header.
 * It only affects the display: the server verifies the session with PocketBase. A string, because the content security
 * policy needs its hash at build time.
 *
 * Each `catch` is deliberately empty: an unreadable cart or login counts as none, and a browser without storage is not
 * asked for consent.
 */
export const PAINT_SCRIPT = `(function (root, count, login) {
  try {
    count = JSON.parse(localStorage.cart).products.filter(function (product) {
      return /^[a-z0-9]{15}$/.test(product && product.id);
    }).length;
  } catch (unreadable) {}
  try {
    login = JSON.parse(decodeURIComponent(/(?:^|; )pb_auth=([^;]+)/.exec(document.cookie)[1]));
    if (!(JSON.parse(atob(login.token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 > Date.now()))
      login = null;
  } catch (unreadable) { login = null }
  try {
    root.dataset.counting = navigator.globalPrivacyControl || navigator.doNotTrack == 1 ? 'never'
      : /(?:^|; )counting=yes/.test(document.cookie) ? 'yes' : localStorage.counting || 'ask';
  } catch (unreadable) {}
  root.dataset.auth = login ? 'in' : 'out';
  document.querySelectorAll('[data-cart-count]').forEach(function (badge) { badge.textContent = count });
  if (login) document.querySelectorAll('[data-user-name]').forEach(function (name) {
    name.textContent = (login.record || {}).username || 'Account';
  });
})(document.documentElement, 0);`;
