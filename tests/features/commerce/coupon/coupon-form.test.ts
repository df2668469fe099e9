import { describe, expect, it } from 'vitest';
import { COUPON_SCOPES, type Coupon } from '../../../../src/domain/commerce/coupon.ts';
import { type CouponDraft, couponRefusals } from '../../../../src/domain/commerce/coupon-draft.ts';
import {
  type CouponForm,
  couponFormOf,
  draftOf,
  EMPTY_COUPON,
} from '../../../../src/features/commerce/coupon/account/coupon-form.ts';
import { aCoupon, NOW } from '../../../domain/commerce/a-cart.ts';

const ZONE = 'Europe/Berlin';
const typed = (changes: Partial<CouponForm>) => ({ ...EMPTY_COUPON, code: 'SPRING25', ...changes });

describe('the form values of a coupon', () => {
  it.each<[Partial<CouponForm>, Partial<CouponDraft>]>([
    [{ percent: ' 20 %' }, { percent: 20, fixedCents: null }],
    [
      { kind: 'fixed', amount: '$12,50', percent: '20' },
      { percent: null, fixedCents: 1250 },
    ],
    [{ from: '2026-06-01T02:00' }, { from: NOW }],
    [{ to: '' }, { to: null }],
    [{ minimum: '20' }, { minimumCents: 2000 }],
    [{ minimum: '  ' }, { minimumCents: 0 }],
    [
      { maxUses: '100', maxUsesPerBuyer: '' },
      { maxUses: 100, maxUsesPerBuyer: null },
    ],
    [
      { scope: 'products', productIds: ['a'], shelfIds: ['b'] },
      { productIds: ['a'], shelfIds: [] },
    ],
    [
      { scope: 'all', productIds: ['a'], shelfIds: ['b'] },
      { productIds: [], shelfIds: [] },
    ],
  ])('%j reads %j', (changes, draft) => {
    expect(draftOf(typed(changes), ZONE, null)).toMatchObject(draft);
  });

  it.each<[Partial<CouponForm>, string]>([
    [{ percent: '' }, 'percent'],
    [{ percent: '12.5' }, 'percent'],
    [{ kind: 'fixed', amount: '5 euros' }, 'fixedCents'],
    [{ minimum: '-5' }, 'minimumCents'],
    [{ maxUses: 'many' }, 'maxUses'],
    [{ maxUsesPerBuyer: '1e3' }, 'maxUsesPerBuyer'],
    [{ from: '2026-02-31T10:00' }, 'from'],
    [{ to: 'soon' }, 'to'],
  ])('%j cannot be read, and is refused at %s', (changes, field) => {
    expect(Object.keys(couponRefusals(draftOf(typed(changes), ZONE, null), NOW))).toEqual([field]);
  });

  it('is the same coupon where nothing was touched, to the millisecond', () => {
    const coupons: Coupon[] = [
      aCoupon({ from: NOW + 12_345, to: NOW + 99_999_999, maxUses: 3 }),
      aCoupon({ fixedCents: 1205, minimumCents: 2000, maxUsesPerBuyer: 1 }),
      aCoupon({ scope: 'products', productIds: ['a'] }),
    ];
    for (const coupon of coupons)
      expect(coupon).toMatchObject(draftOf(couponFormOf(coupon, ZONE), ZONE, coupon));
    for (const scope of COUPON_SCOPES) expect(couponFormOf(aCoupon({ scope }), ZONE).scope).not.toBe('tiers');
  });
});
