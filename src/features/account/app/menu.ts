import { mayOpen, type StaffRole } from '../../../domain/identity/store-staff.ts';
import type { MenuIconName } from './menu-icons.ts';
import { ACCOUNT_ROUTES, type AccountRoute, accountRoute } from './routes.ts';

/** The menu of the account: its groups, their order, and where each page belongs. */

type MenuPath = Extract<AccountRoute, { label: string }>['path'];

export interface MenuEntry {
  path: MenuPath;
  label: string;
  icon: MenuIconName;
  /** Belongs to the entry before it and is indented. */
  below: boolean;
}

export interface MenuGroup {
  /** Null: the group has no heading. That of "Store" is shown as the name of the seller's store. */
  title: string | null;
  entries: MenuEntry[];
  /** Whether it is one line until it is opened: so the menu has at most nine lines, beside the group that is read. */
  isFolded: boolean;
}

const ICONS_OF: Record<MenuPath, MenuIconName> = {
  '': 'home',
  messages: 'message',
  notifications: 'bell',
  library: 'library',
  memberships: 'guild',
  'wish-list': 'heart',
  following: 'store',
  'saved-searches': 'search',
  payments: 'card',
  reports: 'flag',
  profile: 'user',
  operator: 'desk',
  'product-list': 'box',
  'categories-list': 'folder',
  'coupon-list': 'tag',
  'bundle-list': 'box',
  'sale-week': 'tag',
  partners: 'people',
  staff: 'people',
  'access-groups-list': 'people',
  'store-settings': 'sliders',
  posts: 'file',
  questions: 'question',
  reviews: 'star',
  guild: 'guild',
  'guild/tiers': 'steps',
  'guild/members': 'people',
  'guild/releases': 'box',
  'guild/information': 'file',
  'guild/entry-bundles': 'gift',
  sales: 'chart',
  origins: 'signpost',
  payouts: 'bank',
  'business-account': 'briefcase',
  'seller-plan': 'medal',
};

/** The menu entry that a page without one belongs to. */
const HOME_OF: Partial<Record<AccountRoute['path'], MenuPath>> = {
  'conversation/:id': 'messages',
  product: 'product-list',
  'product-import': 'product-list',
  coupon: 'coupon-list',
  category: 'categories-list',
  'access-group': 'access-groups-list',
  'access-tokens': 'profile',
  webhooks: 'store-settings',
  'seller-subscription-success': 'seller-plan',
};

/** What the visitor is, as far as the menu depends on it. */
export interface MenuReader {
  hasStore: boolean;
  /** Whether the user is or was a member of a guild. */
  isMember: boolean;
  /** Whether the user has a role at the operator desk. */
  hasRole: boolean;
  /** Roles in the store of somebody else; null for the owner. */
  roles?: readonly StaffRole[] | null;
  /** Whether the user works for a store of somebody else. */
  works?: boolean;
  /** The path below /account, without a slash at its start. */
  at: string;
}

/** The groups of the menu: most are folded. The pages of a seller's guild are listed while one of them is open. */
export function menuOf(reader: MenuReader): MenuGroup[] {
  const { hasStore, isMember, hasRole, at, roles = null, works = false } = reader;
  const own = (list: readonly MenuPath[]) => list.filter((path) => mayOpen(roles, path));
  const inGuild = at === 'guild' || at.startsWith('guild/');
  const groups = [
    group(null, ['', 'messages', 'notifications', ...(hasRole ? (['operator'] as const) : [])]),
    ...(hasStore
      ? [
          group(
            'Store',
            own([
              'product-list',
              'categories-list',
              'coupon-list',
              'bundle-list',
              'sale-week',
              'partners',
              'access-groups-list',
              'staff',
              'store-settings',
            ]),
          ),
          group(
            'Customers',
            own([
              'posts',
              'questions',
              'reviews',
              'guild',
              ...(inGuild
                ? ([
                    'guild/tiers',
                    'guild/members',
                    'guild/releases',
                    'guild/entry-bundles',
                    'guild/information',
                  ] as const)
                : []),
              ...(roles === null ? [] : (['guild/releases'] as const)),
            ]),
          ),
          group('Income', own(['sales', 'origins', 'payouts', 'business-account', 'seller-plan'])),
        ]
      : []),
    group('Collection', [
      'library',
      ...(isMember ? (['memberships'] as const) : []),
      'wish-list',
      'following',
      'saved-searches',
    ]),
    group('Account', ['payments', 'reports', ...(works ? (['staff'] as const) : []), 'profile']),
  ];
  const current = currentEntry(at, accountRoute(at));
  // The group of the page that is open stands open; else that of a buyer's own things, and of a seller's store none.
  const isRead = ({ entries }: { entries: readonly MenuEntry[] }) =>
    entries.some(({ path }) => path === current);
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map((one) => ({
      ...one,
      isFolded: one.title !== null && !isRead(one) && (hasStore || one.title !== 'Collection'),
    }));
}

function group(title: string | null, list: readonly MenuPath[]): Omit<MenuGroup, 'isFolded'> {
  return {
    title,
    entries: list.map((path) => ({
      path,
      label: ACCOUNT_ROUTES.find((route) => route.path === path)?.label ?? path,
      icon: ICONS_OF[path],
      below: path.startsWith('guild/'),
    })),
  };
}

/**
 * The entry to mark as the current one, given the path below /account and its route. The pages of one product, coupon or
 * conversation belong to the entry of their list.
 */
export function currentEntry(at: string, route: AccountRoute | null): MenuPath {
  const own = ACCOUNT_ROUTES.find(({ path, label }) => path === at && label !== null)?.path as
    | MenuPath
    | undefined;
  if (own !== undefined) return own;
  const home = route === null ? undefined : HOME_OF[route.path];
  if (home !== undefined) return home;
  const parent = at.split('/')[0] ?? '';
  return (ACCOUNT_ROUTES.find(({ path, label }) => path === parent && label !== null)?.path ??
    '') as MenuPath;
}
