import { cartHas, parseCart, withProduct } from '../../../domain/commerce/cart.ts';
import { fullReleasePrices } from '../../../domain/commerce/full-release.ts';
import { bundleOffers, type ProductBundle } from '../../../domain/commerce/product-bundle.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { type Cents, priceText } from '../../../domain/kernel/money.ts';
import { plural } from '../../../domain/kernel/plural.ts';
import { inCart } from '../../commerce/cart/in-cart.ts';
import { changeCart, onCartChange, peekAtCart, storedCart } from '../../commerce/cart/stored-cart.ts';
import { sendPageCommand } from '../../kernel/page/page-commands.ts';
import { ownThings } from '../library/owned-marks.ts';

/** A bundle as its page tells this script. */
export interface BundleOnPage {
  id: string;
  title: string;
  cents: Cents;
  parts: {
    productId: string;
    name: string;
    mainImage: string;
    promisedDay: Instant | null;
    /** Its price without a sale, by which its share is reckoned. */
    weight: Cents;
    listCents: Cents;
    payCents: Cents;
  }[];
}

/** What this visitor has still to buy of a bundle, each at its share; empty if nothing. */
export function partsToBuy({ id, title, cents, parts }: BundleOnPage, ownedIds: ReadonlySet<string>) {
  const weights = parts.map(({ productId, weight }) => ({ id: productId, listCents: weight }));
  const bundle: ProductBundle = { id, title, cents, parts: weights };
  const left = parts.filter(({ productId }) => !ownedIds.has(productId));
  const prices = fullReleasePrices(left, bundleOffers([bundle], ownedIds));
  return left.map(({ productId, payCents, ...part }) =>
    inCart({ ...part, id: productId }, prices.get(productId)?.payCents ?? payCents),
  );
}

/**
 * Says what of each bundle the visitor owns or has in the cart, and makes its button add the rest. The server decides what is
 * charged.
 */
export function startBundles(): void {
  let ownedIds: ReadonlySet<string> = new Set();
  const markAll = () => {
    for (const place of document.querySelectorAll<HTMLElement>('[data-bundle]')) mark(place, ownedIds);
  };
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    const button = (target as Element).closest<HTMLElement>('[data-bundle-add]');
    const place = button?.closest<HTMLElement>('[data-bundle]');
    if (!place || defaultPrevented) return;
    const { products } = parseCart({ products: partsToBuy(bundleAt(place), ownedIds) });
    const outcome = changeCart((cart) => products.reduce((before, one) => withProduct(before, one), cart));
    if (outcome === 'not-stored')
      sendPageCommand({ toast: 'Your browser cannot store a cart, so the bundle could not be added.' });
    else peekAtCart();
  });
  onCartChange(markAll);
  markAll();
  if (/(?:^|; )pb_auth=/.test(document.cookie))
    void ownThings().then(({ owned }) => {
      ownedIds = new Set(owned);
      markAll();
    });
}

const bundleAt = (place: HTMLElement) => JSON.parse(place.dataset['bundle'] ?? '{}') as BundleOnPage;

function mark(place: HTMLElement, ownedIds: ReadonlySet<string>): void {
  const bundle = bundleAt(place);
  const left = partsToBuy(bundle, ownedIds);
  const note = place.querySelector<HTMLElement>('[data-bundle-note]');
  const button = place.querySelector<HTMLElement>('[data-bundle-add]');
  if (!note || !button) return;
  const cents = left.reduce((sum, { price }) => sum + price, 0);
  note.hidden = left.length === bundle.parts.length;
  note.textContent = ownedText(bundle.parts.length - left.length, bundle.parts.length, cents);
  for (const price of place.querySelectorAll<HTMLElement>('[data-bundle-price]'))
    if (ownedIds.has(price.dataset['bundlePrice'] ?? '')) price.textContent = 'Yours';
  const cart = storedCart();
  button.hidden = left.length === 0;
  const [label, title] = button.childNodes;
  if (label && title) label.textContent = buttonText(bundle, left, cents, (id) => cartHas(cart, id));
}

function ownedText(owned: number, all: number, restCents: Cents): string {
  if (owned === all) return 'All of it is in your library.';
  return `${owned} of ${all} ${plural(owned, 'is', 'are')} yours, so you pay ${priceText(restCents)} for the rest.`;
}

function buttonText(
  { parts }: BundleOnPage,
  left: readonly { id: string }[],
  cents: Cents,
  isInCart: (id: string) => boolean,
): string {
  if (left.every(({ id }) => isInCart(id))) return 'In your cart';
  return `Add ${left.length === parts.length ? `all ${parts.length}` : 'the rest'}, ${priceText(cents)}`;
}
