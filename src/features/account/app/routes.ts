/**
 * Every page below /account. `label` is its name in the menu (see `menu.ts`), null if it is only linked from other pages;
 * `shop` pages are for sellers. `page` is fetched when it is opened; the overview, where most visits start, comes with the island.
 */
export const ACCOUNT_ROUTES = [
  { path: '', label: 'Overview', shop: false, page: null },
  {
    path: 'library',
    label: 'Library',
    shop: false,
    page: () => import('../../library/library/account/Library.tsx'),
  },
  {
    path: 'library/:id',
    label: null,
    shop: false,
    page: () => import('../../library/library/account/OwnedProduct.tsx'),
  },
  {
    path: 'library/:id/licence',
    label: null,
    shop: false,
    page: () => import('../../library/library/account/LicencePage.tsx'),
  },
  {
    path: 'wish-list',
    label: 'Wish list',
    shop: false,
    page: () => import('../../library/wish/account/WishList.tsx'),
  },
  {
    path: 'following',
    label: 'Following',
    shop: false,
    page: () => import('../../community/follow/account/Following.tsx'),
  },
  {
    path: 'saved-searches',
    label: 'Saved searches',
    shop: false,
    page: () => import('../../catalogue/saved-search/account/SavedSearches.tsx'),
  },
  {
    path: 'memberships',
    label: 'My guilds',
    shop: false,
    page: () => import('../../guild/membership/account/MembershipList.tsx'),
  },
  {
    path: 'memberships/:guild',
    label: null,
    shop: false,
    page: () => import('../../guild/membership/account/MembershipPage.tsx'),
  },
  {
    path: 'notifications',
    label: 'Notifications',
    shop: false,
    page: () => import('../../notifications/notification/account/NotificationList.tsx'),
  },
  {
    path: 'notifications/settings',
    label: null,
    shop: false,
    page: () => import('../../notifications/notification/account/NotificationSettings.tsx'),
  },
  {
    path: 'messages',
    label: 'Messages',
    shop: false,
    page: () => import('../../messaging/conversation/account/MessagesPage.tsx'),
  },
  {
    path: 'conversation/:id',
    label: null,
    shop: false,
    page: () => import('../../messaging/conversation/account/MessagesPage.tsx'),
  },
  {
    path: 'payments',
    label: 'Payments',
    shop: false,
    page: () => import('../../commerce/checkout/account/Payments.tsx'),
  },
  {
    path: 'payments/:id',
    label: null,
    shop: false,
    page: () => import('../../commerce/checkout/account/Receipt.tsx'),
  },
  {
    path: 'reports',
    label: 'Reports',
    shop: false,
    page: () => import('../../moderation/report/account/ReportsPage.tsx'),
  },
  {
    path: 'profile',
    label: 'Profile',
    shop: false,
    page: () => import('../../identity/profile/account/Profile.tsx'),
  },
  {
    path: 'staff',
    label: 'Staff',
    shop: false,
    page: () => import('../../catalogue/staff/account/StaffPage.tsx'),
  },
  {
    path: 'access-tokens',
    label: null,
    shop: false,
    page: () => import('../../account/api-token/account/AccessTokens.tsx'),
  },
  // For people with a role; its pages are in features/desk/shell.
  {
    path: 'operator',
    label: 'Operator desk',
    shop: false,
    page: () => import('../../desk/shell/account/DeskApp.tsx'),
  },
  {
    path: 'operator/:page',
    label: null,
    shop: false,
    page: () => import('../../desk/shell/account/DeskApp.tsx'),
  },
  {
    path: 'product-list',
    label: 'Products',
    shop: true,
    page: () => import('../../catalogue/product/account/list/ProductList.tsx'),
  },
  {
    path: 'product-import',
    label: null,
    shop: true,
    page: () => import('../../catalogue/product/account/import/ImportPage.tsx'),
  },
  {
    path: 'product',
    label: null,
    shop: true,
    page: () => import('../../catalogue/product/account/editor/ProductPage.tsx'),
  },
  {
    path: 'questions',
    label: 'Questions',
    shop: true,
    page: () => import('../../community/question/account/SellerQuestions.tsx'),
  },
  {
    path: 'posts',
    label: 'Posts',
    shop: true,
    page: () => import('../../community/post/account/PostsPage.tsx'),
  },
  { path: 'sales', label: 'Sales', shop: true, page: () => import('../../commerce/sales/account/Sales.tsx') },
  {
    path: 'origins',
    label: 'Visits',
    shop: true,
    page: () => import('../../commerce/origins/account/Origins.tsx'),
  },
  {
    path: 'reviews',
    label: 'Reviews',
    shop: true,
    page: () => import('../../community/review/account/StoreReviews.tsx'),
  },
  {
    path: 'payouts',
    label: 'Payouts',
    shop: true,
    page: () => import('../../commerce/payouts/account/Payouts.tsx'),
  },
  {
    path: 'coupon-list',
    label: 'Coupons',
    shop: true,
    page: () => import('../../commerce/coupon/account/CouponList.tsx'),
  },
  {
    path: 'coupon',
    label: null,
    shop: true,
    page: () => import('../../commerce/coupon/account/CouponEditor.tsx'),
  },
  {
    path: 'bundle-list',
    label: 'Bundles',
    shop: true,
    page: () => import('../../commerce/bundle/account/ProductBundles.tsx'),
  },
  {
    path: 'sale-week',
    label: 'Sale week',
    shop: true,
    page: () => import('../../catalogue/sale-week/account/SaleWeekPage.tsx'),
  },
  {
    path: 'partners',
    label: 'Partners',
    shop: true,
    page: () => import('../../catalogue/partner/account/Partners.tsx'),
  },
  {
    path: 'categories-list',
    label: 'Categories',
    shop: true,
    page: () => import('../../catalogue/shelf/account/ShelfList.tsx'),
  },
  {
    path: 'category',
    label: null,
    shop: true,
    page: () => import('../../catalogue/shelf/account/ShelfEditor.tsx'),
  },
  {
    path: 'access-groups-list',
    label: 'Access groups',
    shop: true,
    page: () => import('../../library/access-group/account/AccessGroups.tsx'),
  },
  {
    path: 'access-group',
    label: null,
    shop: true,
    page: () => import('../../library/access-group/account/AccessGroupPage.tsx'),
  },
  {
    path: 'guild',
    label: 'Guild',
    shop: true,
    page: () => import('../../guild/guild/account/GuildPage.tsx'),
  },
  {
    path: 'guild/tiers',
    label: 'Tiers',
    shop: true,
    page: () => import('../../guild/tier/account/TiersPage.tsx'),
  },
  {
    path: 'guild/members',
    label: 'Members',
    shop: true,
    page: () => import('../../guild/member/account/MembersPage.tsx'),
  },
  {
    path: 'guild/releases',
    label: 'Releases',
    shop: true,
    page: () => import('../../guild/release/account/ReleasesPage.tsx'),
  },
  {
    path: 'guild/information',
    label: 'Information',
    shop: true,
    page: () => import('../../guild/guild/account/InformationPage.tsx'),
  },
  {
    path: 'guild/entry-bundles',
    label: 'Entry bundles',
    shop: true,
    page: () => import('../../guild/bundle/account/BundlesPage.tsx'),
  },
  {
    path: 'store-settings',
    label: 'Store settings',
    shop: true,
    page: () => import('../../catalogue/store/account/StoreSettings.tsx'),
  },
  {
    path: 'webhooks',
    label: null,
    shop: true,
    page: () => import('../../account/webhook/account/Webhooks.tsx'),
  },
  {
    path: 'business-account',
    label: 'Business account',
    shop: true,
    page: () => import('../../payments/business-account/account/BusinessAccountPage.tsx'),
  },
  {
    path: 'seller-plan',
    label: 'Seller plan',
    shop: true,
    page: () => import('../../payments/seller-plan/account/SellerPlanPage.tsx'),
  },
  {
    path: 'seller-subscription-success',
    label: null,
    shop: true,
    page: () => import('../../payments/seller-plan/account/PlanSuccess.tsx'),
  },
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
