import { atom, onMount } from 'nanostores';
import { readTheme, THEME_CHANGED, type ThemeState } from './theme.ts';

/** Preference and shown theme for islands. On the server: `system`, rendered light. */
export const $theme = atom<ThemeState>({ preference: 'system', shown: 'light' });

onMount($theme, () => {
  if (typeof window === 'undefined') return;
  const read = () => $theme.set(readTheme());
  read();
  addEventListener(THEME_CHANGED, read);
  return () => removeEventListener(THEME_CHANGED, read);
});

export { preferTheme, toggleTheme } from './theme.ts';
