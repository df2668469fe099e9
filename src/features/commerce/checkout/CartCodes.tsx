import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $cart } from '../cart/cart.store.ts';
import { CodeList } from './CodeList.tsx';
import { refreshQuote } from './quote.store.ts';

/** The codes in the cart dropdown. It has no prices of its own, so it fetches a quote when it is shown and on changes. */
export default function CartCodes() {
  const { products, coupons } = useStore($cart);
  const codes = coupons.map(({ code }) => code);
  const what = JSON.stringify([products.map(({ id, chosen }) => [id, chosen]), codes]);
  useEffect(() => {
    void what;
    void refreshQuote();
  }, [what]);
  return (
    <div className="mt-2 border-t border-line pt-3">
      <CodeList codes={codes} />
    </div>
  );
}
