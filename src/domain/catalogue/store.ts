import { refusalsOf } from '../kernel/fields/field-table.ts';
import { isReservedName, RESERVED_NAME_TEXT } from '../kernel/look-alike.ts';
import { markdownRefusal } from '../kernel/markdown-text.ts';
import { SLUG_REFUSAL_TEXTS, slugRefusal } from '../kernel/slug.ts';
import type { Picture } from './product.ts';
import type { StarCounts } from './rating.ts';
import { SELLER_STATUS_MISSING, type SellerStatus } from './seller-status.ts';
import { STORE_FIELDS, type StorePlain } from './store-fields.ts';

export const STORE_STATES = ['draft', 'open', 'vacation', 'suspended', 'closed'] as const;
export type StoreState = (typeof STORE_STATES)[number];
/** What the desk calls each state. */
export const STORE_STATE_TEXTS: Record<StoreState, string> = {
  draft: 'Not open yet',
  open: 'Open',
  vacation: 'On vacation',
  suspended: 'Suspended',
  closed: 'Closed',
};

/** A store's links to other sites. */
export const SOCIALS = { website: 'Website', youtube: 'YouTube', x: 'X', instagram: 'Instagram' } as const;
export type Social = keyof typeof SOCIALS;

/** Backgrounds of the pictures that sellers render from a model. */
export const BACKDROPS = {
  slate: { name: 'Slate', colour: '#66707c' },
  paper: { name: 'Paper', colour: '#bcb4a8' },
  leather: { name: 'Leather', colour: '#6a5443' },
  night: { name: 'Night', colour: '#24282f' },
} as const;

export type BackdropName = keyof typeof BACKDROPS;
/** A backdrop of ours by its name, or the seller's own colour as #rrggbb. */
export type Backdrop = BackdropName | `#${string}`;

export const BACKDROP_REFUSAL_TEXT = 'Choose one of the backdrops, or a colour such as #7a5aa0.';

const isNamed = (text: string): text is BackdropName => Object.hasOwn(BACKDROPS, text);

export function isBackdrop(text: string): text is Backdrop {
  return isNamed(text) || /^#[0-9a-f]{6}$/.test(text);
}

/** The colour of a backdrop as #rrggbb. */
export function backdropColour(backdrop: Backdrop): string {
  return isNamed(backdrop) ? BACKDROPS[backdrop].colour : backdrop;
}

export interface Store extends StorePlain {
  id: string;
  ownerId: string;
  slug: string;
  name: string;
  /** Markdown, as the seller wrote it. */
  about: string;
  logo: string | null;
  banner: Picture | null;
  socials: Partial<Record<Social, string>>;
  /** The background with which the studio begins each picture of a model; "" where the seller chose none for the store. */
  backdrop: Backdrop | '';
  /** Ids of featured products, in this order. */
  featured: string[];
  state: StoreState;
  productCount: number;
  followers: number;
  openedAt: number | null;
  /** Ratings of all its models by owners. */
  stars: StarCounts;
  /** Photos of prints that owners published. */
  printCount: number;
  /** What the seller declared; null where they have not been asked yet. */
  sellerStatus: SellerStatus | null;
  /** Since when the marketplace's staff vouch that they checked the seller's identity; null where they do not. */
  verifiedAt: number | null;
}

/** A store as its seller works with it: without what visitors count up, which changes all the time. */
export type OwnStore = Omit<Store, 'followers' | 'stars' | 'printCount'>;

/** The fields of a store that its seller edits. */
export type StoreFront = Pick<
  Store,
  keyof StorePlain | 'name' | 'slug' | 'about' | 'socials' | 'featured'
> & { backdrop: string };

/** The most featured products. */
export const FEATURED_MAX = 8;
/** Limits in characters. */
export const STORE_LIMITS = {
  name: 80,
  about: 20_000,
  bannerAlt: 300,
  social: 200,
} as const;

