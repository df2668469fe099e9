import { useState } from 'react';
import { couponCode } from '../../../domain/commerce/coupon.ts';
import { cart } from '../cart/cart.store.ts';
import { CodeList } from './CodeList.tsx';

/** Field for coupon codes, with the discount of each code or why it does not apply. */
export function CouponCodes({ codes }: { codes: readonly string[] }) {
  const [typed, setTyped] = useState('');
  return (
    <section className="card grid gap-3 p-5" aria-label="Coupons">
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          cart.addCode(couponCode(typed));
          setTyped('');
        }}
      >
        <label className="text-sm font-semibold" htmlFor="coupon-code">
          Coupon code
        </label>
        <div className="flex gap-2">
          <input
            id="coupon-code"
            className="field min-w-0 flex-1 uppercase"
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button className="btn btn-quiet" disabled={couponCode(typed) === ''} type="submit">
            Apply
          </button>
        </div>
      </form>
      <CodeList codes={codes} />
    </section>
  );
}
