import { THEME_PREFERENCES, type Theme, type ThemePreference } from '../../../domain/kernel/theme.ts';

export const THEME_KEY = 'theme';
/** The window event when the preference or the shown theme may have changed. */
export const THEME_CHANGED = 'guildhall:theme';

/** The preference from a stored value. */
export function parsePreference(stored: unknown): ThemePreference {
  return THEME_PREFERENCES.find((known) => known === stored) ?? 'system';
}

/** The theme to show: the one forced by the page, else the chosen one, else the system's. */
export function shownTheme(
  preference: ThemePreference,
  systemIsDark: boolean,
  forced: string | undefined,
): Theme {
  if (forced === 'light' || forced === 'dark') return forced;
  if (preference !== 'system') return preference;
  return systemIsDark ? 'dark' : 'light';
}

/** Shows the theme that follows from a preference, and says so to the window. Browser only. */
export function showPreference(preference: ThemePreference): void {
  const root = document.documentElement;
  root.dataset['theme'] = shownTheme(preference, systemDark().matches, root.dataset['forceTheme']);
  dispatchEvent(new Event(THEME_CHANGED));
}

/** The theme that the page shows. Browser only. */
export function themeOfPage(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** The other theme, which the toggle switches to. */
export function otherTheme(shown: Theme): Theme {
  return shown === 'dark' ? 'light' : 'dark';
}

/** Switches to the other theme and stores it as the preference. The first code of a page does it before any store is loaded. */
function toggleTheme(): void {
  const preference = otherTheme(themeOfPage());
  try {
    localStorage.setItem(THEME_KEY, preference);
  } catch (refused) {
    console.warn('The browser does not store the preference.', refused);
  }
  showPreference(preference);
}

/**
 * Keeps the theme in sync with the system, other tabs and pages restored by the browser, and handles every
 * [data-theme-toggle].
 */
export function followTheme(): void {
  systemDark().addEventListener('change', refreshTheme);
  addEventListener('storage', refreshTheme);
  addEventListener('pageshow', refreshTheme);
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-theme-toggle]')) toggleTheme();
  });
}

function refreshTheme(): void {
  let stored: unknown;
  try {
    stored = localStorage.getItem(THEME_KEY);
  } catch {
    // Without storage the system's preference applies.
  }
  showPreference(parsePreference(stored));
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
