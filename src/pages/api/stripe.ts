import type { APIRoute } from 'astro';
import { BadSignature } from '../../server/adapters/stripe/payments.ts';
import { receiveEvent } from '../../server/app/payment-events.ts';

/** An event is a few kB; anything longer is none. In characters. */
const BODY_LIMIT = 256 * 1024;

/** The payment provider knocks. The raw body is proved before a word of it is read; what cannot be kept is refused, so that it comes again. */
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
    if (!(reason instanceof BadSignature)) throw reason;
    return Response.json({ error: 'The signature does not fit.' }, { status: 400 });
  }
  return Response.json({ received: true });
};
