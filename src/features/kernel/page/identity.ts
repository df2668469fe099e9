/** The site's name and its external addresses. Public settings, read at build time. */
const setting = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;

export const SITE_NAME = setting(import.meta.env['PUBLIC_SITE_NAME'], 'Guildhall');

const given = (value: unknown): string | null => setting(value, '') || null;

/** "{page} | {site}", or the site's name where a page has no title. */
export function pageTitle(page: string | null | undefined, siteName: string): string {
  return page ? `${page} | ${siteName}` : siteName;
}

/** The site's name, in a browser: as the page that was loaded says it. */
export function siteNameOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || SITE_NAME;
}

/** A help desk of the operator's own; without one the footer leads to the site's own help pages. */
const help = given(import.meta.env['PUBLIC_HELP_URL'])?.replace(/\/$/, '');

/** The pages of that help desk; null without one. */
export const HELP_DESK =
  help === undefined
    ? null
    : {
        copyright: `${help}/copyright`,
        licensing: `${help}/product-licensing`,
        ticket: `${help}/new-ticket`,
        knowledge: `${help}/articles`,
      };

/** The operator's pages elsewhere; null where there is none. */
export const OPERATOR_SOCIALS = {
  youtube: given(import.meta.env['PUBLIC_YOUTUBE_URL']),
  x: given(import.meta.env['PUBLIC_X_URL']),
  instagram: given(import.meta.env['PUBLIC_INSTAGRAM_URL']),
} as const;
