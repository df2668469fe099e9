import { type AccountRoute, accountRoute } from './routes.ts';

/** Titles of pages that the menu does not name, or names too briefly for a browser tab. */
const TITLES = {
  '': 'Account',
  'library/:id': 'Model in your library',
  'library/:id/licence': 'Licence',
  'memberships/:guild': 'Your membership',
  'notifications/settings': 'Notification settings',
  'conversation/:id': 'Conversation',
  'payments/:id': 'Receipt',
  'access-tokens': 'Access tokens',
  webhooks: 'Webhooks',
  'product-list': 'Your products',
  'product-import': 'Import products',
  product: 'Edit product',
  posts: 'Your posts',
  questions: 'Questions about your models',
  reviews: 'Reviews of your models',
  coupon: 'Coupon',
  'categories-list': 'Store categories',
  category: 'Store category',
  'access-group': 'Access group',
  guild: 'Your guild',
  'guild/tiers': 'Guild tiers',
  'guild/members': 'Guild members',
  'guild/releases': 'Guild releases',
  'guild/information': 'Guild information',
  'guild/entry-bundles': 'Guild entry bundles',
  'seller-subscription-success': 'Your seller plan',
  'operator/:page': 'Operator desk',
} satisfies Partial<Record<AccountRoute['path'], string>>;

/** The title of the page at a path below /account ("" for /account itself), for the browser's tab. */
export function accountTitle(path: string): string {
  const route = accountRoute(path);
  if (!route) return TITLES[''];
  // The names of its pages are known to the desk's own code, which is loaded for people with a role only.
  if (route.path === 'operator/:page') return `${TITLES[route.path]}: ${path.split('/')[1]}`;
  const titles: Partial<Record<string, string>> = TITLES;
  return titles[route.path] ?? route.label ?? TITLES[''];
}
