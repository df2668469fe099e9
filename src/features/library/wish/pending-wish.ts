/** A wish made before signing in waits here, in this tab, until its product's page is seen again. */
const KEY = 'guildhall:wish';
/** Long enough to make an account and to read a mail; a wish of yesterday is no wish of now. In ms. */
const KEPT_MS = 30 * 60_000;

interface PendingWish {
  productId: string;
  at: number;
}

/** Keeps a wish for the way through the sign-in. */
export function savePendingWish(productId: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ productId, at: Date.now() } satisfies PendingWish));
  } catch {
    // A browser that keeps nothing: the sign-in leads back all the same, and the heart is there to press.
  }
}

/** Whether a wish for this product was kept on the way; answered once. */
export function takePendingWish(productId: string): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingWish | null;
    if (kept?.productId !== productId) return false;
    sessionStorage.removeItem(KEY);
    return Date.now() - kept.at < KEPT_MS;
  } catch {
    return false;
  }
}
