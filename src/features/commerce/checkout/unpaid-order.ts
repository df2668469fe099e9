import { actions } from 'astro:actions';
import { paths } from '../../../paths.ts';

/** Under which name this visit of the page remembers the order whose payment page it opened. */
const STATE = 'unpaidOrder';

/** Notes in this entry of the history which order is being paid, so that Back finds it even if the page loads anew. */
export function rememberOrder(orderId: string | undefined): void {
  if (orderId !== undefined) history.replaceState({ ...history.state, [STATE]: orderId }, '');
}

/**
 * Whether somebody is here who left the payment page and was not charged: by its own link or by the browser's Back. Asks the
 * server, since they may have paid before they went back. Each return is answered once.
 */
export async function unpaidReturn(): Promise<boolean> {
  const { [STATE]: remembered, ...state } = (history.state ?? {}) as Record<string, unknown>;
  const linked = new URLSearchParams(location.search).get('unpaid');
  const orderId = linked ?? (typeof remembered === 'string' ? remembered : null);
  if (orderId === null) return false;
  history.replaceState(state, '', linked === null ? undefined : paths.cart());
  const { data } = await actions.checkout.isUnpaid({ orderId }).catch(() => ({ data: undefined }));
  return data?.isUnpaid === true;
}
