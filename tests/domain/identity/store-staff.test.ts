import { describe, expect, it } from 'vitest';
import {
  mayOpen,
  STAFF_ACTIONS,
  STAFF_PAGES,
  STAFF_ROLES,
  staffDraftRefusals,
  staffFieldRefusal,
  staffRefusal,
} from '../../../src/domain/identity/store-staff.ts';
import { ACCOUNT_ROUTES } from '../../../src/features/account/app/routes.ts';
import { definedActions } from '../../http/defined-actions.ts';

describe('the staff of a store', () => {
  it('may do what their roles allow, and nothing that stands in no list', () => {
    expect(staffRefusal(['upload'], 'products.create')).toBeNull();
    expect(staffRefusal(['support'], 'products.create')).toBe('other-role');
    expect(staffRefusal(['support', 'upload'], 'products.create')).toBeNull();
    for (const action of ['stores.change', 'storeStaff.ask', 'businessAccounts.open', 'webhooks.create', ''])
      expect(staffRefusal(STAFF_ROLES, action), action).toBe('owner-only');
    for (const action of ['constructor', '__proto__', 'toString'])
      expect(staffRefusal(STAFF_ROLES, action), action).toBe('owner-only');
    expect(staffRefusal([], 'products.list')).toBe('other-role');
  });

  it('change prices with the role for money only, and with that alone nothing else of a model', () => {
    expect(staffFieldRefusal(['upload'], ['name', 'tags'])).toBeNull();
    for (const field of ['priceCents', 'free', 'openPrice', 'sale'])
      expect(staffFieldRefusal(['upload'], ['name', field])).toBe('no-prices');
    expect(staffFieldRefusal(['money'], ['priceCents', 'sale'])).toBeNull();
    expect(staffFieldRefusal(['money'], ['priceCents', 'name'])).toBe('only-prices');
    expect(staffFieldRefusal(['money', 'upload'], ['priceCents', 'name'])).toBeNull();
  });

  it('have rules for actions and pages that exist', () => {
    expect(Object.keys(STAFF_ACTIONS).filter((action) => !definedActions().includes(action))).toEqual([]);
    const pages = ACCOUNT_ROUTES.filter(({ shop }) => shop).map(({ path }) => path as string);
    expect(Object.keys(STAFF_PAGES).filter((page) => !pages.includes(page))).toEqual([]);
    expect(mayOpen(null, 'business-account')).toBe(true);
    expect(mayOpen(STAFF_ROLES, 'business-account')).toBe(false);
    expect(mayOpen(STAFF_ROLES, 'store-settings')).toBe(false);
    expect(mayOpen(['money'], 'coupon')).toBe(true);
  });

  it('are asked with a username and a role', () => {
    expect(staffDraftRefusals({ username: ' ', roles: [] })).toEqual({
      username: expect.any(String),
      roles: expect.any(String),
    });
    expect(staffDraftRefusals({ username: 'wren', roles: ['upload'] })).toEqual({});
  });
});
