import { cleanLine } from './clean-text.ts';
import { type Colour, colourOf, colourText, contrast, mixed, nearestReadable } from './contrast.ts';
import { readFields, type SettingGroup } from './setting-group.ts';
import type { Theme } from './theme.ts';

/** What makes the site the operator's own. */
export interface Brand {
  name: string;
  /** The colour of links and buttons in each theme, as "#1d6f63"; "" for the built-in one. */
  accentLight: string;
  accentDark: string;
  /** A WebP in base64 that stands in place of the drawn sign; "" for none. */
  logo: string;
  /** Its width in hundredths of its height. */
  logoRatio: number;
}

export const SITE_NAME_MAX = 40;
/** The most characters of a logo in base64: 60 kB. */
const LOGO_MAX = 80_000;
/** A wider logo would leave no room in the header of a phone. */
export const LOGO_RATIO_MAX = 500;

export const BRAND: SettingGroup<Brand> = {
  name: 'brand',
  fallback: { name: 'Guildhall', accentLight: '', accentDark: '', logo: '', logoRatio: 100 },
  check(value) {
    const fields = readFields(value);
    const name = fields.text('name', BRAND.fallback.name, SITE_NAME_MAX, cleanLine);
    if (name === '') fields.refuse('name', 'The site needs a name.');
    const accent = (field: 'accentLight' | 'accentDark', theme: Theme) => {
      const colour = fields.text(field, '', 7, (text) => text.trim().toLowerCase());
      const refusal = colour === '' ? null : accentRefusal(colour, theme);
      if (refusal) fields.refuse(field, refusal);
      return colour;
    };
    const accentLight = accent('accentLight', 'light');
    const accentDark = accent('accentDark', 'dark');
    const logo = fields.text('logo', '', LOGO_MAX, (text) => text);
    // RIFF in base64: what the site itself has encoded.
    if (logo !== '' && !/^UklGR[A-Za-z0-9+/]+=*$/.test(logo)) fields.refuse('logo', 'Upload the logo again.');
    const logoRatio = fields.wholeNumber('logoRatio', 100, 10, LOGO_RATIO_MAX, 'Upload the logo again.');
    return fields.checked({ name, accentLight, accentDark, logo, logoRatio });
  },
};

/** What text in the accent colour stands on, and what stands on the accent colour. As in `ui/theme.css`. */
export const SURFACES: Record<Theme, readonly string[]> = {
  light: ['#f6f2ea', '#efe9dd', '#fffdf8'],
  dark: ['#14161a', '#1a1d22', '#1f2329'],
};
const ON_ACCENT = ['#fffdf8', '#0d1413'].map((text) => colourOf(text) as Colour);
const END: Record<Theme, Colour> = { light: [0, 0, 0], dark: [255, 255, 255] };
/** How much darker, or lighter in the dark theme, the accent is under a pointer. */
const HOVER_SHARE = 0.25;

const surfacesOf = (theme: Theme) => SURFACES[theme].map((text) => colourOf(text) as Colour);

/** The nearest colour that can be read as a link in this theme; null for what is no colour. */
export function readableAccent(accent: string, theme: Theme): string | null {
  const colour = colourOf(accent);
  return colour && colourText(nearestReadable(colour, surfacesOf(theme)));
}

/** Why a colour cannot be the accent of a theme, with the nearest one that can; or null. */
export function accentRefusal(accent: string, theme: Theme): string | null {
  const readable = readableAccent(accent, theme);
  if (readable === null) return 'Write the colour as # and six digits, such as #1d6f63.';
  return readable === accent
    ? null
    : `Too little contrast to read links in the ${theme} theme. The nearest colour that works is ${readable}.`;
}

/** The colours that follow from an accent: under a pointer, and of text on it. */
export function accentColours(accent: string, theme: Theme): { accent: string; hover: string; on: string } {
  const colour = colourOf(accent) ?? END[theme];
  const [light, dark] = ON_ACCENT as [Colour, Colour];
  const on = contrast(colour, light) >= contrast(colour, dark) ? light : dark;
  return { accent, hover: colourText(mixed(colour, END[theme], HOVER_SHARE)), on: colourText(on) };
}

/** The rules that put the accent colours in place of the built-in ones; "" where none is set. */
export function accentStyle({ accentLight, accentDark }: Pick<Brand, 'accentLight' | 'accentDark'>): string {
  const properties = (accent: string, theme: Theme) => {
    const colours = accentColours(accent, theme);
    return `--verdigris:${colours.accent};--verdigris-2:${colours.hover};--on-verdigris:${colours.on}`;
  };
  // A style in the page beats the layers of the stylesheet: what is set for one theme is not seen in the other.
  const light =
    accentLight === ''
      ? ''
      : `@media print{:root{${properties(accentLight, 'light')}}}` +
        `:root[data-theme=light]{${properties(accentLight, 'light')}}` +
        `@media (prefers-color-scheme:light){:root:not([data-theme]){${properties(accentLight, 'light')}}}`;
  const dark =
    accentDark === ''
      ? ''
      : `@media screen{:root[data-theme=dark]{${properties(accentDark, 'dark')}}}` +
        `@media screen and (prefers-color-scheme:dark){:root:not([data-theme]){${properties(accentDark, 'dark')}}}`;
  return light + dark;
}
