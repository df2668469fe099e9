import { openModelView } from './model-view-opener.ts';
import { openZoom } from './zoom.ts';

/** Progressive enhancement of the gallery; it works without scripts. Loaded on first interaction. */
for (const gallery of document.querySelectorAll<HTMLElement>('[data-gallery]')) {
  const strip = gallery.querySelector<HTMLElement>('[data-gallery-strip]');
  const thumbs = [...gallery.querySelectorAll<HTMLElement>('[data-thumb]')];
  if (!strip) continue;

  gallery.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const thumb = target.closest<HTMLElement>('[data-thumb]');
    const opener = target.closest<HTMLButtonElement>('[data-look]');
    const picture = target.closest<HTMLAnchorElement>('[data-zoom]');
    if (opener) {
      void openModelView(opener, gallery.querySelector('[data-look-word]'));
    } else if (thumb) {
      // The default anchor jump would also scroll the page.
      event.preventDefault();
      strip.scrollTo({ left: Number(thumb.dataset['thumb']) * strip.clientWidth });
    } else if (picture) {
      event.preventDefault();
      openZoom([...strip.querySelectorAll<HTMLAnchorElement>('[data-zoom]')], picture);
    }
  });

  strip.addEventListener(
    'scroll',
    () => {
      const shown = Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));
      for (const [index, thumb] of thumbs.entries()) {
        if (index === shown) thumb.setAttribute('aria-current', 'true');
        else thumb.removeAttribute('aria-current');
      }
    },
    { passive: true },
  );
}
