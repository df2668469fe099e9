import { actions } from 'astro:actions';
import { sendPageCommand } from '../../kernel/page/page-commands.ts';

const NO_CONNECTION = 'There is no connection, so nothing has changed. Try again in a moment.';

/** Turns every [data-follow] form of the page into a toggle, for signed-in users. */
export function startFollowButtons(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-follow]')) startButton(form);
}

function startButton(form: HTMLFormElement): void {
  const { follow: storeId = '', name = 'this store' } = form.dataset;
  const button = form.querySelector('button');
  if (!button) return;
  let following = false;
  const show = (now: boolean) => {
    following = now;
    for (const part of form.querySelectorAll<HTMLElement>('[data-on]')) part.hidden = !now;
    for (const part of form.querySelectorAll<HTMLElement>('[data-off]')) part.hidden = now;
  };
  const ask = async (what: 'has' | 'add' | 'remove'): Promise<void> => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    try {
      const { data, error } = await actions.follows[what]({ storeId });
      if (data) {
        show(data.following);
        // Users cannot follow their own store.
        if (data.own) form.hidden = true;
        if (what === 'add') sendPageCommand({ toast: `You follow ${name}.`, undo: () => void ask('remove') });
        if (what === 'remove')
          sendPageCommand({ toast: `You unfollowed ${name}.`, undo: () => void ask('add') });
      } else if (what === 'has') return;
      // The session has ended: submit the form, which leads to the sign-in.
      else if (error.code === 'UNAUTHORIZED') form.submit();
      else sendPageCommand({ toast: error.message });
    } catch {
      if (what !== 'has') sendPageCommand({ toast: NO_CONNECTION });
    } finally {
      button.ariaBusy = 'false';
    }
  };
  const known = ask('has');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void known.then(() => ask(following ? 'remove' : 'add'));
  });
}
