import { paths } from '../../../paths.ts';
import { CART_CHANGED } from '../../commerce/cart/stored-cart.ts';
import { markOwned } from '../../library/library/owned-marks.ts';

/** Fills the home page's [data-followed] with new products of the stores the user follows. */
export async function showNewFromFollowed(): Promise<void> {
  const container = document.querySelector<HTMLElement>('[data-followed]');
  if (!container) return;
  // If the request fails, the page stays as it is.
  const answer = await fetch(paths.newFromFollowed()).catch(() => null);
  const html = answer?.ok ? await answer.text() : '';
  if (html.trim() === '') return;
  container.innerHTML = html;
  container.hidden = false;
  // Update the cart state of the new cards.
  dispatchEvent(new Event(CART_CHANGED));
  await markOwned(container);
}
