import Stripe from 'stripe';
import { isConfirmCode } from './provider-status.ts';
import type { SubscriptionAccess } from './subscription-payments.ts';

/** Why the provider refused a call; null for other reasons. */
export function paymentRefusalOf(reason: unknown): ReturnType<SubscriptionAccess['refusalOf']> {
  if (reason instanceof Stripe.errors.StripeError && isConfirmCode(reason.code)) return 'confirm';
  if (reason instanceof Stripe.errors.StripeCardError) return 'card';
  if (reason instanceof Stripe.errors.StripeError && reason.code === 'charge_already_refunded')
    return 'refunded';
  return reason instanceof Stripe.errors.StripeInvalidRequestError ? 'request' : null;
}
