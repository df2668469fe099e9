/**
 * Every child page of /account that the specification names, the wish list, stores I follow, searches I keep, my guilds, reviews, the table of products and the seller's
 * plan. `open` pages are built: they stand in the menu and answer; the others answer 404 until they are. `shop` pages
 * are a seller's.
 */
export const ACCOUNT_ROUTES = [
  { path: '', label: 'Overview', open: true, shop: false },
  { path: 'library', label: 'Library', open: true, shop: false },
  { path: 'library/:id', label: null, open: true, shop: false },
  { path: 'library/:id/licence', label: null, open: true, shop: false },
  { path: 'wish-list', label: 'Wish list', open: true, shop: false },
  { path: 'following', label: 'Following', open: true, shop: false },
  { path: 'saved-searches', label: 'Saved searches', open: true, shop: false },
  { path: 'memberships', label: 'My guilds', open: true, shop: false },
  { path: 'memberships/:guild', label: null, open: true, shop: false },
  { path: 'notifications', label: 'Notifications', open: true, shop: false },
  { path: 'notifications/settings', label: null, open: true, shop: false },
  { path: 'messages', label: 'Messages', open: true, shop: false },
  { path: 'conversation/:id', label: null, open: true, shop: false },
  { path: 'payments', label: 'Payments', open: true, shop: false },
  { path: 'payments/:id', label: null, open: true, shop: false },
  { path: 'reports', label: 'Reports', open: true, shop: false },
  { path: 'profile', label: 'Profile', open: true, shop: false },
  { path: 'product-list', label: 'Products', open: true, shop: true },
  { path: 'product-import', label: null, open: true, shop: true },
  { path: 'product', label: null, open: true, shop: true },
  { path: 'questions', label: 'Questions', open: true, shop: true },
  { path: 'sales', label: 'Sales', open: true, shop: true },
  { path: 'reviews', label: 'Reviews', open: true, shop: true },
  { path: 'payouts', label: 'Payouts', open: true, shop: true },
  { path: 'coupon-list', label: 'Coupons', open: true, shop: true },
  { path: 'coupon', label: null, open: true, shop: true },
  { path: 'categories-list', label: 'Shelves', open: true, shop: true },
  { path: 'category', label: null, open: true, shop: true },
  { path: 'access-groups-list', label: 'Access groups', open: true, shop: true },
  { path: 'access-group', label: null, open: true, shop: true },
  { path: 'guild', label: 'Guild', open: true, shop: true },
  { path: 'guild/tiers', label: 'Tiers', open: true, shop: true },
  { path: 'guild/members', label: 'Members', open: true, shop: true },
  { path: 'guild/releases', label: 'Releases', open: true, shop: true },
  { path: 'guild/information', label: 'Information', open: true, shop: true },
  { path: 'guild/entry-bundles', label: 'Entry bundles', open: true, shop: true },
  { path: 'store-settings', label: 'Store settings', open: true, shop: true },
  { path: 'business-account', label: 'Business account', open: true, shop: true },
  { path: 'seller-plan', label: 'Seller plan', open: true, shop: true },
  { path: 'seller-subscription-success', label: null, open: true, shop: true },
] as const;

export type AccountRoute = (typeof ACCOUNT_ROUTES)[number];

/** The route of a path below /account ("" for /account itself), or null where there is none. */
export function accountRoute(path: string): AccountRoute | null {
  const asked = path.split('/');
  return (
    ACCOUNT_ROUTES.find(({ path: known }) => {
      const parts = known.split('/');
      return (
        parts.length === asked.length &&
        parts.every((part, at) => (part.startsWith(':') ? asked[at] !== '' : part === asked[at]))
      );
    }) ?? null
  );
}

const MENU = ACCOUNT_ROUTES.filter((route) => route.open && route.label !== null);

/** What the menu offers who is or was in a guild, everybody else, and who has a store, with the rooms of his guild. */
export const MEMBER_MENU = MENU.filter(({ shop }) => !shop);
export const OWN_MENU = MEMBER_MENU.filter(({ path }) => path !== 'memberships');
export const SHOP_MENU = MENU.filter(({ path, shop }) => shop && !path.startsWith('guild/'));
export const GUILD_MENU = MENU.filter(({ path }) => path.startsWith('guild/'));
