import Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { checkedHttpClient } from './checked-answers.ts';
import type { PaymentSettings } from './payments.ts';

/**
 * The official SDK's client for these settings. The version of the API is the one of the SDK.
 * @param timeoutMs how long one call may take, its name and its connection included; each is repeated once after a network error
 * @param onDate is told the provider's time with each answer
 */
export function openStripe(
  settings: Pick<PaymentSettings, 'secretKey' | 'apiUrl'>,
  timeoutMs: number,
  onDate?: (at: Instant) => void,
): Stripe {
  const at = settings.apiUrl === null ? null : new URL(settings.apiUrl);
  return new Stripe(settings.secretKey, {
    maxNetworkRetries: 1,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: checkedHttpClient(timeoutMs, onDate),
    ...(at && {
      host: at.hostname,
      port: Number(at.port || (at.protocol === 'https:' ? 443 : 80)),
      protocol: at.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}
