/** Never more pages than this are fetched ahead at the same time. */
export const MAX_PRELOADS = 4;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Runs at most `MAX_PRELOADS` jobs at a time, each address once; the others wait in line.
 * @param fetchAhead fetches one address and calls `done` when it has come or failed.
 */
export function preloadQueue(fetchAhead: (url: string, done: () => void) => void): (url: string) => void {
  const asked = new Set<string>();
  const waiting: string[] = [];
  let running = 0;
  const next = () => {
    while (running < MAX_PRELOADS && waiting.length > 0) {
      running++;
      fetchAhead(waiting.shift() as string, () => {
        running--;
        next();
      });
    }
  };
  return (url) => {
    if (asked.has(url)) return;
    asked.add(url);
    waiting.push(url);
    next();
  };
}

/** Whether this connection has room for what nobody asked for yet. */
export function mayPreload(connection: Connection | undefined, hidden: boolean): boolean {
  return !hidden && !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}

/**
 * Fetches pages ahead: behind a link marked [data-preload] when the pointer or the keyboard comes to it, and behind
 * [data-preload="view"] as soon as it is on the screen.
 */
export function startPreload(): void {
  const enqueue = preloadQueue((url, done) => {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = url;
    link.onload = done;
    link.onerror = done;
    document.head.append(link);
  });
  const preload = (link: HTMLAnchorElement) => {
    const { connection } = navigator as { connection?: Connection };
    const elsewhere = link.origin !== location.origin;
    if (elsewhere || link.pathname === location.pathname || !mayPreload(connection, document.hidden)) return;
    enqueue(link.href.replace(/#.*/, ''));
  };
  const onIntent = ({ target }: Event) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[data-preload]');
    if (link) preload(link);
  };
  document.addEventListener('pointerover', onIntent, { passive: true });
  document.addEventListener('focusin', onIntent);

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      preload(target as HTMLAnchorElement);
    }
  });
  for (const link of document.querySelectorAll('a[data-preload="view"]')) seen.observe(link);
}
