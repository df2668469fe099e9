import { ICONS, type IconName } from '../../../ui/icons.ts';

/**
 * Shows the linked pictures in a dialog, one at a time: arrow keys and buttons switch, Escape and a click beside the
 * picture close it, and the focus returns.
 * @param first the picture shown initially.
 */
export function openZoom(links: HTMLAnchorElement[], first: HTMLAnchorElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'zoom';
  dialog.setAttribute('aria-label', 'Picture');
  const image = document.createElement('img');
  const caption = document.createElement('p');
  caption.setAttribute('aria-live', 'polite');
  let shown = Math.max(0, links.indexOf(first));

  const show = (index: number) => {
    shown = (index + links.length) % links.length;
    const link = links[shown];
    if (!link) return;
    const alt = link.querySelector('img')?.alt ?? '';
    image.src = link.href;
    image.alt = alt;
    caption.textContent = links.length > 1 ? `${shown + 1} of ${links.length}` : alt;
  };
  const button = (name: IconName, label: string, act: () => void) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = `icon-btn zoom-${name}`;
    element.setAttribute('aria-label', label);
    element.innerHTML = `<svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICONS[name]}</svg>`;
    element.addEventListener('click', act);
    return element;
  };

  dialog.append(image, caption);
  if (links.length > 1)
    dialog.append(
      button('left', 'Previous picture', () => show(shown - 1)),
      button('right', 'Next picture', () => show(shown + 1)),
    );
  dialog.append(button('close', 'Close', () => dialog.close()));
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(shown - 1);
    if (key === 'ArrowRight') show(shown + 1);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    links[shown]?.closest('ul')?.scrollTo({ left: shown * (links[shown]?.clientWidth ?? 0) });
    first.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  show(shown);
  dialog.showModal();
}
