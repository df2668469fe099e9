import { BRAND } from '../../../domain/kernel/brand.ts';
import { FALLBACK_SETTINGS, type SettingReader } from '../../../domain/kernel/setting-group.ts';
import { paths } from '../../../paths.ts';
import { SITE_NAME } from './identity.ts';

type Locals = Partial<Pick<App.Locals, 'app'>>;

/** What operators have set, for a page: what holds without any setting where Astro renders without an app. */
export function settingsOf(locals: Locals): SettingReader {
  return locals.app?.site ?? FALLBACK_SETTINGS;
}

/** The site's name, for a page. */
export function siteNameOf(locals: Locals): string {
  return locals.app?.site.get(BRAND).name ?? SITE_NAME;
}

/**
 * The path of the picture that stands for the site where it is shared. The built-in one shows the built-in name; pages that are
 * built beforehand know no settings.
 */
export function sharePictureOf(locals: Locals): string {
  const { name, accentLight, logo } = settingsOf(locals).get(BRAND);
  const isOwn = name !== BRAND.fallback.name || accentLight !== '' || logo !== '';
  return isOwn && locals.app ? paths.sharePicture(locals.app.site.version(BRAND)) : '/og.png';
}
