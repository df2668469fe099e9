import { THEME_PREFERENCES, type Theme, type ThemePreference } from '../../../domain/kernel/theme.ts';

/** The window event when the preference or the shown theme may have changed. */
export const THEME_CHANGED = 'guildhall:theme';
const KEY = 'theme';

export interface ThemeState {
  preference: ThemePreference;
  shown: Theme;
}

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

/** The current preference and theme. Browser only. */
export function readTheme(): ThemeState {
  const preference = parsePreference(stored());
  const forced = document.documentElement.dataset['forceTheme'];
  return { preference, shown: shownTheme(preference, systemDark().matches, forced) };
}

/** Stores the preference and shows it at once, in every tab. */
export function preferTheme(preference: ThemePreference): void {
  try {
    localStorage.setItem(KEY, preference);
  } catch (refused) {
    console.warn('The browser does not store the preference.', refused);
    showTheme(shownTheme(preference, systemDark().matches, document.documentElement.dataset['forceTheme']));
    return;
  }
  refreshTheme();
}

/** The other theme, which the toggle switches to. */
export function otherTheme(shown: Theme): Theme {
  return shown === 'dark' ? 'light' : 'dark';
}

/** Switches to the other theme and stores it as the preference. */
export function toggleTheme(): void {
  preferTheme(otherTheme(document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'));
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
  showTheme(readTheme().shown);
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  dispatchEvent(new Event(THEME_CHANGED));
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function stored(): unknown {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
