import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CartProduct } from '../../../domain/commerce/cart.ts';
import { cartHeading } from '../../../domain/commerce/cart-changes.ts';
import { paths } from '../../../paths.ts';
import { toast } from '../../../ui/toast.ts';
import { $cart, cart } from '../cart/cart.store.ts';
import { CartGroups } from './CartGroups.tsx';
import { CartPrinting } from './CartPrinting.tsx';
import { CouponCodes } from './CouponCodes.tsx';
import { GiftFields } from './GiftFields.tsx';
import { PayPanel } from './PayPanel.tsx';
import { $gift, $quote, refreshQuote } from './quote.store.ts';
import { unpaidReturn } from './unpaid-order.ts';

/**
 * The cart page: products by artist, prices from the server, and checkout.
 * @param taxNote the sentence about tax, or null
 * @param ways how the payment page takes money: "by card"
 */
export default function CartPage({ taxNote, ways }: { taxNote: string | null; ways: string }) {
  const stored = useStore($cart, { ssr: 'initial' });
  const { news } = useStore($quote, { ssr: 'initial' });
  const gift = useStore($gift, { ssr: 'initial' });
  const heading = useRef<HTMLHeadingElement>(null);
  const removed = useRef(false);
  const [isUnpaid, setIsUnpaid] = useState(false);
  const { products, coupons } = stored;
  const what = JSON.stringify([products.map(({ id, chosen }) => [id, chosen]), coupons, gift !== null]);

  // Stored prices may be stale: fetch a quote whenever the cart changes.
  useEffect(() => {
    void what;
    void refreshQuote();
  }, [what]);
  // The focused button is gone; move the focus to the heading.
  useEffect(() => {
    if (removed.current) heading.current?.focus();
    removed.current = false;
  });
  // The back button on the payment page restores this page from the back/forward cache.
  useEffect(() => {
    const returned = () => void unpaidReturn().then(setIsUnpaid);
    const again = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void refreshQuote();
      returned();
    };
    returned();
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);

  const remove = (product: CartProduct) => {
    const place = $cart.get().products.findIndex(({ id }) => id === product.id);
    removed.current = true;
    cart.remove(product.id);
    void toast(`${product.name} was removed from your cart.`, {
      action: { label: 'Undo', run: () => cart.add(product, place) },
    });
  };

  // The server does not know the cart; show a placeholder until the browser has read it.
  const known = useSyncExternalStore(
    $cart.listen,
    () => true,
    () => false,
  );
  if (!known) return <p className="skeleton mt-6 h-40 p-6 text-ink-2 noscript:hidden">Loading your cart …</p>;

  return (
    <>
      <div role="status" className="mt-4 grid gap-2 empty:hidden">
        {isUnpaid && <p className="notice">Nothing was charged. Your cart is as you left it.</p>}
        {news.map((sentence) => (
          <p key={sentence} className="notice">
            {sentence}
          </p>
        ))}
      </div>
      {products.length === 0 ? (
        <div className="empty mt-6">
          <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            No products in cart
          </h2>
          <p>Products you add stay here, even when you come back another day.</p>
          <a className="btn" href={paths.search()}>
            Find something to print
          </a>
        </div>
      ) : (
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-4">
            <section className="card px-4 sm:px-6">
              <h2 ref={heading} tabIndex={-1} className="pt-5 text-xl outline-none" aria-live="polite">
                {cartHeading(products.length)}
              </h2>
              <CartGroups products={products} onRemove={remove} />
            </section>
            <CartPrinting productIds={products.map(({ id }) => id)} />
          </div>
          <div className="grid gap-4 lg:sticky lg:top-24">
            <CouponCodes codes={coupons.map(({ code }) => code)} />
            <GiftFields />
            <PayPanel taxNote={taxNote} ways={ways} />
          </div>
        </div>
      )}
    </>
  );
}
