/**
 * Sets the theme on <html> before the first paint, so that nothing flashes. Runs inline in <head>; a string, because the
 * content security policy needs its hash at build time. Same logic as `shownTheme`. A browser without storage throws on
 * `localStorage`; the system's preference applies then.
 */
export const THEME_SCRIPT = `(function (root, choice) {
  try { choice = localStorage.theme } catch (refused) {}
  choice = root.dataset.forceTheme || choice;
  if (choice !== 'light' && choice !== 'dark')
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = choice;
})(document.documentElement);`;
