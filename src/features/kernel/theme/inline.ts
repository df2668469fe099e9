import { THEME_KEY } from './theme.ts';

/**
 * Sets the theme on <html> before the first paint, so that nothing flashes. Runs inline in <head>; a string, because the
 * content security policy needs its hash at build time. Same logic as `shownTheme`. Lines of comment are not sent.
 */
export const THEME_SCRIPT = `(function (root, choice) {
  // A browser without storage throws: the system's preference applies.
  try { choice = localStorage.${THEME_KEY} } catch (refused) {}
  choice = root.dataset.forceTheme || choice;
  if (choice !== 'light' && choice !== 'dark')
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = choice;
})(document.documentElement);`;
