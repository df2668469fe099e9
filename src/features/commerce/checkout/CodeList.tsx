import { useStore } from '@nanostores/react';
import { COUPON_REFUSAL_TEXTS, missingText, type QuotedCoupon } from '../../../domain/commerce/coupon.ts';
import { priceText } from '../../../domain/kernel/money.ts';
import { cart } from '../cart/cart.store.ts';
import { $quote } from './quote.store.ts';

/** The codes in the cart, each with its discount, or why it does not apply and what is missing. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  const { quote, state } = useStore($quote, { ssr: 'initial' });
  if (codes.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-live="polite" aria-label="Your codes">
      {codes.map((code) => {
        const answer = quote?.coupons.find((coupon) => coupon.code === code);
        return (
          <li key={code} className="flex items-start justify-between gap-3 text-sm">
            <span className="min-w-0">
              <span className="font-semibold tracking-wide">{code}</span>
              <span className={`block ${answer?.refusal ? 'text-wax' : 'text-ink-2'}`}>
                {answer ? answerText(answer) : state === 'failed' ? 'Not checked yet.' : 'Checking …'}
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
  );
}

function answerText({ code, discountCents, refusal, missing }: QuotedCoupon): string {
  if (missing) return missingText(code, missing);
  return refusal ? COUPON_REFUSAL_TEXTS[refusal] : `Takes off ${priceText(discountCents)}.`;
}
