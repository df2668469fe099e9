/** How long the part of an address may be that is made from a name. */
export const SLUG_MAX = 60;

/**
 * The part of an address that a name leads to: small letters without accents, digits, and single dashes between words;
 * "" where nothing of the name fits, as with a name in another script.
 */
export function slugOf(name: string, max = SLUG_MAX): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '');
}

export type SlugRefusal = 'slug-form' | 'slug-length' | 'slug-like-id';

export const SLUG_REFUSAL_TEXTS: Record<SlugRefusal, string> = {
  'slug-form': 'Use small letters, digits and single dashes between them.',
  'slug-length': `Use between 2 and ${SLUG_MAX} characters.`,
  'slug-like-id': 'Fifteen letters and digits in a row could be mistaken for an id; add a dash.',
};

/** Why this cannot be the part of an address that stands for somebody's store, or null. */
export function slugRefusal(slug: string): SlugRefusal | null {
  if (slug.length < 2 || slug.length > SLUG_MAX) return 'slug-length';
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return 'slug-form';
  // Addresses take an id as well as a slug; an id of somebody else's must not be taken as a name.
  return /^[a-z0-9]{15}$/.test(slug) ? 'slug-like-id' : null;
}
