import { useStore } from '@nanostores/react';
import { lowestPriceBeforeSale } from '../../../../domain/catalogue/price/lowest-price.ts';
import { type ProductCard, priceLabel, priceNow } from '../../../../domain/catalogue/product.ts';
import { cartHas } from '../../../../domain/commerce/cart.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import type { Wish } from '../../../../domain/library/wish.ts';
import { paths } from '../../../../paths.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { toast } from '../../../../ui/toast.ts';
import { $cart, cart } from '../../../commerce/cart/cart.store.ts';
import { inCart } from '../../../commerce/cart/in-cart.ts';
import { peekAtCart } from '../../../commerce/cart/stored-cart.ts';
import { $user } from '../../../identity/session/user.store.ts';

interface Props {
  wish: Wish;
  /** Whether the user owns it. */
  owned: boolean;
  onRemove: () => void;
}

/** A wish with picture, store, current price, cart button and remove button. */
export function WishCard({ wish, owned, onRemove }: Props) {
  const { card, productId, name } = wish;
  const showMature = useStore($user, { ssr: 'initial' })?.showMature ?? false;
  const percentOff = card && !owned ? priceNow(card, Date.now()).percentOff : null;
  const veiled = card?.mature && !showMature;
  return (
    <li className="card relative flex flex-col overflow-hidden">
      <div className="picture aspect-square">
        {card && card.mainImage !== '' && !veiled && (
          <img
            src={paths.picture('products', productId, card.mainImage, 320)}
            alt=""
            width={320}
            height={320}
            loading="lazy"
          />
        )}
      </div>
      <p className="absolute top-2 left-2 flex gap-1.5">
        {owned && <span className="badge">Owned</span>}
        {percentOff !== null && <span className="badge badge-sale">{percentOff}% off</span>}
        {veiled && <span className="badge">Mature</span>}
      </p>
      <div className="flex flex-1 flex-col gap-0.5 p-3">
        {card ? (
          <a
            className="line-clamp-2 font-semibold wrap-break-word hover:text-verdigris hover:underline"
            href={paths.product(productId)}
          >
            {name}
          </a>
        ) : (
          <span className="line-clamp-2 font-semibold wrap-break-word">{name}</span>
        )}
        <span className="truncate text-sm text-ink-2">
          {card ? card.store.name : 'Currently unavailable'}
        </span>
        {card && !owned && <WishPrice wish={wish} card={card} />}
        <div className="mt-auto flex items-center justify-between gap-1 pt-2">
          <WishAction wish={wish} owned={owned} />
          <button
            type="button"
            className="icon-btn text-ink-2 hover:text-wax"
            aria-label={`Remove ${name} from your wish list`}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        </div>
      </div>
    </li>
  );
}

/** The current price, the end of a sale, and the difference to the price when the wish was added. */
function WishPrice({ wish, card }: { wish: Wish; card: ProductCard }) {
  const { listCents, payCents, percentOff } = priceNow(card, Date.now());
  const lowestCents = lowestPriceBeforeSale(card.terms, Date.now());
  const lessCents = wish.seenCents === null ? 0 : wish.seenCents - payCents;
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 font-semibold tabular-nums">
        <span>
          {percentOff !== null && <span className="sr-only">Now </span>}
          {priceLabel(card, Date.now())}
        </span>
        {percentOff !== null && (
          <span className="text-sm font-normal text-ink-3">
            <span className="sr-only">, was </span>
            <s>{priceText(listCents)}</s>
          </span>
        )}
      </p>
      {percentOff !== null && card.sale && (
        <p className="text-sm text-ink-2">
          The sale ends on {dayText(card.sale.to)}.
          {lowestCents !== null && ` Lowest price in the 30 days before: ${priceText(lowestCents)}.`}
        </p>
      )}
      {percentOff === null && lessCents > 0 && (
        <p className="text-sm text-wax">{priceText(lessCents)} less than when you added it</p>
      )}
    </>
  );
}

/** Cart button, or a link to the library if it is owned; nothing if it cannot be bought. */
function WishAction({ wish: { card, productId, name }, owned }: Pick<Props, 'wish' | 'owned'>) {
  const isInCart = cartHas(useStore($cart, { ssr: 'initial' }), productId);
  if (owned)
    return (
      <a
        className="btn btn-quiet btn-small"
        href={paths.libraryProduct(productId)}
        aria-label={`Library: ${name}`}
      >
        Library
      </a>
    );
  if (!card) return <span />;
  const { payCents } = priceNow(card, Date.now());
  const add = () => {
    const outcome = cart.add(inCart({ ...card, id: productId, name }, payCents));
    if (outcome === 'not-stored')
      void toast(`Your browser blocks storage, so ${name} could not be added to the cart.`);
    else peekAtCart();
  };
  return (
    <button type="button" className="btn btn-quiet btn-small" onClick={add}>
      {isInCart ? (
        <>
          <Icon name="check" size={16} />
          <span className="sr-only">{`${name}: `}</span>In cart
        </>
      ) : (
        <>
          {payCents <= 0 ? 'Get' : 'Add'}
          <span className="sr-only">{` ${name} to cart`}</span>
        </>
      )}
    </button>
  );
}
