/** The longest slug, in characters. */
export const SLUG_MAX = 60;

/**
 * The slug of a name: lower-case letters without accents, digits, and single dashes between words; "" where no character
 * fits, as with a name in another script.
 */
export function slugOf(name: string, max = SLUG_MAX): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-|-$/g, '');
}

export type SlugRefusal = 'slug-form' | 'slug-length' | 'slug-like-id';

export const SLUG_REFUSAL_TEXTS: Record<SlugRefusal, string> = {
  'slug-form': 'Use lower-case letters, digits and single dashes between them.',
  'slug-length': `Use between 2 and ${SLUG_MAX} characters.`,
  'slug-like-id': 'Fifteen letters and digits in a row could be mistaken for an id; add a dash.',
};

/** Why this is not a valid slug for a store, or null. */
export function slugRefusal(slug: string): SlugRefusal | null {
  if (slug.length < 2 || slug.length > SLUG_MAX) return 'slug-length';
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return 'slug-form';
  // Addresses accept an id as well as a slug; a slug must not look like another store's id.
  return /^[a-z0-9]{15}$/.test(slug) ? 'slug-like-id' : null;
}
