import { useStore } from '@nanostores/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type CartProduct, cartHeading, cartTotal } from '../../domain/cart.ts';
import { priceText } from '../../domain/money.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import { CartLine } from './CartLine.tsx';
import { $cart, cart } from './cart.store.ts';

/** Everything in the cart, and what it costs together. */
export default function CartPage() {
  const kept = useStore($cart, { ssr: 'initial' });
  const heading = useRef<HTMLHeadingElement>(null);
  const { products, coupons } = kept;
  const removed = useRef(false);
  const count = products.length;

  // The button that had the focus is gone; the heading says what is left.
  useEffect(() => {
    if (removed.current) heading.current?.focus();
    removed.current = false;
  });

  const remove = (product: CartProduct) => {
    const place = $cart.get().products.findIndex(({ id }) => id === product.id);
    removed.current = true;
    cart.remove(product.id);
    void toast(`${product.name} was taken out of the cart.`, {
      action: { label: 'Undo', run: () => cart.add(product, place) },
    });
  };

  // The server knows no cart; until the browser has looked, nothing is claimed about it.
  const known = useSyncExternalStore(
    $cart.listen,
    () => true,
    () => false,
  );
  if (!known)
    return <p className="skeleton mt-6 h-40 p-6 text-ink-2 noscript:hidden">Looking into your cart …</p>;

  if (count === 0) {
    return (
      <div className="empty mt-6">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          No products in cart
        </h2>
        <p>What you add on a product’s page or card is kept here, also when you come back another day.</p>
        <a className="btn" href={paths.search()}>
          Find something to print
        </a>
      </div>
    );
  }
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <section className="card px-4 sm:px-6">
        <h2 ref={heading} tabIndex={-1} className="pt-5 text-xl outline-none" aria-live="polite">
          {cartHeading(count)}
        </h2>
        <ul className="divide-y divide-line">
          {products.map((product) => (
            <CartLine key={product.id} product={product} large onRemove={remove} />
          ))}
        </ul>
      </section>
      <section className="card grid gap-4 p-5" aria-label="Total">
        {coupons.length > 0 && (
          <div>
            <h2 className="text-base">Coupons</h2>
            <ul className="mt-1 text-ink-2">
              {coupons.map(({ code }) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </div>
        )}
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-ink-2">Total</span>
          <span className="font-display text-3xl tabular-nums">{priceText(cartTotal(kept))}</span>
        </p>
        <p className="text-sm text-ink-2">
          This version of the hall does not take payments yet. Your cart stays as it is until it does.
        </p>
        <a className="btn btn-quiet" href={paths.search()}>
          Look for more
        </a>
      </section>
    </div>
  );
}
