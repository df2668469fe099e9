import { paths } from '../../paths.ts';
import { type PaymentSetup, SetupRefused } from '../adapters/stripe/setup/payment-setup.ts';

/**
 * A line for the log about events that the payment provider does not send here; null where it sends all. Never throws:
 * the site works without the provider, and the reconciler makes up for lost events.
 */
export async function missingEventsLine(
  setup: Pick<PaymentSetup, 'missingEvents'>,
  siteUrl: string,
): Promise<string | null> {
  try {
    const missing = await setup.missingEvents(`${siteUrl}${paths.paymentWebhook()}`);
    return missing.length === 0
      ? null
      : `No webhook brings these events here, so that they are noticed late: ${missing.join(', ')}. Run npm run stripe:setup.`;
  } catch (reason) {
    const why = reason instanceof SetupRefused ? reason.message : String(reason);
    return `It could not be checked which payment events are subscribed: ${why}`;
  }
}
