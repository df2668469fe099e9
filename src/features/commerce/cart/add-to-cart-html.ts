import type { CartProduct } from '../../../domain/commerce/cart.ts';
import { type Html, html } from '../../../ui/html.ts';
import { iconHtml } from '../../../ui/icon-html.ts';

export interface AddToCartOptions {
  /** For cards. */
  compact?: boolean;
  class?: string | undefined;
}

/**
 * Adds one product to the cart. All labels are in the page, which is the same for every visitor; `add-buttons.ts` marks
 * the buttons of products that this visitor has already.
 */
export function addToCartHtml(
  { id, name, price, mainImage, chosen, promisedDay }: CartProduct,
  { compact = false, class: className = '' }: AddToCartOptions = {},
): Html {
  const added: CartProduct = {
    ...{ id, name, price, mainImage },
    ...(chosen !== undefined && { chosen }),
    ...(promisedDay !== undefined && { promisedDay }),
  };
  const label = compact
    ? price <= 0
      ? 'Get'
      : 'Add'
    : promisedDay !== undefined
      ? 'Pre-order'
      : 'Add to cart';
  const prefix = compact && html`<span class="sr-only">${name}: </span>`;
  return html`<button class="group btn noscript:hidden ${className}" type="button" data-cart-add="${JSON.stringify(added)}"><span class="group-data-in-cart:hidden group-data-in-library:hidden">${label}${compact && html`<span class="sr-only"> ${name} to cart</span>`}</span><span class="hidden group-data-in-library:inline">${prefix}${compact ? 'Owned' : 'In your library'}</span><span class="hidden items-center gap-1.5 group-data-in-cart:inline-flex group-data-in-library:hidden">${iconHtml('check', compact ? 16 : 20)}${prefix}${compact ? 'In cart' : 'In your cart'}</span></button>`;
}
