import type { ActionAPIContext } from 'astro:actions';
import { PaymentsUnavailable } from '../../server/adapters/stripe/payments.ts';
import { unavailable } from '../../server/kernel/refusal-error.ts';

/**
 * Runs a request to the payment provider for an action.
 * @param meanwhile a sentence on the request's effect, shown after "The payment provider cannot be reached."
 * @throws RefusalError unavailable where the provider cannot be reached or refuses; the log says which.
 */
export async function withPaymentProvider<T>(
  context: ActionAPIContext,
  request: () => Promise<T>,
  meanwhile = 'Nothing was changed; try again in a moment.',
): Promise<T> {
  try {
    return await request();
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    context.locals.app.commerce.onError(reason);
    throw unavailable('The payment provider cannot be reached. {meanwhile}', { meanwhile });
  }
}
