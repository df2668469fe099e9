import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { COUPON_REFUSAL_TEXTS, couponCode } from '../../../domain/commerce/coupon.ts';
import { priceText } from '../../../domain/kernel/money.ts';
import { cart } from '../cart/cart.store.ts';
import { $quote } from './quote.store.ts';

/** Field for coupon codes, with the discount of each code or why it does not apply. */
export function CouponCodes({ codes }: { codes: readonly string[] }) {
  const { quote, state } = useStore($quote, { ssr: 'initial' });
  const [typed, setTyped] = useState('');
  const answerOf = (code: string) => quote?.coupons.find((coupon) => coupon.code === code);
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
      {codes.length > 0 && (
        <ul className="grid gap-2" aria-live="polite">
          {codes.map((code) => {
            const answer = answerOf(code);
            return (
              <li key={code} className="flex items-start justify-between gap-3 text-sm">
                <span className="min-w-0">
                  <span className="font-semibold tracking-wide">{code}</span>
                  <span className={`block ${answer?.refusal ? 'text-wax' : 'text-ink-2'}`}>
                    {answer?.refusal
                      ? COUPON_REFUSAL_TEXTS[answer.refusal]
                      : answer
                        ? `Takes off ${priceText(answer.discountCents)}.`
                        : state === 'failed'
                          ? 'Not checked yet.'
                          : 'Checking …'}
                  </span>
                </span>
                <button
                  type="button"
                  className="link -my-2 min-h-11 flex-none"
                  aria-label={`Remove the code ${code}`}
                  onClick={() => cart.removeCode(code)}
                >
                  Remove
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
