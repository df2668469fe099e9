import { atom, onMount } from 'nanostores';
import type { Theme, ThemePreference } from '../../../domain/kernel/theme.ts';
import { changedHere } from '../storage/engine.ts';
import { persistentAtom } from '../storage/persistent.ts';
import { otherTheme, parsePreference, showPreference, THEME_KEY, themeOfPage } from './theme.ts';

/** The colour mode that the visitor chose in this browser. */
export const $preference = persistentAtom<ThemePreference>(THEME_KEY, 'system', {
  decode: parsePreference,
  encode: String,
});

export interface ThemeState {
  preference: ThemePreference;
  shown: Theme;
}

/** Preference and shown theme for islands. On the server: `system`, rendered light. */
export const $theme = atom<ThemeState>({ preference: 'system', shown: 'light' });

onMount($theme, () => {
  if (typeof window === 'undefined') return;
  const read = () => $theme.set({ preference: $preference.get(), shown: themeOfPage() });
  // Mounted first, so that it has read what changed before the theme is read from it.
  const stop = $preference.listen(read);
  read();
  addEventListener(changedHere(THEME_KEY), read);
  return () => {
    stop();
    removeEventListener(changedHere(THEME_KEY), read);
  };
});

/** Stores the preference and shows it at once, in every tab. */
export function preferTheme(preference: ThemePreference): void {
  $preference.set(preference);
  showPreference(preference);
}

/** Switches to the other theme and stores it as the preference. */
export function toggleTheme(): void {
  preferTheme(otherTheme(themeOfPage()));
}
