import { type ActionAPIContext, ActionError } from 'astro:actions';
import { PaymentsUnavailable } from '../../server/adapters/stripe/payments.ts';

/**
 * Runs a request to the payment provider for an action.
 * @param meanwhile a sentence on the request's effect, shown after "The payment provider cannot be reached."
 * @throws ActionError SERVICE_UNAVAILABLE where the provider cannot be reached or refuses; the log says which.
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
    const message = `The payment provider cannot be reached. ${meanwhile}`;
    throw new ActionError({ code: 'SERVICE_UNAVAILABLE', message });
  }
}
