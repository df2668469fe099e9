import Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';

/**
 * The SDK's own HTTP client for Node, except that an answer that is none of the provider's objects counts as unreadable. A
 * proxy in between may answer `{}` or `null`; without this its fields would be read as undefined and stored.
 * Source: each object of the provider names its kind in `object`; an error stands in `error`. Pages of lists of its second API
 * name no kind: they have `data`.
 *
 * Each call has a deadline of its own: the SDK's begins when the connection stands, after the name was found.
 * @param withinMs from the look-up of the name to the last byte
 * @param onDate is told the moment that each answer names as its own, by the provider's clock
 */
export function checkedHttpClient(
  withinMs: number,
  onDate: (at: Instant) => void = () => undefined,
): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const endsAt = performance.now() + withinMs;
    const answer = await inTime(makeRequest(...request), withinMs, timedOut);
    const at = Date.parse(headerOf(answer.getHeaders(), 'date'));
    if (Number.isFinite(at)) onDate(at);
    const toJson = answer.toJSON.bind(answer);
    answer.toJSON = async () => providerObject(await inTime(toJson(), endsAt - performance.now(), cutOff));
    return answer;
  };
  return client;
}

/** The SDK's own errors for a call that took too long: it then tries once more. */
const timedOut = () => Stripe.HttpClient.makeTimeoutError();
const cutOff = () => Stripe.HttpClient.makeResponseBodyError(timedOut());

function inTime<T>(asked: Promise<T>, withinMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.max(0, withinMs));
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function headerOf(headers: object, name: string): string {
  const value = Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : '';
}

function providerObject(body: unknown): object {
  if (typeof body === 'object' && body !== null) {
    if ('object' in body || 'error' in body) return body;
    if ('data' in body && Array.isArray(body.data)) return body;
  }
  throw new Error('the answer is no object of the provider');
}
