/**
 * People who work for a store without owning it. The owner gives them roles; each role allows some actions. What stands in
 * no list here is the owner's alone, such as the payout account, the store's address, its staff and its plan.
 */
export const STAFF_ROLES = ['upload', 'support', 'money'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_ROLE_TEXTS: Record<StaffRole, { name: string; may: string }> = {
  upload: {
    name: 'Upload',
    may: 'Models with their pictures and files, categories, releases and posts. No prices.',
  },
  support: { name: 'Support', may: 'Messages, questions, reviews and comments. No refunds.' },
  money: {
    name: 'Money',
    may: 'Sales, refunds, payouts to look at, prices, coupons, bundles and sale weeks.',
  },
};

export const STAFF_LIMITS = { ofStore: 20, username: 60 } as const;

interface ActionRule {
  roles: readonly StaffRole[];
  /** What the store's log says of it; null for what only reads. */
  deed: string | null;
}
const reads = (...roles: StaffRole[]): ActionRule => ({ roles, deed: null });
const does = (deed: string, ...roles: StaffRole[]): ActionRule => ({ roles, deed });

/** What staff may do, by the name of the action. */
export const STAFF_ACTIONS: Readonly<Record<string, ActionRule>> = {
  'products.list': reads('upload', 'money'),
  'products.one': reads('upload', 'money'),
  'products.choices': reads('upload', 'money'),
  'productChoices.list': reads('upload', 'money'),
  'products.create': does('Created a model', 'upload'),
  'products.change': does('Changed a model', 'upload', 'money'),
  'products.addPicture': does('Added a picture to a model', 'upload'),
  'products.setVideo': does('Set the video of a model', 'upload'),
  'products.removeVideo': does('Removed the video of a model', 'upload'),
  'products.arrangePictures': does('Arranged the pictures of a model', 'upload'),
  'products.takeFiles': does('Added files to a model', 'upload'),
  'products.arrangeFiles': does('Arranged the files of a model', 'upload'),
  'products.takeOutFile': does('Removed a file of a model', 'upload'),
  'products.move': does('Published, hid or archived a model', 'upload'),
  'productsInBulk.table': reads('upload', 'money'),
  'productsInBulk.change': does('Changed several models', 'upload', 'money'),
  'productsInBulk.putBack': does('Undid a change of several models', 'upload', 'money'),
  'preOrders.deliver': does('Delivered a pre-order', 'upload'),
  'shelves.mine': reads('upload'),
  'shelves.one': reads('upload'),
  'shelves.add': does('Added a category', 'upload'),
  'shelves.change': does('Changed a category', 'upload'),
  'shelves.order': does('Arranged the categories', 'upload'),
  'shelves.remove': does('Removed a category', 'upload'),
  'posts.mine': reads('upload', 'support'),
  'posts.open': reads('upload'),
  'posts.start': does('Began a post', 'upload'),
  'posts.save': does('Changed a post', 'upload'),
  'posts.publish': does('Published a post', 'upload'),
  'posts.remove': does('Deleted or restored a post', 'upload'),
  'posts.removeFile': does('Removed a file of a post', 'upload'),
  'posts.comments': reads('support'),
  'releases.mine': reads('upload'),
  'releases.one': reads('upload'),
  'releases.progress': reads('upload'),
  'releases.audience': reads('upload'),
  'releases.add': does('Added a release', 'upload'),
  'releases.change': does('Changed a release', 'upload'),
  'releases.cover': does('Set the picture of a release', 'upload'),
  'releases.publish': does('Published a release', 'upload'),
  'releases.move': does('Scheduled, archived or took back a release', 'upload'),
  'releases.remove': does('Deleted a release', 'upload'),

  'conversations.list': reads('support'),
  'conversations.unread': reads('support'),
  'conversations.one': reads('support'),
  'conversations.read': reads('support'),
  'conversations.typing': reads('support'),
  'conversations.start': does('Wrote to a buyer', 'support'),
  'conversations.send': does('Answered a message', 'support'),
  'conversations.block': does('Blocked somebody', 'support'),
  'conversations.unblock': does('Unblocked somebody', 'support'),
  'conversations.leave': does('Left a conversation', 'support'),
  'conversations.savedReplies': reads('support'),
  'conversations.keepReply': does('Saved a reply', 'support'),
  'conversations.removeReply': does('Removed a saved reply', 'support'),
  'questions.ofStore': reads('support'),
  'questions.answer': does('Answered a question', 'support'),
  'questions.hide': does('Hid a question', 'support'),
  'questions.show': does('Showed a question', 'support'),
  'reviews.ofMyStore': reads('support'),
  'reviews.answer': does('Answered a review', 'support'),
  'reviews.removeAnswer': does('Removed an answer to a review', 'support'),

  'sales.mine': reads('money'),
  'sales.figures': reads('money'),
  'sales.csv': reads('money'),
  'sales.choices': reads('money'),
  'sales.refund': does('Refunded a sale', 'money'),
  'payouts.mine': reads('money'),
  'payouts.lines': reads('money'),
  'origins.figures': reads('money'),
  'origins.csv': reads('money'),
  'coupons.mine': reads('money'),
  'coupons.one': reads('money'),
  'coupons.add': does('Added a coupon', 'money'),
  'coupons.change': does('Changed a coupon', 'money'),
  'coupons.switch': does('Switched a coupon on or off', 'money'),
  'productBundles.mine': reads('money'),
  'productBundles.save': does('Saved a bundle', 'money'),
  'productBundles.remove': does('Removed a bundle', 'money'),
  'saleWeeks.mine': reads('money'),
  'saleWeeks.join': does('Joined a sale week', 'money'),
  'saleWeeks.leave': does('Left a sale week', 'money'),
};

export type StaffRefusal = 'owner-only' | 'other-role' | 'no-prices' | 'only-prices';

export const STAFF_REFUSAL_TEXTS: Record<StaffRefusal, string> = {
  'owner-only': 'Only the owner of the store can do this. Switch to your own store, or ask them.',
  'other-role': 'Your role in this store does not allow this. Ask its owner.',
  'no-prices': 'Your role in this store does not allow changing prices. Ask its owner.',
  'only-prices': 'Your role in this store allows changing prices and sales only. Ask its owner.',
};

/** Why somebody with these roles may not do this, or null. @param action its name, such as "products.change" */
export function staffRefusal(roles: readonly StaffRole[], action: string): StaffRefusal | null {
  const rule = Object.hasOwn(STAFF_ACTIONS, action) ? STAFF_ACTIONS[action] : undefined;
  if (!rule) return 'owner-only';
  return rule.roles.some((role) => roles.includes(role)) ? null : 'other-role';
}

/** The fields of a model that need the role "money". */
const PRICE_FIELDS = new Set(['priceCents', 'free', 'openPrice', 'sale']);

/** Why somebody with these roles may not change these fields of a model, or null. */
export function staffFieldRefusal(
  roles: readonly StaffRole[],
  fields: readonly string[],
): StaffRefusal | null {
  if (!roles.includes('money') && fields.some((field) => PRICE_FIELDS.has(field))) return 'no-prices';
  if (!roles.includes('upload') && fields.some((field) => !PRICE_FIELDS.has(field))) return 'only-prices';
  return null;
}

/** Which roles a page of the account is for; the rest of a store's pages is its owner's. */
export const STAFF_PAGES: Readonly<Record<string, readonly StaffRole[]>> = {
  'product-list': ['upload', 'money'],
  product: ['upload', 'money'],
  'categories-list': ['upload'],
  category: ['upload'],
  'guild/releases': ['upload'],
  posts: ['upload', 'support'],
  questions: ['support'],
  reviews: ['support'],
  sales: ['money'],
  origins: ['money'],
  payouts: ['money'],
  'coupon-list': ['money'],
  coupon: ['money'],
  'bundle-list': ['money'],
  'sale-week': ['money'],
};

/** Whether somebody may open a page of the store. @param roles theirs; null for its owner */
export function mayOpen(roles: readonly StaffRole[] | null, page: string): boolean {
  return roles === null || (STAFF_PAGES[page] ?? []).some((role) => roles.includes(role));
}

/** Somebody who works for a store, or was asked to. */
export interface StaffMember {
  id: string;
  username: string;
  roles: StaffRole[];
  /** Whether they have agreed. */
  agreed: boolean;
}

/** A store that a person works for, or is asked to. */
export interface StaffJob {
  id: string;
  store: { id: string; slug: string; name: string };
  roles: StaffRole[];
  agreed: boolean;
}

/** What somebody of the staff did. */
export interface StaffDeed {
  id: string;
  /** Who; their name as it was then. */
  username: string;
  deed: string;
  /** When, in ms. */
  at: number;
}

/** Why nobody can be asked with this, by field; empty where they can. */
export function staffDraftRefusals(draft: { username: string; roles: readonly string[] }): {
  username?: string;
  roles?: string;
} {
  const refusals: ReturnType<typeof staffDraftRefusals> = {};
  if (draft.username.trim() === '') refusals.username = 'Enter their username.';
  if (draft.roles.length === 0) refusals.roles = 'Choose at least one role.';
  return refusals;
}
