import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import {
  openPaymentStandIn,
  type PaymentStandIn,
  type PaymentStandInOptions,
} from '../../../src/dev/payments/stand-in.ts';

/** The stand-in, the official SDK as its client, and a receiver of its webhooks. */
export interface TestProvider {
  standIn: PaymentStandIn;
  stripe: Stripe;
  received: Receiver;
  close(): Promise<void>;
}

/** One webhook as it was received. */
export interface ReceivedWebhook {
  path: string;
  body: string;
  signature: string;
}

/** Receives webhooks and answers 200, or with `answers`. */
export interface Receiver {
  list: ReceivedWebhook[];
  /** Statuses for the next webhooks, in order; 200 when it is empty. */
  answers: number[];
  url: string;
  /** Resolves when `count` webhooks have been received in all. */
  heard(count: number): Promise<ReceivedWebhook[]>;
  /** The types of the events, each verified with the SDK. */
  types(): string[];
  close(): Promise<void>;
}

export const SECRET = 'whsec_of_the_tests';
const stripeFor = (url: string) =>
  new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });

export async function openReceiver(): Promise<Receiver> {
  const waiting: { count: number; tell: () => void }[] = [];
  const server = http.createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    res.writeHead(received.answers.shift() ?? 200).end();
    received.list.push({ path: req.url ?? '', body, signature: String(req.headers['stripe-signature']) });
    for (const { count, tell } of waiting) if (received.list.length >= count) tell();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const received: Receiver = {
    list: [],
    answers: [],
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async heard(count) {
      if (received.list.length < count)
        await new Promise<void>((resolve) => waiting.push({ count, tell: resolve }));
      return received.list;
    },
    types: () =>
      received.list.map(
        ({ body, signature }) => Stripe.webhooks.constructEvent(body, signature, SECRET, 300).type,
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return received;
}

export async function openTestProvider(options: Partial<PaymentStandInOptions> = {}): Promise<TestProvider> {
  const received = await openReceiver();
  const standIn = await openPaymentStandIn({
    port: 0,
    webhookUrl: `${received.url}/hall`,
    webhookSecret: SECRET,
    stateFile: null,
    accounts: [
      { id: 'acct_ash', name: 'Ashgrove' },
      { id: 'acct_deep', name: 'Deepdelve' },
    ],
    retryAfterMs: 0.05,
    ...options,
  }).catch(async (reason: unknown) => {
    await received.close();
    throw reason;
  });
  return {
    standIn,
    stripe: stripeFor(standIn.url),
    received,
    async close() {
      await standIn.close();
      await received.close();
    },
  };
}

/** The request for a page with two items of two sellers. */
export function cart(
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  const item = (name: string, unit_amount: number) => ({
    quantity: 1,
    price_data: { currency: 'usd', unit_amount, product_data: { name } },
  });
  return {
    mode: 'payment',
    client_reference_id: 'order_1',
    customer_email: 'mira@guildhall.test',
    line_items: [item('Golem', 1000), item('Tower & <b>moat</b>', 3000)],
    metadata: { order: 'order_1' },
    payment_intent_data: { transfer_group: 'order_1', metadata: { order: 'order_1' } },
    success_url: 'http://127.0.0.1:4321/paid?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:4321/cart',
    ...more,
  };
}

export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
};

/** Presses Pay at the hosted page as a browser does. */
export function press(url: string | null, card: string, more: { country?: string } = {}): Promise<Response> {
  const body = new URLSearchParams({ card, ...more });
  return fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
}

/** A paid cart: its page, payment and charge. */
/** A paid cart an hour later, when the provider has booked it. */
export async function paidCart({ stripe, standIn }: TestProvider, card = CARDS.pays) {
  const { id, url } = await stripe.checkout.sessions.create(cart());
  await press(url, card);
  standIn.simulator.captureFees();
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  });
  const payment = session.payment_intent as Stripe.PaymentIntent;
  const charge = payment.latest_charge as Stripe.Charge;
  return { session, payment, charge, booking: charge.balance_transaction as Stripe.BalanceTransaction };
}

/** The error of a refused call: status, code and field. */
export async function refusal(asked: Promise<unknown>) {
  try {
    await asked;
  } catch (reason) {
    if (reason instanceof Stripe.errors.StripeError)
      return { status: reason.statusCode, code: reason.code, param: reason.param, message: reason.message };
    throw reason;
  }
  throw new Error('It was not refused.');
}
