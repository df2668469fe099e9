import { paths } from '../../../paths.ts';
import { CART_CHANGED } from '../../commerce/cart/stored-cart.ts';
import { markOwned } from '../../library/library/owned-marks.ts';

/** Fills the home page's [data-followed] with what is new from the stores its reader follows. */
export async function showNewFromFollowed(): Promise<void> {
  const room = document.querySelector<HTMLElement>('[data-followed]');
  if (!room) return;
  // Where it cannot be asked, the page is what everybody sees.
  const answer = await fetch(paths.newFromFollowed()).catch(() => null);
  const html = answer?.ok ? await answer.text() : '';
  if (html.trim() === '') return;
  room.innerHTML = html;
  room.hidden = false;
  // What is new on the page shows whether it is in the cart.
  dispatchEvent(new Event(CART_CHANGED));
  await markOwned(room);
}
