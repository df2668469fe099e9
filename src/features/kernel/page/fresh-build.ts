/** The minimum time between two reloads, in ms: a broken build must not reload forever. */
export const RELOAD_GUARD_MS = 10_000;
/** How often an open page checks for a new build, in ms. */
const POLL_MS = 10 * 60_000;
const KEY = 'guildhall:reloaded-at';
const KEY_BUILD = 'guildhall:reloaded-for';

let stale = false;

/** Whether a page may reload at `now`, given the stored time of the last reload. */
export function mayReload(stored: string | null, now: number): boolean {
  const last = Number(stored ?? 0);
  return !(now - last < RELOAD_GUARD_MS && now >= last);
}

/** Whether a newer build is deployed. A router then leaves navigation to the browser. */
export function buildIsStale(): boolean {
  return stale;
}

/**
 * Watches for a new build and reloads the page when there is one, or where code of the old build is missing. A page on
 * which something would be lost stays: text was typed, files were dropped, a dialog is open, or the page asks before it
 * is left. Its next navigation loads the new build: each public page is its own document, and the account's router checks
 * `buildIsStale`.
 * @param build the build of this page; empty in development, where nothing is watched.
 * @param manifest the address that names the newest build.
 */
export function watchBuild(build: string, manifest: string | undefined): void {
  if (build === '' || !manifest) return;
  for (const name of ['vite:preloadError', 'astro:hydration-error']) {
    addEventListener(name, (event) => {
      if (reload()) event.preventDefault();
    });
  }
  let isUsed = false;
  for (const name of ['input', 'drop']) {
    addEventListener(
      name,
      () => {
        isUsed = true;
      },
      true,
    );
  }
  /** Whether a reload would lose something. Whoever asks before the page is left answers a made-up question, too. */
  const isBusy = () =>
    isUsed ||
    // A closed popover is in the page as well. `:is` forgives browsers that do not know popovers.
    document.querySelector(':is(dialog[open],:popover-open)') ||
    !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const check = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(manifest, { cache: 'no-store' });
      const newest: unknown = answer.ok ? (await answer.json())?.id : build;
      stale = typeof newest === 'string' && newest !== build;
      // Once for each build: behind a cache that still holds the old page, a reload brings it back.
      if (stale && !isBusy()) reload(`${newest}`);
    } catch {
      // Offline, or a deployment is running; the next check will tell.
    }
  };
  setInterval(check, POLL_MS);
  document.addEventListener('visibilitychange', check);
  // The browser may restore a page from its back/forward cache, builds later.
  addEventListener('pageshow', ({ persisted }) => persisted && check());
}

/**
 * Reloads the page, unless it did so a moment ago.
 * @param newest the build to reload for; then it reloads only once for that build.
 * @returns whether it reloads.
 */
function reload(newest?: string): boolean {
  try {
    if (!mayReload(sessionStorage.getItem(KEY), Date.now())) return false;
    if (newest && sessionStorage.getItem(KEY_BUILD) === newest) return false;
    sessionStorage.setItem(KEY, `${Date.now()}`);
    if (newest) sessionStorage.setItem(KEY_BUILD, newest);
  } catch {
    // Without storage there is no guard, and a reload loop is worse than an old page.
    return false;
  }
  location.reload();
  return true;
}
