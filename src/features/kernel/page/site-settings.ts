import { FALLBACK_SETTINGS, type SettingReader } from '../../../domain/kernel/setting-group.ts';

/** What operators have set, for a page: what holds without any setting where Astro renders without an app. */
export function settingsOf(locals: Partial<Pick<App.Locals, 'app'>>): SettingReader {
  return locals.app?.site ?? FALLBACK_SETTINGS;
}
