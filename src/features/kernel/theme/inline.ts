/**
 * Sets the theme on <html> before the first paint, so that nothing flashes. Runs inline in <head>; a string, because
 * its hash must be known to the content security policy when the site is built. Says the same as `shownTheme`.
 * A browser that refuses to keep anything throws on `localStorage`: it has made no choice, so its own taste counts.
 */
export const THEME_SCRIPT = `(function (root, choice) {
  try { choice = localStorage.theme } catch (refused) {}
  choice = root.dataset.forceTheme || choice;
  if (choice !== 'light' && choice !== 'dark')
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = choice;
})(document.documentElement);`;
