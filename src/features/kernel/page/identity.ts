/** The site's name and its external addresses. Public settings, read at build time. */
const setting = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;

export const SITE_NAME = setting(import.meta.env['PUBLIC_SITE_NAME'], 'Guildhall');

/** "{page} | {site}", or the site's name where a page has no title. */
export function pageTitle(page?: string | null): string {
  return page ? `${page} | ${SITE_NAME}` : SITE_NAME;
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
