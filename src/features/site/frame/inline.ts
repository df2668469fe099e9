/**
 * Paints what a cached page cannot know: how many products the cart holds (into every [data-cart-count]), and whether
 * somebody is signed in (<html data-auth="in|out">, the name into every [data-user-name]), and whether he agreed to be
 * counted (<html data-counting="ask|yes|no|never">, never where his browser asks for privacy). Runs inline right behind
 * the header. What it reads is only for the eye: the server asks PocketBase who is there. A string, because its hash
 * must be known to the content security policy when the site is built.
 *
 * Each `catch` leaves what stood before, on purpose: a cart or login that cannot be read counts as none, and a browser that
 * keeps nothing is not asked to be counted.
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
