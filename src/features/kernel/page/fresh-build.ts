/** After one reload, no second within this many milliseconds: a broken build must not reload for ever. */
export const RELOAD_GUARD_MS = 10_000;
/** How often an open page asks for the newest build, in milliseconds. */
const POLL_MS = 10 * 60_000;
const KEY = 'guildhall:reloaded-at';

let stale = false;

/** Whether the guard lets a page reload at `now`, given what it noted at the last reload. */
export function mayReload(noted: string | null, now: number): boolean {
  const last = Number(noted ?? 0);
  return !(now - last < RELOAD_GUARD_MS && now >= last);
}

/** Whether the site was built anew since this page came. A router then leaves navigation to the browser. */
export function buildIsStale(): boolean {
  return stale;
}

/**
 * Watches for a new build. Where code of the old one is missing, the page is loaded anew. Otherwise the next way
 * leads into the new build: each page of the hall is its own document, and the account's router asks `buildIsStale`.
 * @param build the build this page belongs to; empty in development, where nothing is watched.
 * @param manifest the address at which the newest build is named.
 */
export function watchBuild(build: string, manifest: string | undefined): void {
  if (build === '' || !manifest) return;
  for (const name of ['vite:preloadError', 'astro:hydration-error']) {
    addEventListener(name, (event) => {
      if (reload()) event.preventDefault();
    });
  }
  const look = async () => {
    if (document.hidden || stale) return;
    try {
      const answer = await fetch(manifest, { cache: 'no-store' });
      const newest: unknown = answer.ok ? (await answer.json())?.id : build;
      stale = typeof newest === 'string' && newest !== build;
    } catch {
      // Offline, or the house is being changed; the next look tells.
      return;
    }
  };
  setInterval(look, POLL_MS);
  document.addEventListener('visibilitychange', look);
  // The browser may bring back a page it had put aside, builds later.
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return;
    await look();
    if (stale) reload();
  });
}

/** Loads the page anew, unless that happened a moment ago. Says whether it does. */
function reload(): boolean {
  try {
    if (!mayReload(sessionStorage.getItem(KEY), Date.now())) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without a note of the last reload there is no guard, and a loop is worse than an old page.
    return false;
  }
  location.reload();
  return true;
}
