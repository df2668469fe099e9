import type { ProductState } from '../catalogue/product.ts';
import type { StoreState } from '../catalogue/store.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * `active` takes new products and people; `closed` does not. What was claimed stays with its owners either way, and who
 * was invited before it was closed may still claim what is in it.
 */
export const ACCESS_GROUP_STATES = ['active', 'closed'] as const;
export type AccessGroupState = (typeof ACCESS_GROUP_STATES)[number];

export const PERSON_STATES = ['invited', 'claimed', 'removed'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** Of a list of people on its way in: `checked` was looked at and not begun; `running` is worked off; `done` and `undone` are over. */
export const IMPORT_STATES = ['checked', 'running', 'done', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const PERSON_STATE_TEXTS: Record<PersonState, string> = {
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

/** Products a store delivers outside the shop, and how far that has come. */
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

/** Somebody a group delivers to, by the address the seller knows. */
export interface GroupPerson {
  id: string;
  email: string;
  name: string;
  note: string;
  state: PersonState;
  claimedAt: Instant | null;
  /** When the last mail with a link was written, and how many were. */
  mailedAt: Instant | null;
  mails: number;
  addedAt: Instant;
}

export const GROUP_NAME_REFUSAL_TEXTS = {
  empty: 'Give the group a name; those who get its mails read it too.',
  'too-long': `The name may have at most ${ACCESS_GROUP_LIMITS.name} characters.`,
} as const;

/** Why a group cannot have this name, or null. */
export function groupNameRefusal(name: string): keyof typeof GROUP_NAME_REFUSAL_TEXTS | null {
  if (!/[^\p{C}\p{Z}]/u.test(name)) return 'empty';
  return [...name].length > ACCESS_GROUP_LIMITS.name ? 'too-long' : null;
}

export type GroupProductRefusal = 'suspended' | 'archived' | 'no-file' | 'closed';
export const GROUP_PRODUCT_REFUSAL_TEXTS: Record<GroupProductRefusal | 'too-many', string> = {
  suspended: 'The hall has suspended this model, so it cannot be given to anybody.',
  archived: 'This model is archived.',
  'no-file': 'This model has no files yet. Upload them first, then people get something.',
  closed: 'The group is closed. Open it again to put something in.',
  'too-many': `A group holds at most ${ACCESS_GROUP_LIMITS.products} models.`,
};

/** Why a product of the store's own cannot be put into a group, or null. Drafts may: that is what groups are for. */
export function groupProductRefusal(
  group: Pick<AccessGroup, 'state'>,
  product: { state: ProductState; files: number },
): GroupProductRefusal | null {
  if (group.state === 'closed') return 'closed';
  if (product.state === 'suspended') return 'suspended';
  if (product.state === 'archived') return 'archived';
  return product.files === 0 ? 'no-file' : null;
}

/** Between two mails to the same person, in ms. */
export const REMIND_AFTER_MS = 20 * 3_600_000;
/** Mails with a link to one person: more would be a nuisance to who does not want it. */
export const MAILS_A_PERSON = 5;

export type RemindRefusal = 'claimed' | 'removed' | 'too-soon' | 'too-often' | 'store-suspended';
export const REMIND_REFUSAL_TEXTS: Record<RemindRefusal, string> = {
  claimed: 'This person has claimed it already.',
  removed: 'This person was removed. Add the address again first.',
  'too-soon': 'We wrote to this person less than a day ago. Try again tomorrow.',
  'too-often': `We have written to this person ${MAILS_A_PERSON} times. Copy the link and send it yourself.`,
  'store-suspended': 'Your store is suspended, so no mails are sent for it.',
};

/** Why nobody is mailed a link again now, or null. */
export function remindRefusal(
  person: Pick<GroupPerson, 'state' | 'mailedAt' | 'mails'>,
  store: StoreState,
  now: Instant,
): RemindRefusal | null {
  if (person.state !== 'invited') return person.state;
  if (store === 'suspended') return 'store-suspended';
  if (person.mails >= MAILS_A_PERSON) return 'too-often';
  return person.mailedAt !== null && now - person.mailedAt < REMIND_AFTER_MS ? 'too-soon' : null;
}

/** Links one person may have at a time, mailed and copied: each opens the same door, once. */
export const LINKS_A_PERSON = 20;

export type ClaimRefusal = 'unknown' | 'taken' | 'removed' | 'yours' | 'not-now';
export const CLAIM_REFUSAL_TEXTS: Record<ClaimRefusal, string> = {
  unknown: 'This link leads nowhere. Check that it is complete.',
  taken: 'This link has been used already. It works once.',
  removed: 'The artist has withdrawn this link. Ask the artist about it.',
  yours: 'Everything behind this link is in your library already, so it stays good for somebody else.',
  'not-now': 'This store is closed by the hall for the moment. Keep the link and try again later.',
};

/**
 * Why this person cannot claim by a link, or null.
 * @param claimed what the link's person is, and whether whoever asks has claimed in the same group by another address.
 */
export function claimRefusal(
  claimed: { state: PersonState; store: StoreState; claimedHere: boolean } | null,
): ClaimRefusal | null {
  if (!claimed) return 'unknown';
  if (claimed.state === 'removed') return 'removed';
  if (claimed.state === 'claimed') return 'taken';
  if (claimed.store === 'suspended') return 'not-now';
  return claimed.claimedHere ? 'yours' : null;
}
