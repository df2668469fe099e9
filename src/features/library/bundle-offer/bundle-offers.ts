import { parseCart, withProduct } from '../../../domain/commerce/cart.ts';
import { fullReleasePrices } from '../../../domain/commerce/full-release.ts';
import { bundleOffers, type ProductBundle } from '../../../domain/commerce/product-bundle.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { type Cents, priceText } from '../../../domain/kernel/money.ts';
import { inCart } from '../../commerce/cart/in-cart.ts';
import { changeCart, peekAtCart } from '../../commerce/cart/stored-cart.ts';
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

/** Says what of each bundle the visitor owns, and makes its button add the rest. The server decides what is charged. */
export function startBundles(): void {
  let ownedIds: ReadonlySet<string> = new Set();
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
  if (/(?:^|; )pb_auth=/.test(document.cookie))
    void ownThings().then(({ owned }) => {
      ownedIds = new Set(owned);
      for (const place of document.querySelectorAll<HTMLElement>('[data-bundle]')) mark(place, ownedIds);
    });
}

const bundleAt = (place: HTMLElement) => JSON.parse(place.dataset['bundle'] ?? '{}') as BundleOnPage;

function mark(place: HTMLElement, ownedIds: ReadonlySet<string>): void {
  const bundle = bundleAt(place);
  const left = partsToBuy(bundle, ownedIds);
  const note = place.querySelector<HTMLElement>('[data-bundle-note]');
  const button = place.querySelector<HTMLElement>('[data-bundle-add]');
  if (!note || !button || left.length === bundle.parts.length) return;
  const cents = left.reduce((sum, { price }) => sum + price, 0);
  note.hidden = false;
  note.textContent =
    left.length === 0
      ? 'All of it is in your library.'
      : `${bundle.parts.length - left.length} of ${bundle.parts.length} are yours, so you pay ${priceText(cents)} for the rest.`;
  button.hidden = left.length === 0;
  button.textContent = `Add the rest, ${priceText(cents)}`;
}
