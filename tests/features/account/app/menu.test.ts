import { expect, test } from 'vitest';
import { currentEntry, menuOf } from '../../../../src/features/account/app/menu.ts';
import { ACCOUNT_ROUTES, accountRoute } from '../../../../src/features/account/app/routes.ts';

const pathsOf = (groups: ReturnType<typeof menuOf>) =>
  groups.flatMap(({ entries }) => entries.map(({ path }) => path));

test('every page with a name is in the menu of a seller in a guild, once', () => {
  const listed = pathsOf(menuOf({ hasStore: true, isMember: true, hasRole: true, at: 'guild/tiers' }));
  const named = ACCOUNT_ROUTES.filter(({ label }) => label !== null).map(({ path }) => path);
  expect([...listed].sort()).toEqual([...named].sort());
});

test('a buyer sees no page of sellers, and "My guilds" only after joining one', () => {
  const shop = new Set<string>(ACCOUNT_ROUTES.filter((route) => route.shop).map(({ path }) => path));
  const buyer = pathsOf(menuOf({ hasStore: false, isMember: false, hasRole: false, at: '' }));
  expect(buyer.filter((path) => shop.has(path))).toEqual([]);
  expect(buyer).not.toContain('memberships');
  expect(pathsOf(menuOf({ hasStore: false, isMember: true, hasRole: false, at: '' }))).toContain(
    'memberships',
  );
});

test('the operator desk is in the menu of people with a role only', () => {
  const listed = (hasRole: boolean) => pathsOf(menuOf({ hasStore: true, isMember: true, hasRole, at: '' }));
  expect(listed(true)).toContain('operator');
  expect(listed(false)).not.toContain('operator');
});

test('the pages of a guild are listed while one of them is open', () => {
  const at = (path: string) => pathsOf(menuOf({ hasStore: true, isMember: false, hasRole: false, at: path }));
  expect(at('sales')).not.toContain('guild/tiers');
  expect(at('guild')).toContain('guild/tiers');
});

test.each([true, false])(
  'the menu has at most nine lines beside the group that is open (store: %s)',
  (hasStore) => {
    for (const { path } of ACCOUNT_ROUTES) {
      const groups = menuOf({ hasStore, isMember: true, hasRole: true, at: path });
      const current = currentEntry(path, accountRoute(path));
      const lines = groups.flatMap(({ title, entries, isFolded }) => {
        const isRead = entries.some((entry) => entry.path === current);
        return title === null || (!isFolded && !isRead) ? [title, ...entries] : [title];
      });
      expect(lines.filter((line) => line !== null).length, path).toBeLessThanOrEqual(hasStore ? 9 : 11);
      expect(
        groups
          .filter(({ entries }) => entries.some((entry) => entry.path === current))
          .every(({ isFolded }) => !isFolded),
      ).toBe(true);
    }
  },
);

test.each([
  ['', ''],
  ['library', 'library'],
  ['library/abc', 'library'],
  ['payments/abc', 'payments'],
  ['notifications/settings', 'notifications'],
  ['conversation/abc', 'messages'],
  ['product', 'product-list'],
  ['product-import', 'product-list'],
  ['coupon', 'coupon-list'],
  ['category', 'categories-list'],
  ['access-group', 'access-groups-list'],
  ['guild/tiers', 'guild/tiers'],
  ['operator/audit', 'operator'],
  ['seller-subscription-success', 'seller-plan'],
])('on /account/%s the menu marks "%s"', (at, entry) => {
  expect(currentEntry(at, accountRoute(at))).toBe(entry);
});
