import { actions } from 'astro:actions';
import { sendPageCommand } from '../../kernel/page/page-commands.ts';
import { savePendingWish, takePendingWish } from './pending-wish.ts';

const TOASTS = {
  add: 'It is on your wish list.',
  remove: 'It is off your wish list.',
  noConnection: 'There is no connection, so your wish list stays as it is. Try again in a moment.',
};

/**
 * For whoever is signed in, puts a button in place of the page's way to the sign-in and keeps it in step with his wish
 * list. For others, has that way remember what was wished for.
 */
export function startWishButton(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-wish]');
  const productId = link?.dataset['wish'];
  if (!link || productId === undefined) return;
  if (document.documentElement.dataset['auth'] !== 'in') {
    link.addEventListener('click', () => savePendingWish(productId));
    return;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = link.className;
  button.ariaPressed = 'false';
  button.append(...link.childNodes);
  const hadFocus = document.activeElement === link;
  link.replaceWith(button);
  if (hadFocus) button.focus();
  const ask = async (what: 'has' | 'add' | 'remove'): Promise<void> => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    try {
      const { data, error } = await actions.wishes[what]({ productId });
      if (data) {
        button.ariaPressed = `${data.wished}`;
        if (what !== 'has') sendPageCommand({ toast: TOASTS[what] });
      } else if (what === 'has') return;
      else if (error.code === 'UNAUTHORIZED') {
        // The session has ended meanwhile: the way that the link would have led.
        savePendingWish(productId);
        location.assign(link.href);
      } else sendPageCommand({ toast: error.message });
    } catch {
      if (what !== 'has') sendPageCommand({ toast: TOASTS.noConnection });
    } finally {
      button.ariaBusy = 'false';
    }
  };
  const known = ask(takePendingWish(productId) ? 'add' : 'has');
  const press = () => void known.then(() => ask(button.ariaPressed === 'true' ? 'remove' : 'add'));
  button.addEventListener('click', press);
  // A click that was quicker than this code is done again on the link, which is no longer in the page.
  link.addEventListener('click', (event) => {
    event.preventDefault();
    press();
  });
}
