import type { APIRoute } from 'astro';
import { BadSignature } from '../../server/adapters/stripe/payments.ts';
import { receiveEvent } from '../../server/app/payment-events.ts';

/** The longest webhook body, in characters; an event is a few kB. */
const BODY_LIMIT = 256 * 1024;

/** Receives webhook events of the payment provider. The signature is verified before the body is parsed. An event that cannot be stored is answered with an error, so that the provider retries. */
export const POST: APIRoute = async ({ request, locals }) => {
  const { commerce } = locals.app;
  const body = await request.text();
  if (body.length > BODY_LIMIT) return Response.json({ error: 'The event is too long.' }, { status: 413 });
  try {
    await receiveEvent(
      commerce,
      commerce.payments.readEvent(body, request.headers.get('stripe-signature') ?? ''),
    );
  } catch (reason) {
    if (reason instanceof BadSignature)
      return Response.json({ error: 'The signature is invalid.' }, { status: 400 });
    // While the backend is away, for example. The provider repeats the event.
    commerce.onError(reason);
    return Response.json(
      { error: 'The event cannot be stored at the moment.' },
      { status: 503, headers: { 'Retry-After': '30' } },
    );
  }
  return Response.json({ received: true });
};
