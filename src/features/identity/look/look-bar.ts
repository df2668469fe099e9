import { actions } from 'astro:actions';
import { type NamedLook, readLook } from '../../../data/identity/look-cookie.ts';
import { paths } from '../../../paths.ts';

/** Says at the foot of every page whose eyes an operator looks through, and ends it. */
export function showLook(): void {
  const look = readLook(document.cookie);
  if (!look) return;
  document.body.append(barOf(look));
  document.body.classList.add('pb-28', 'sm:pb-16');
  // A page must not go on showing a look that was ended elsewhere, or another one.
  const check = () => {
    if (readLook(document.cookie)?.lookId !== look.lookId) location.reload();
  };
  document.addEventListener('visibilitychange', check);
  for (const name of ['focus', 'pageshow']) addEventListener(name, check);
  setTimeout(check, Math.max(0, look.until - Date.now()) + 1000);
}

function barOf({ userId, username }: NamedLook): HTMLElement {
  const bar = document.createElement('aside');
  bar.className = 'fixed inset-x-0 bottom-0 z-50 border-t-4 border-wax bg-card print:hidden';
  bar.ariaLabel = 'Your look';
  const row = document.createElement('div');
  row.className = 'wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm';
  const text = document.createElement('p');
  const name = document.createElement('strong');
  const isDesk = location.pathname.startsWith(paths.operatorDesk());
  name.textContent = isDesk
    ? `You are still viewing as ${username}. The desk is your own.`
    : `You see the marketplace as ${username}.`;
  const more = document.createElement('span');
  more.className = 'max-sm:sr-only';
  more.textContent =
    ' Nothing can be changed, bought or downloaded, and conversations stay closed. The cart is your own.';
  text.append(name, ...(isDesk ? [] : [more]));
  const end = document.createElement('button');
  end.type = 'button';
  end.className = 'btn btn-small';
  end.textContent = 'End the look';
  end.onclick = async () => {
    end.disabled = true;
    const { error } = await actions.deskLooks.end().catch((reason: Error) => ({ error: reason }));
    if (!error) return location.assign(paths.operatorDesk('people', userId));
    end.disabled = false;
    text.role = 'alert';
    text.textContent = `${error.message} Try again, or log out: that ends the look too.`;
  };
  row.append(text, end);
  bar.append(row);
  return bar;
}
