/** The minimum time between two reloads, in ms: a broken build must not reload forever. */
export const RELOAD_GUARD_MS = 10_000;
/** How often an open page checks for a new build, in ms. */
const POLL_MS = 10 * 60_000;
const KEY = 'guildhall:reloaded-at';

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
 * Watches for a new build. Where code of the old build is missing, the page reloads. Otherwise the next navigation loads
 * the new build: each public page is its own document, and the account's router checks `buildIsStale`.
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
  const check = async () => {
    if (document.hidden || stale) return;
    try {
      const answer = await fetch(manifest, { cache: 'no-store' });
      const newest: unknown = answer.ok ? (await answer.json())?.id : build;
      stale = typeof newest === 'string' && newest !== build;
    } catch {
      // Offline, or a deployment is running; the next check will tell.
      return;
    }
  };
  setInterval(check, POLL_MS);
  document.addEventListener('visibilitychange', check);
  // The browser may restore a page from its back/forward cache, builds later.
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return;
    await check();
    if (stale) reload();
  });
}

/** Reloads the page, unless it did so a moment ago. Returns whether it does. */
function reload(): boolean {
  try {
    if (!mayReload(sessionStorage.getItem(KEY), Date.now())) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage there is no guard, and a reload loop is worse than an old page.
    return false;
  }
  location.reload();
  return true;
}
