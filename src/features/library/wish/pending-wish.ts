/** A wish made before signing in, stored in this tab until the product's page opens again. */
const KEY = 'guildhall:wish';
/** How long it stays valid, in ms: enough to create an account and confirm the address. */
const PENDING_MS = 30 * 60_000;

interface PendingWish {
  productId: string;
  at: number;
}

/** Stores a wish during the sign-in. */
export function savePendingWish(productId: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ productId, at: Date.now() } satisfies PendingWish));
  } catch {
    // Without storage the sign-in still leads back to the product, where the button works.
  }
}

/** Whether a wish for this product is pending; removes it. */
export function takePendingWish(productId: string): boolean {
  try {
    const pending = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingWish | null;
    if (pending?.productId !== productId) return false;
    sessionStorage.removeItem(KEY);
    return Date.now() - pending.at < PENDING_MS;
  } catch {
    return false;
  }
}
