/** Whether the page that is shown was come back to (or forward), rather than opened anew. */
let isTraversed = false;

// Before the router hears of it and draws. The router announces its own steps by the second name.
if (typeof window !== 'undefined') {
  addEventListener('popstate', () => (isTraversed = true), { capture: true });
  addEventListener('pushState', () => (isTraversed = false), { capture: true });
}

export function isHistoryNavigation(): boolean {
  return isTraversed;
}
