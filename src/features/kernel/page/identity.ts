/** The site's name and its external addresses. Public settings, read at build time. */
const setting = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;

export const SITE_NAME = setting(import.meta.env['PUBLIC_SITE_NAME'], 'Guildhall');

const given = (value: unknown): string | null => setting(value, '') || null;

/**
 * Who runs this site and sells on it. Read when the site is built; without them the legal pages say that they are missing.
 */
export const OPERATOR = {
  /** The legal name of the person or company. */
  name: given(import.meta.env['PUBLIC_OPERATOR_NAME']),
  email: given(import.meta.env['PUBLIC_OPERATOR_EMAIL']),
} as const;

/** "{page} | {site}", or the site's name where a page has no title. */
export function pageTitle(page: string | null | undefined, siteName: string): string {
  return page ? `${page} | ${siteName}` : siteName;
}

/** The site's name, in a browser: as the page that was loaded says it. */
export function siteNameOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || SITE_NAME;
}

/**
 * Every external address that our pages link to. The operator sets PUBLIC_HELP_URL to their help desk and the three social
 * addresses to their own pages.
 */
const help = setting(import.meta.env['PUBLIC_HELP_URL'], 'https://help.guildhall.example').replace(/\/$/, '');

export const EXTERNAL = {
  copyright: `${help}/copyright`,
  licensing: `${help}/product-licensing`,
  ticket: `${help}/new-ticket`,
  knowledge: `${help}/articles`,
  youtube: setting(import.meta.env['PUBLIC_YOUTUBE_URL'], 'https://www.youtube.com/'),
  x: setting(import.meta.env['PUBLIC_X_URL'], 'https://x.com/'),
  instagram: setting(import.meta.env['PUBLIC_INSTAGRAM_URL'], 'https://www.instagram.com/'),
} as const;
