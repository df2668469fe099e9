import { THEME_PREFERENCES, type Theme, type ThemePreference } from '../../../domain/kernel/theme.ts';

/** Sent to the window whenever preference or shown theme may have changed. */
export const THEME_CHANGED = 'guildhall:theme';
const KEY = 'theme';

export interface ThemeState {
  /** What the visitor chose. */
  preference: ThemePreference;
  /** What is on the screen. */
  shown: Theme;
}

/** The preference out of whatever a browser kept. */
export function parsePreference(stored: unknown): ThemePreference {
  return THEME_PREFERENCES.find((known) => known === stored) ?? 'system';
}

/** The theme to show: the one a route forces, else the chosen one, else the system's. */
export function shownTheme(
  preference: ThemePreference,
  systemIsDark: boolean,
  forced: string | undefined,
): Theme {
  if (forced === 'light' || forced === 'dark') return forced;
  if (preference !== 'system') return preference;
  return systemIsDark ? 'dark' : 'light';
}

/** What this page shows, and why. Browser only. */
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
    console.warn('The browser keeps no preference.', refused);
    showTheme(shownTheme(preference, systemDark().matches, document.documentElement.dataset['forceTheme']));
    return;
  }
  refreshTheme();
}

/** The other of the two themes; what the toggle switches to and is named after. */
export function otherTheme(shown: Theme): Theme {
  return shown === 'dark' ? 'light' : 'dark';
}

/** "Dark mode" while the page is light, and the other way round. */
export function toggleLabel(shown: Theme): string {
  return shown === 'dark' ? 'Light mode' : 'Dark mode';
}

/** Switches to the other theme and stores it as the preference. */
export function toggleTheme(): void {
  preferTheme(otherTheme(document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'));
}

/**
 * Keeps the page's theme in step with the system, other tabs and pages brought back by the browser, and lets every
 * [data-theme-toggle] switch it.
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
