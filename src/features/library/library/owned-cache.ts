/** Where a page keeps what belongs to the visitor, so that navigation between pages requests it once. */
export const OWNED_KEY = 'owned';

/** Clears the cache: after a purchase or a review it is stale, and the next page asks what changed. */
export function clearOwnedCache(): void {
  try {
    const cached = JSON.parse(sessionStorage.getItem(OWNED_KEY) ?? 'null') as object | null;
    if (cached) sessionStorage.setItem(OWNED_KEY, JSON.stringify({ ...cached, at: 0 }));
  } catch {
    // Without storage there is no cache to clear.
  }
}