/** The allowed hosts of social links; the website may have any host. */
const SOCIAL_HOSTS: Record<Exclude<Social, 'website'>, RegExp> = {
  youtube: /^(www\.|m\.)?(youtube\.com|youtu\.be)$/,
  x: /^(www\.)?(x\.com|twitter\.com)$/,
  instagram: /^(www\.)?instagram\.com$/,
};

/** Why this social link is not allowed, as a sentence, or null. An empty link is allowed. */
export function socialRefusal(kind: Social, address: string): string | null {
  if (address === '') return null;
  const parts = /^https:\/\/([a-z0-9.-]+\.[a-z]{2,})(?:\/[^\s"'<>\\]*)?$/i.exec(address);
  if (!parts || address.length > STORE_LIMITS.social) return 'Enter a full address that starts with https://';
  const host = (parts[1] ?? '').toLowerCase();
  if (kind === 'website' || SOCIAL_HOSTS[kind].test(host)) return null;
  return `This address does not lead to ${SOCIALS[kind]}.`;
}

/** Validation errors by field; empty if the change can be saved. */
export function storeFrontRefusals(
  front: Partial<StoreFront>,
): Partial<Record<keyof StoreFront | Social, string>> {
  const refusals: ReturnType<typeof storeFrontRefusals> = refusalsOf(STORE_FIELDS, front);
  if (
    front.name !== undefined &&
    (front.name.trim().length < 2 || front.name.trim().length > STORE_LIMITS.name)
  )
    refusals.name = `Use between 2 and ${STORE_LIMITS.name} characters.`;
  else if (front.name !== undefined && isReservedName(front.name)) refusals.name = RESERVED_NAME_TEXT;
  if (front.slug !== undefined) {
    const refusal = slugRefusal(front.slug);
    if (refusal) refusals.slug = SLUG_REFUSAL_TEXTS[refusal];
  }
  const about = markdownRefusal(front.about ?? '', STORE_LIMITS.about);
  if (about) refusals.about = about;
  for (const kind of Object.keys(SOCIALS) as Social[]) {
    const refusal = socialRefusal(kind, front.socials?.[kind] ?? '');
    if (refusal) refusals[kind] = refusal;
  }
  if (
    front.featured &&
    (front.featured.length > FEATURED_MAX || new Set(front.featured).size < front.featured.length)
  )
    refusals.featured = `Choose at most ${FEATURED_MAX} different products.`;
  if (front.backdrop && !isBackdrop(front.backdrop)) refusals.backdrop = BACKDROP_REFUSAL_TEXT;
  return refusals;
}

/** The states a seller can change to from each state; only the operator suspends and lifts a suspension. */
export const STORE_TRANSITIONS: Record<StoreState, readonly StoreState[]> = {
  draft: ['open'],
  open: ['vacation', 'closed'],
  vacation: ['open', 'closed'],
  closed: ['open'],
  suspended: [],
};

export type StoreStateRefusal = 'suspended' | 'no-such-move' | 'status-missing' | 'guild-running';

export const STORE_STATE_REFUSAL_TEXTS: Record<StoreStateRefusal, string> = {
  suspended: 'The store is suspended; answer the case or write to support.',
  'no-such-move': 'The store has changed since you loaded this page. Reload the page.',
  'status-missing': SELLER_STATUS_MISSING,
  'guild-running': 'Close or pause your guild first, so that its members know where they stand.',
};

/**
 * Why the seller cannot change the store to this state, or null. A store that opens for the first time needs the seller's
 * declaration whether they are a trader; one whose guild runs cannot close.
 * @param guildRuns whether the store has a guild that is neither paused nor closed by its seller
 */
export function storeStateRefusal(
  { state: from, sellerStatus }: Pick<Store, 'state' | 'sellerStatus'>,
  to: StoreState,
  guildRuns = false,
): StoreStateRefusal | null {
  if (from === 'suspended') return 'suspended';
  if (!STORE_TRANSITIONS[from].includes(to)) return 'no-such-move';
  if (from === 'draft' && sellerStatus === null) return 'status-missing';
  return to === 'closed' && guildRuns ? 'guild-running' : null;
}

/** A category of the marketplace; two levels deep. */
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
