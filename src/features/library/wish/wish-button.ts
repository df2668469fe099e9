import { actions } from 'astro:actions';
import { sendPageCommand } from '../../kernel/page/page-commands.ts';
import { savePendingWish, takePendingWish } from './pending-wish.ts';

const TOASTS = {
  add: 'Added to your wish list.',
  remove: 'Removed from your wish list.',
  noConnection: 'There is no connection, so your wish list was not changed. Try again in a moment.',
};

/**
 * For signed-in users, replaces the sign-in link with a button that shows and changes the wish. For others, makes the
 * link store a pending wish.
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
        // The session has ended: go to the sign-in, as the link would.
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
  // A click that came before this code is replayed on the link, which is no longer in the page.
  link.addEventListener('click', (event) => {
    event.preventDefault();
    press();
  });
}
