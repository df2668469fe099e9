import { SLUG_REFUSAL_TEXTS, slugRefusal } from '../kernel/slug.ts';
import type { Picture } from './product.ts';
import type { StarCounts } from './rating.ts';

export const STORE_STATES = ['draft', 'open', 'vacation', 'suspended', 'closed'] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** Where else a seller can be met. */
export const SOCIALS = { website: 'Website', youtube: 'YouTube', x: 'X', instagram: 'Instagram' } as const;
export type Social = keyof typeof SOCIALS;

export interface Store {
  id: string;
  ownerId: string;
  slug: string;
  name: string;
  tagline: string;
  /** Markdown, as the seller wrote it. */
  about: string;
  logo: string | null;
  banner: Picture | null;
  socials: Partial<Record<Social, string>>;
  /** What visitors read while the store is on vacation, such as when it is back; "" for nothing. */
  vacationNote: string;
  /** Every model of this store is for adults, whatever it says itself. */
  mature: boolean;
  /** Ids of products shown first, in this order. */
  featured: string[];
  state: StoreState;
  productCount: number;
  followers: number;
  openedAt: number | null;
  /** What owners give its models, all together. */
  stars: StarCounts;
  /** Photos of prints that owners show. */
  printCount: number;
}

/** What a seller writes about the store. */
export type StoreFront = Pick<
  Store,
  'name' | 'slug' | 'tagline' | 'about' | 'socials' | 'vacationNote' | 'mature' | 'featured'
>;

/** At most this many products stand first. */
export const FEATURED_MAX = 8;
/** How long each text may be, in characters. */
export const STORE_LIMITS = {
  name: 80,
  tagline: 160,
  about: 20_000,
  vacationNote: 300,
  bannerAlt: 300,
  social: 200,
} as const;

/** The sites that a social address may lead to; a website of one's own may lie anywhere. */
const SOCIAL_HOSTS: Record<Exclude<Social, 'website'>, RegExp> = {
  youtube: /^(www\.|m\.)?(youtube\.com|youtu\.be)$/,
  x: /^(www\.)?(x\.com|twitter\.com)$/,
  instagram: /^(www\.)?instagram\.com$/,
};

/** Why this cannot be a store's address elsewhere, as a sentence, or null. An empty one is no address and fine. */
export function socialRefusal(kind: Social, address: string): string | null {
  if (address === '') return null;
  const parts = /^https:\/\/([a-z0-9.-]+\.[a-z]{2,})(?:\/[^\s"'<>\\]*)?$/i.exec(address);
  if (!parts || address.length > STORE_LIMITS.social)
    return 'Enter a whole address that begins with https://';
  const host = (parts[1] ?? '').toLowerCase();
  if (kind === 'website' || SOCIAL_HOSTS[kind].test(host)) return null;
  return `This address does not lead to ${SOCIALS[kind]}.`;
}

/** What is wrong with what a seller wrote, a sentence a field; empty where all of it can be kept. */
export function storeFrontRefusals(
  front: Partial<StoreFront>,
): Partial<Record<keyof StoreFront | Social, string>> {
  const refusals: ReturnType<typeof storeFrontRefusals> = {};
  const tooLong = (field: 'tagline' | 'about' | 'vacationNote') => {
    const text = front[field];
    if (text !== undefined && text.length > STORE_LIMITS[field])
      refusals[field] = `Use at most ${STORE_LIMITS[field]} characters.`;
  };
  if (
    front.name !== undefined &&
    (front.name.trim().length < 2 || front.name.trim().length > STORE_LIMITS.name)
  )
    refusals.name = `Use between 2 and ${STORE_LIMITS.name} characters.`;
  if (front.slug !== undefined) {
    const refusal = slugRefusal(front.slug);
    if (refusal) refusals.slug = SLUG_REFUSAL_TEXTS[refusal];
  }
  tooLong('tagline');
  tooLong('about');
  tooLong('vacationNote');
  for (const kind of Object.keys(SOCIALS) as Social[]) {
    const refusal = socialRefusal(kind, front.socials?.[kind] ?? '');
    if (refusal) refusals[kind] = refusal;
  }
  if (
    front.featured &&
    (front.featured.length > FEATURED_MAX || new Set(front.featured).size < front.featured.length)
  )
    refusals.featured = `Choose at most ${FEATURED_MAX} different products.`;
  return refusals;
}

/** Where a seller may lead the store from each state; only the operator suspends and lifts a suspension. */
const STORE_MOVES: Record<StoreState, readonly StoreState[]> = {
  draft: ['open'],
  open: ['vacation', 'closed'],
  vacation: ['open', 'closed'],
  closed: ['open'],
  suspended: [],
};

export type StoreStateRefusal = 'suspended' | 'no-such-move';

export const STORE_STATE_REFUSAL_TEXTS: Record<StoreStateRefusal, string> = {
  suspended: 'The store is suspended; answer the case or write to support.',
  'no-such-move': 'The store cannot go there from where it is now; load the page anew.',
};

/** Why the seller cannot lead the store to this state, or null. */
export function storeStateRefusal(from: StoreState, to: StoreState): StoreStateRefusal | null {
  if (from === 'suspended') return 'suspended';
  return STORE_MOVES[from].includes(to) ? null : 'no-such-move';
}

/** A platform category; two levels deep. */
export interface Category {
  id: string;
  slug: string;
  name: string;
  description: string;
  children: Category[];
}

/** Whether the public may see the store and its products. A store on vacation stays readable. */
export function storeIsVisible(state: StoreState): boolean {
  return state === 'open' || state === 'vacation';
}

/** Whether the store takes orders now. */
export function storeSells(state: StoreState): boolean {
  return state === 'open';
}
