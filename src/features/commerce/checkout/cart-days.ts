import { actions } from 'astro:actions';
import { $cart, cart } from '../cart/cart.store.ts';

/**
 * Asks by when the cart's pre-orders arrive: the cart knows the day from when they were added. Prices stay as they are, so that
 * the cart's page still says which of them changed.
 * @throws where there is no connection
 */
export async function refreshDays(): Promise<void> {
  const asked = $cart.get().products.filter(({ promisedDay }) => promisedDay !== undefined);
  const productIds = asked.map(({ id }) => id);
  const { data } = await actions.checkout.quote({ productIds, codes: [], chosen: [], gift: false });
  const prices = new Map($cart.get().products.map(({ id, price }) => [id, price]));
  cart.update(
    new Map(
      (data?.lines ?? []).flatMap(({ productId, promisedDay }) => {
        const price = prices.get(productId);
        if (price === undefined) return [];
        return [[productId, { price, ...(promisedDay !== undefined && { promisedDay }) }] as const];
      }),
    ),
  );
}
