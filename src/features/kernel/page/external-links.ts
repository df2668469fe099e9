import { sendPageCommand } from './page-commands.ts';

/** Why a link is refused, or null where it stays on the site or is explicitly allowed. */
export function externalLinkRefusal(
  url: URL,
  origin: string,
  allowed: boolean,
): 'external' | 'no-page' | null {
  if (url.origin === origin) return null;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'no-page';
  return allowed ? null : 'external';
}

/**
 * Navigates to an address; all code that navigates uses it. An address outside the site is refused with a toast, unless
 * `external` allows it. Returns whether it navigates.
 */
export function navigateTo(address: string, { external = false } = {}): boolean {
  const url = new URL(address, location.href);
  if (refused(url, external)) return false;
  location.assign(url.href);
  return true;
}

/** Blocks every link that leaves the site without [data-external]. */
export function guardLinks(): void {
  const guard = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
    if (!link) return;
    if (refused(new URL(link.href, location.href), 'external' in link.dataset)) event.preventDefault();
    else if (link.origin !== location.origin) link.relList.add('noopener');
  };
  document.addEventListener('click', guard, true);
  document.addEventListener('auxclick', guard, true);
}

function refused(url: URL, allowed: boolean): boolean {
  const refusal = externalLinkRefusal(url, location.origin, allowed);
  if (refusal === null) return false;
  const where = refusal === 'external' ? `to ${url.host}, outside this site,` : 'to no page we know';
  sendPageCommand({ toast: `This link leads ${where} and was not opened.` });
  return true;
}
