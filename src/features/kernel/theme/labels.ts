import type { Theme } from '../../../domain/kernel/theme.ts';

/** "Dark mode" while the page is light, and the other way round. Not in theme.ts, which every visitor loads. */
export function toggleLabel(shown: Theme): string {
  return shown === 'dark' ? 'Light mode' : 'Dark mode';
}

/** What stands instead of the toggle on a page that forces a mode, whatever the visitor prefers. */
export function forcedLabel(forced: Theme): string {
  return `This page is always ${forced}`;
}
