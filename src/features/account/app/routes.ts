/**
 * Every page below /account. `label` is its name in the menu (see `menu.ts`), null if it is only linked from other pages;
 * `shop` pages are for sellers.
 */
export const ACCOUNT_ROUTES = [
  { path: '', label: 'Overview', shop: false },
  { path: 'library', label: 'Library', shop: false },
  { path: 'library/:id', label: null, shop: false },
  { path: 'library/:id/licence', label: null, shop: false },
  { path: 'wish-list', label: 'Wish list', shop: false },
  { path: 'following', label: 'Following', shop: false },
  { path: 'saved-searches', label: 'Saved searches', shop: false },
  { path: 'memberships', label: 'My guilds', shop: false },
  { path: 'memberships/:guild', label: null, shop: false },
  { path: 'notifications', label: 'Notifications', shop: false },
  { path: 'notifications/settings', label: null, shop: false },
  { path: 'messages', label: 'Messages', shop: false },
  { path: 'conversation/:id', label: null, shop: false },
  { path: 'payments', label: 'Payments', shop: false },
  { path: 'payments/:id', label: null, shop: false },
  { path: 'reports', label: 'Reports', shop: false },
  { path: 'profile', label: 'Profile', shop: false },
  { path: 'staff', label: 'Staff', shop: false },
  { path: 'access-tokens', label: null, shop: false },
  // For people with a role; its pages are in features/desk/shell.
  { path: 'operator', label: 'Operator desk', shop: false },
  { path: 'operator/:page', label: null, shop: false },
  { path: 'product-list', label: 'Products', shop: true },
  { path: 'product-import', label: null, shop: true },
  { path: 'product', label: null, shop: true },
  { path: 'questions', label: 'Questions', shop: true },
  { path: 'posts', label: 'Posts', shop: true },
  { path: 'sales', label: 'Sales', shop: true },
  { path: 'origins', label: 'Visits', shop: true },
  { path: 'reviews', label: 'Reviews', shop: true },
  { path: 'payouts', label: 'Payouts', shop: true },
  { path: 'coupon-list', label: 'Coupons', shop: true },
  { path: 'coupon', label: null, shop: true },
  { path: 'bundle-list', label: 'Bundles', shop: true },
  { path: 'sale-week', label: 'Sale week', shop: true },
  { path: 'partners', label: 'Partners', shop: true },
  { path: 'categories-list', label: 'Categories', shop: true },
  { path: 'category', label: null, shop: true },
  { path: 'access-groups-list', label: 'Access groups', shop: true },
  { path: 'access-group', label: null, shop: true },
  { path: 'guild', label: 'Guild', shop: true },
  { path: 'guild/tiers', label: 'Tiers', shop: true },
  { path: 'guild/members', label: 'Members', shop: true },
  { path: 'guild/releases', label: 'Releases', shop: true },
  { path: 'guild/information', label: 'Information', shop: true },
  { path: 'guild/entry-bundles', label: 'Entry bundles', shop: true },
  { path: 'store-settings', label: 'Store settings', shop: true },
  { path: 'webhooks', label: null, shop: true },
  { path: 'business-account', label: 'Business account', shop: true },
  { path: 'seller-plan', label: 'Seller plan', shop: true },
  { path: 'seller-subscription-success', label: null, shop: true },
] as const;

export type AccountRoute = (typeof ACCOUNT_ROUTES)[number];

/** The route of a path below /account ("" for /account itself), or null. */
export function accountRoute(path: string): AccountRoute | null {
  const segments = path.split('/');
  return (
    ACCOUNT_ROUTES.find(({ path: known }) => {
      const parts = known.split('/');
      return (
        parts.length === segments.length &&
        parts.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
      );
    }) ?? null
  );
}
