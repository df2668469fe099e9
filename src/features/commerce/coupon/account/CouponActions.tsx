import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { Link } from 'wouter';
import type { Coupon } from '../../../../domain/commerce/coupon.ts';
import { paths } from '../../../../paths.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { copyText } from './copy-text.ts';

/** Actions on a coupon: copy its code or link, duplicate it, switch it on or off. */
export function CouponActions({
  coupon,
  onSwitched,
}: {
  coupon: Pick<Coupon, 'id' | 'code' | 'off'>;
  onSwitched: (off: boolean) => void;
}) {
  const store = useStore($sellerStore);
  const { busy, mutate } = useMutation();
  const { id, code, off } = coupon;
  const link = () => new URL(paths.storeWithCoupon(store?.slug ?? '', code), location.href).href;
  return (
    <div className="-mx-2 flex flex-wrap">
      <button
        type="button"
        className="link min-h-11 px-2"
        aria-label={`Copy the code ${code}`}
        onClick={() => void copyText(code, `${code} is copied.`)}
      >
        Copy code
      </button>
      <button
        type="button"
        className="link min-h-11 px-2"
        aria-label={`Copy a link to your store with ${code}`}
        onClick={() =>
          void copyText(link(), 'The link is copied. It puts the code into the cart of anyone who opens it.')
        }
      >
        Copy link
      </button>
      <Link
        className="link inline-flex min-h-11 items-center px-2"
        href={`~${paths.couponLike(id)}`}
        aria-label={`Duplicate ${code}`}
      >
        Duplicate
      </Link>
      <button
        type="button"
        className="link min-h-11 px-2"
        aria-label={`Switch ${code} ${off ? 'on' : 'off'}`}
        aria-busy={busy}
        onClick={() =>
          void mutate(
            () => actions.coupons.switch({ id, off: !off }),
            off ? `${code} is on again.` : `${code} is off and can no longer be used.`,
            () => onSwitched(!off),
          )
        }
      >
        {off ? 'Switch on' : 'Switch off'}
      </button>
    </div>
  );
}
