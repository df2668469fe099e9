/**
 * Every child page of /account that the specification names, and the wish list. `open` pages are built: they stand in
 * the menu and answer; the others answer 404 until they are.
 */
export const ACCOUNT_ROUTES = [
  { path: '', label: 'Overview', open: true },
  { path: 'library', label: 'Library', open: true },
  { path: 'library/:id', label: null, open: true },
  { path: 'library/:id/licence', label: null, open: true },
  { path: 'wish-list', label: 'Wish list', open: true },
  { path: 'profile', label: 'Profile', open: true },
  { path: 'messages', label: 'Messages', open: false },
  { path: 'conversation/:id', label: null, open: false },
  { path: 'payments', label: 'Payments', open: true },
  { path: 'payments/:id', label: null, open: true },
  { path: 'guild', label: 'Guild', open: false },
  { path: 'guild/tiers', label: null, open: false },
  { path: 'guild/members', label: null, open: false },
  { path: 'guild/releases', label: null, open: false },
  { path: 'guild/information', label: null, open: false },
  { path: 'guild/entry-bundles', label: null, open: false },
  { path: 'sales', label: 'Sales', open: true },
  { path: 'payouts', label: 'Payouts', open: false },
  { path: 'product-list', label: 'Products', open: false },
  { path: 'product', label: null, open: false },
  { path: 'categories-list', label: 'Shelves', open: false },
  { path: 'category', label: null, open: false },
  { path: 'coupon-list', label: 'Coupons', open: false },
  { path: 'coupon', label: null, open: false },
  { path: 'access-groups-list', label: 'Access groups', open: false },
  { path: 'access-group', label: null, open: false },
  { path: 'store-settings', label: 'Store', open: false },
  { path: 'business-account', label: 'Business account', open: false },
  { path: 'seller-subscription-success', label: null, open: false },
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

/** What the menu offers. */
export const ACCOUNT_MENU = ACCOUNT_ROUTES.filter((route) => route.open && route.label !== null);
