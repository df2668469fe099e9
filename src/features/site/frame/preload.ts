/** The most concurrent preloads. */
export const MAX_PRELOADS = 4;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Queues preloads: at most `MAX_PRELOADS` at a time, each address once.
 * @param fetchAhead fetches one address and calls `done` when it has finished or failed.
 */
export function preloadQueue(fetchAhead: (url: string, done: () => void) => void): (url: string) => void {
  const queued = new Set<string>();
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
    if (queued.has(url)) return;
    queued.add(url);
    waiting.push(url);
    next();
  };
}

/** Whether preloading is appropriate: page visible, no data saver, connection faster than 2G. */
export function mayPreload(connection: Connection | undefined, hidden: boolean): boolean {
  return !hidden && !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}

/**
 * Preloads pages: for links marked [data-preload] on hover or focus, for [data-preload="view"] as soon as they are
 * visible.
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
