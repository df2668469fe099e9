import { type ActionAPIContext, ActionError } from 'astro:actions';
import { PaymentsUnavailable } from '../../server/adapters/stripe/payments.ts';

/**
 * Asks something of the payment provider for an action.
 * @param meanwhile what became of what was asked, as a sentence behind "The payment provider cannot be reached."
 * @throws ActionError SERVICE_UNAVAILABLE where it cannot be reached, or refuses what was asked; the log says which.
 */
export async function withPaymentProvider<T>(
  context: ActionAPIContext,
  ask: () => Promise<T>,
  meanwhile = 'Nothing was changed; try again in a moment.',
): Promise<T> {
  try {
    return await ask();
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    context.locals.app.commerce.onError(reason);
    const message = `The payment provider cannot be reached. ${meanwhile}`;
    throw new ActionError({ code: 'SERVICE_UNAVAILABLE', message });
  }
}
