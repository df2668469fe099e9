import { attribute, Html, html } from './html.ts';
import { ICONS, type IconName } from './icons.ts';

/** An icon hidden from screen readers. @param size its edge in px. */
export function iconHtml(name: IconName, size = 20, className?: string): Html {
  return html`<svg${attribute('class', className)} width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${new Html(ICONS[name])}</svg>`;
}
