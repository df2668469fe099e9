/**
 * What the browser tests check with axe. The tests take their list from here, so the accessibility statement cannot promise
 * more than they do.
 */

/** Public pages, visited at every width below. */
export const CHECKED_PAGES = [
  ...([
    'home',
    'join',
    'login',
    'signup',
    'terms',
    'privacy',
    'imprint',
    'withdraw',
    'cancel membership',
    'licensing',
    'help',
    'help search',
  ] as const),
  ...([
    'help page',
    'accessibility',
    'search',
    'categories',
    'artists',
    'guilds',
    'empty search',
    'cart',
    'my printers',
  ] as const),
  ...(['product', 'payment success', 'subscription success', 'store', 'store products'] as const),
  ...(['store categories', 'store guild', 'store posts'] as const),
] as const;
export type CheckedPage = (typeof CHECKED_PAGES)[number];

/** Widths in CSS pixels, and the themes in which each is checked; without any, only that nothing overflows. */
export const CHECKED_WIDTHS = [
  { width: 320, themes: ['light', 'dark'] },
  { width: 768, themes: [] },
  { width: 1280, themes: ['light'] },
] as const;

/** What stories of signed-in people check besides, by the file of the test under `e2e/`. */
export const CHECKED_STORIES: Readonly<Record<string, string>> = {
  'buyer/account-look.spec.ts': 'the pages of a buyer’s and of a seller’s account',
  'buyer/account-search.spec.ts': 'the search of the account, on a desktop and at a width of 390 px',
  'buyer/poll.spec.ts': 'a vote of a guild’s members',
  'buyer/guild.spec.ts': 'the page before a free trial of a guild',
  'buyer/messages.spec.ts': 'conversations, for buyers and sellers',
  'operator/desk-look.spec.ts': 'every page of the operator desk, at a width of 320 px',
  'operator/model-copies.spec.ts': 'two models side by side at the operator desk, at a width of 320 px',
  'visitor/words.spec.ts': 'searches whose words are filters, and an empty one',
  'operator/searches.spec.ts': 'a rule of searches at the operator desk, in its dialog',
  'operator/second-factor.spec.ts': 'setting up and entering the second factor at the operator desk',
  'seller/studio.spec.ts': 'the editor of products',
  'seller/product-list.spec.ts': 'the list of products, with its dialogs and the import',
  'seller/coupons.spec.ts': 'coupons',
  'seller/prices.spec.ts': 'bundles, and products whose price buyers choose',
  'seller/partners.spec.ts': 'partners of models, at a width of 320 px',
  'seller/own-guild.spec.ts': 'a guild and its tiers, for its seller',
  'seller/selling.spec.ts': 'sales and payouts',
  'visitor/public.spec.ts':
    'public pages, forms such as that of a report, and the page for an address that does not exist',
  'visitor/look.spec.ts': 'the theme',
  'visitor/suggestions.spec.ts': 'suggestions while somebody types a search',
};
