import type { CartProduct } from '../../../domain/commerce/cart.ts';
import { paths } from '../../../paths.ts';
import { type Html, html } from '../../../ui/html.ts';
import { iconHtml } from '../../../ui/icon-html.ts';

export interface AddToCartOptions {
  /** For cards. */
  compact?: boolean;
  /** Its buyer chooses the price, so it goes through the cart though it may be free. */
  isOpen?: boolean;
  class?: string | undefined;
}

/**
 * Adds one product to the cart; a free one goes into the library by a form. All labels are in the page, which is the same for every visitor; `add-buttons.ts` marks
 * the buttons of products that this visitor has already.
 */
export function addToCartHtml(
  { id, name, price, mainImage, chosen, promisedDay }: CartProduct,
  { compact = false, isOpen = false, class: className = '' }: AddToCartOptions = {},
): Html {
  const added: CartProduct = {
    ...{ id, name, price, mainImage },
    ...(chosen !== undefined && { chosen }),
    ...(promisedDay !== undefined && { promisedDay }),
  };
  const isFree = price <= 0 && chosen === undefined && promisedDay === undefined && !isOpen;
  const label = isFree
    ? compact
      ? 'Get'
      : 'Get it free'
    : compact
      ? 'Add'
      : promisedDay !== undefined
        ? 'Pre-order'
        : 'Add to cart';
  const prefix = compact && html`<span class="sr-only">${name}: </span>`;
  const button = html`<button class="group btn ${isFree ? '' : 'noscript:hidden '}${className}" type="${isFree ? 'submit' : 'button'}" data-cart-add="${JSON.stringify(added)}"><span class="group-data-in-cart:hidden group-data-in-library:hidden">${label}${compact && html`<span class="sr-only"> ${name}${!isFree && ' to cart'}</span>`}</span><span class="hidden group-data-in-library:inline">${prefix}${compact ? 'Owned' : 'In your library'}</span><span class="hidden items-center gap-1.5 group-data-in-cart:inline-flex group-data-in-library:hidden">${iconHtml('check', compact ? 16 : 20)}${prefix}${compact ? 'In cart' : 'In your cart'}</span></button>`;
  if (!isFree) return button;
  return html`<form class="contents" method="post" action="${paths.getFree(id)}?_action=checkout.getFree"><input type="hidden" name="product" value="${id}">${button}</form>`;
}
