/** Whether the current page was reached by the browser's back or forward button. */
let isTraversed = false;

// In the capture phase, before the router renders. The router dispatches `pushState` for its own navigation.
if (typeof window !== 'undefined') {
  addEventListener('popstate', () => (isTraversed = true), { capture: true });
  addEventListener('pushState', () => (isTraversed = false), { capture: true });
}

export function isHistoryNavigation(): boolean {
  return isTraversed;
}
