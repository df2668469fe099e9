import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { Link } from 'wouter';
import type { Coupon } from '../../../../domain/commerce/coupon.ts';
import { couponSentence } from '../../../../domain/commerce/coupon-draft.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { CouponActions } from './CouponActions.tsx';
import { CouponFacts, CouponStateMark } from './CouponFacts.tsx';

type CouponsAnswer = ActionAnswer<typeof actions.coupons.mine>;

/** My coupons with state, uses and results. */
export default function CouponList() {
  const store = useStore($sellerStore);
  const query = useQuery(() => actions.coupons.mine());
  const { data, setData } = query;
  if (!store) return <NoStore title="Coupons" />;
  const switched = (id: string, off: boolean) => {
    if (!data) return;
    const coupons = data.coupons.map((coupon) => (coupon.id === id ? { ...coupon, off } : coupon));
    setData({ ...data, coupons });
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Coupons</PageTitle>
        {data && data.coupons.length > 0 && (
          <Link className="btn btn-small" href={`~${paths.sellerCoupon()}`}>
            New coupon
          </Link>
        )}
      </div>
      <p className="mt-2 text-ink-2">
        Discount codes for your store. Only one code per store counts in a cart; if a product is also on sale,
        the better price wins.
      </p>
      <QueryState query={query} />
      {data?.coupons.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No coupons yet</h2>
          <p>Thank your backers, welcome new buyers, or celebrate a release with a discount code.</p>
          <Link className="btn" href={`~${paths.sellerCoupon()}`}>
            Create your first coupon
          </Link>
        </div>
      )}
      {data && data.coupons.length > 0 && (
        <ul className="mt-6 grid max-w-3xl gap-3" aria-label="Coupons">
          {data.coupons.map((coupon) => (
            <li key={coupon.id} className="card grid gap-1 p-4 pb-2">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  className="link inline-flex min-h-11 items-center text-lg tracking-wide break-all"
                  href={`~${paths.sellerCoupon(coupon.id)}`}
                >
                  {coupon.code}
                </Link>
                <CouponStateMark coupon={coupon} />
              </div>
              <p>{sentenceOf(coupon, data.shelves)}</p>
              <CouponFacts coupon={coupon} result={coupon.result} />
              <CouponActions coupon={coupon} onSwitched={(off) => switched(coupon.id, off)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Without names of models: only the editor loads the list of all of them. */
function sentenceOf(coupon: Coupon, shelves: CouponsAnswer['shelves']): string {
  const timeZone = ownTimeZone();
  return couponSentence(coupon, {
    productName: () => null,
    shelfName: (id) => shelves.find((shelf) => shelf.id === id)?.name ?? null,
    moment: (at) => momentText(at, timeZone),
  });
}
