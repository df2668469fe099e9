import type { ProductState } from '../catalogue/product.ts';
import type { StoreState } from '../catalogue/store.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * An `active` group accepts new products and people; a `closed` one does not. Owners keep what they claimed either way,
 * and people invited before the group closed can still claim.
 */
export const ACCESS_GROUP_STATES = ['active', 'closed'] as const;
export type AccessGroupState = (typeof ACCESS_GROUP_STATES)[number];

export const PERSON_STATES = ['invited', 'claimed', 'removed'] as const;
export type AccessState = (typeof PERSON_STATES)[number];

/** States of an import: `checked` is validated and not started; `running` is being processed; `done` and `undone` are final. */
export const IMPORT_STATES = ['checked', 'running', 'done', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const PERSON_STATE_TEXTS: Record<AccessState, string> = {
  invited: 'Not claimed yet',
  claimed: 'Claimed',
  removed: 'Removed',
};

export const ACCESS_GROUP_LIMITS = {
  name: 80,
  /** Groups of one store. */
  groups: 200,
  /** Products of one group. */
  products: 200,
  /** People of one group, removed ones too. */
  people: 50_000,
} as const;

/** Products that a store delivers outside the shop, with counts of the people it invited. */
export interface AccessGroup {
  id: string;
  storeId: string;
  name: string;
  state: AccessGroupState;
  invited: number;
  claimed: number;
  removed: number;
  products: number;
  createdAt: Instant;
}

/** A person a group delivers to, identified by the address the seller knows. */
export interface GroupPerson {
  id: string;
  email: string;
  name: string;
  note: string;
  state: AccessState;
  claimedAt: Instant | null;
  /** When the last mail with a link was queued. */
  mailedAt: Instant | null;
  /** How many mails with a link were queued. */
  mails: number;
  addedAt: Instant;
}

export const GROUP_NAME_REFUSAL_TEXTS = {
  empty: 'Give the group a name. It also appears in the mails to its people.',
  'too-long': `The name may have at most ${ACCESS_GROUP_LIMITS.name} characters.`,
} as const;

/** Why a group cannot have this name, or null. */
export function groupNameRefusal(name: string): keyof typeof GROUP_NAME_REFUSAL_TEXTS | null {
  if (!/[^\p{C}\p{Z}]/u.test(name)) return 'empty';
  return [...name].length > ACCESS_GROUP_LIMITS.name ? 'too-long' : null;
}

export type GroupProductRefusal = 'suspended' | 'archived' | 'no-file' | 'closed';
export const GROUP_PRODUCT_REFUSAL_TEXTS: Record<GroupProductRefusal | 'too-many', string> = {
  suspended: 'This model is suspended by the marketplace, so it cannot be delivered.',
  archived: 'This model is archived.',
  'no-file': 'This model has no files yet. Upload them first.',
  closed: 'The group is closed. Reopen it to add models.',
  'too-many': `A group holds at most ${ACCESS_GROUP_LIMITS.products} models.`,
};

/** Why one of the store's products cannot be added to a group, or null. Drafts are allowed: groups exist to deliver them. */
export function groupProductRefusal(
  group: Pick<AccessGroup, 'state'>,
  product: { state: ProductState; files: number },
): GroupProductRefusal | null {
  if (group.state === 'closed') return 'closed';
  if (product.state === 'suspended') return 'suspended';
  if (product.state === 'archived') return 'archived';
  return product.files === 0 ? 'no-file' : null;
}

/** Minimum time between two mails to the same person, in ms. */
export const REMIND_AFTER_MS = 20 * 3_600_000;
/** Maximum number of mails with a link to one person: more would be spam. */
export const MAILS_PER_PERSON = 5;

export type RemindRefusal = 'claimed' | 'removed' | 'too-soon' | 'too-often' | 'store-suspended';
export const REMIND_REFUSAL_TEXTS: Record<RemindRefusal, string> = {
  claimed: 'This person has claimed it already.',
  removed: 'This person was removed. Add the address again first.',
  'too-soon': 'We e-mailed this person less than a day ago. Try again tomorrow.',
  'too-often': `We have e-mailed this person ${MAILS_PER_PERSON} times. Copy the link and send it yourself.`,
  'store-suspended': 'Your store is suspended, so no mails are sent for it.',
};

/** Why this person cannot be mailed another link now, or null. */
export function remindRefusal(
  person: Pick<GroupPerson, 'state' | 'mailedAt' | 'mails'>,
  store: StoreState,
  now: Instant,
): RemindRefusal | null {
  if (person.state !== 'invited') return person.state;
  if (store === 'suspended') return 'store-suspended';
  if (person.mails >= MAILS_PER_PERSON) return 'too-often';
  return person.mailedAt !== null && now - person.mailedAt < REMIND_AFTER_MS ? 'too-soon' : null;
}

/** Maximum number of links per person, mailed and copied. Each can claim, once. */
export const LINKS_PER_PERSON = 20;

export type ClaimRefusal = 'unknown' | 'taken' | 'removed' | 'yours' | 'not-now';
export const CLAIM_REFUSAL_TEXTS: Record<ClaimRefusal, string> = {
  unknown: 'This link is not valid. Check that it is complete.',
  taken: 'This link has been used already. It works once.',
  removed: 'The artist has withdrawn this link. Contact them if you think this is a mistake.',
  yours: 'Everything behind this link is already in your library. The link still works for another account.',
  'not-now': 'This store is suspended at the moment. Keep the link and try again later.',
};

/**
 * Why a link cannot be claimed, or null.
 * @param claimed state of the person the link was made for; `claimedHere` is whether the current user has already
 * claimed in the same group by another address. Null for an unknown link.
 */
export function claimRefusal(
  claimed: { state: AccessState; store: StoreState; claimedHere: boolean } | null,
): ClaimRefusal | null {
  if (!claimed) return 'unknown';
  if (claimed.state === 'removed') return 'removed';
  if (claimed.state === 'claimed') return 'taken';
  if (claimed.store === 'suspended') return 'not-now';
  return claimed.claimedHere ? 'yours' : null;
}
