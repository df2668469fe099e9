/**
 * The public setting pbApiUrl in a browser: the backend's base URL, "" for the site's own origin. The page says it
 * (`Base.astro`), as the site that sent it was started: the same build serves with any.
 */
export function pbApiUrl(): string {
  return document.documentElement.dataset['pbApiUrl'] ?? '';
}
