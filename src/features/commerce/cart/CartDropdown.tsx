import { useStore } from '@nanostores/react';
import { type FocusEvent, lazy, Suspense, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { CartProduct } from '../../../domain/commerce/cart.ts';
import { cartHeading } from '../../../domain/commerce/cart-changes.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { CartLine } from './CartLine.tsx';
import { $cart, cart } from './cart.store.ts';
import type { PopupEvent } from './popup.ts';
import { CART_WAKE, cartPeekRequested } from './stored-cart.ts';
import { usePopup } from './usePopup.ts';

/** Fetched only where the cart holds a code. Where that fails, the dropdown shows the products without it. */
const CartCodes = lazy(() => import('../checkout/CartCodes.tsx').catch(() => ({ default: () => <></> })));

/** The dropdown stays closed if the cart is empty, and on the cart page. */
const isInert = () => $cart.get().products.length === 0 || location.pathname === paths.cart();
const isWide = () => matchMedia('(min-width: 768px)').matches;

/**
 * The cart button in the header and its dropdown. It opens by itself whenever the list of products changes, and on wide
 * screens on hover.
 */
export default function CartDropdown() {
  const { products, coupons } = useStore($cart, { ssr: 'initial' });
  const count = products.length;
  const inert = useSyncExternalStore($cart.listen, isInert, () => false);
  const { open, dispatch } = usePopup(isInert);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useId();

  useOpensOnChange(dispatch);
  useCurrentDays(open && products.some(({ promisedDay }) => promisedDay !== undefined));

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (box.current?.contains(document.activeElement)) trigger.current?.focus();
      dispatch({ type: 'dismiss' });
    };
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) dispatch({ type: 'dismiss' });
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, dispatch]);

  const leavesFocus = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) dispatch({ type: 'keyboard-out' });
  };

  const remove = ({ id }: CartProduct) => {
    cart.remove(id);
    // The focused button is gone; move the focus to the heading.
    heading.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering is a shortcut; the button inside does the same
    <div
      ref={box}
      className="md:relative"
      onPointerEnter={(event) =>
        event.pointerType !== 'touch' && dispatch({ type: 'pointer-in', wide: isWide() })
      }
      onPointerLeave={(event) => event.pointerType !== 'touch' && dispatch({ type: 'pointer-out' })}
      onFocus={(event) => event.target.matches(':focus-visible') && dispatch({ type: 'keyboard-in' })}
      onBlur={leavesFocus}
    >
      <button
        ref={trigger}
        type="button"
        className="icon-btn"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-disabled={inert}
        onClick={() => dispatch({ type: 'press' })}
      >
        <span className="sr-only">Cart, </span>
        <Icon name="cart" size={22} />
        <b
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-verdigris px-1 text-center text-xs leading-5 font-bold text-on-verdigris"
          data-cart-count
          suppressHydrationWarning
        >
          {count}
        </b>
        <span className="sr-only"> products</span>
      </button>
      <p className="sr-only" role="status">
        {open ? cartHeading(count) : ''}
      </p>
      {open && (
        <section
          id={panel}
          aria-label="Cart"
          className="popup absolute top-full right-4 z-50 w-[min(21rem,100vw-2rem)] p-4 md:right-0 md:mt-1 md:w-[400px]"
        >
          <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
            {cartHeading(count)}
          </h2>
          {count === 0 ? (
            <p className="mt-2 text-ink-2">No products in cart</p>
          ) : (
            <>
              <ul className="mt-2 -mr-2 max-h-[200px] divide-y divide-line overflow-y-auto overscroll-contain pr-2">
                {products.map((product) => (
                  <CartLine key={product.id} product={product} onRemove={remove} />
                ))}
              </ul>
              {coupons.length > 0 && (
                <Suspense fallback={null}>
                  <CartCodes />
                </Suspense>
              )}
              <a
                className="btn mt-3 w-full"
                href={paths.cart()}
                onClick={() => dispatch({ type: 'dismiss' })}
              >
                View Cart
              </a>
            </>
          )}
        </section>
      )}
    </div>
  );
}

/** Asks for the promised days of pre-orders when they are shown. Without an answer the days stay as they were. */
function useCurrentDays(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    import('../checkout/cart-days.ts').then(({ refreshDays }) => refreshDays()).catch(() => undefined);
  }, [isShown]);
}

/** Opens the dropdown when the products change, and on a peek, also one requested before this code was loaded. */
function useOpensOnChange(dispatch: (event: PopupEvent) => void): void {
  useEffect(() => {
    const listNow = () =>
      $cart
        .get()
        .products.map(({ id }) => id)
        .join();
    let list = listNow();
    const stopChanges = $cart.listen(() => {
      const before = list;
      list = listNow();
      if (list !== before) dispatch({ type: 'products' });
    });
    const onPeek = () => dispatch({ type: 'products' });
    addEventListener(CART_WAKE, onPeek);
    if (cartPeekRequested()) onPeek();
    return () => {
      stopChanges();
      removeEventListener(CART_WAKE, onPeek);
    };
  }, [dispatch]);
}
