import { networkLimiter } from '../kernel/network-limits.ts';
import type { RateLimits } from '../kernel/rate-limits.ts';

/** What programs may ask through the API. */
export interface ApiLimits {
  /** Counts a new token of a person. Returns the minutes to wait, or null. */
  newToken(userId: string): Promise<number | null>;
  /** Counts a message of a webhook that a seller sends by hand. Returns the minutes to wait, or null. */
  messageByHand(storeId: string): Promise<number | null>;
  /** Counts a request with a token. Returns the seconds to wait, or null. */
  request(tokenId: string): Promise<number | null>;
  /** Counts a request whose answer is kept for its key. Returns the seconds to wait, or null. */
  keptAnswer(userId: string): Promise<number | null>;
  /** Counts a request without a token, or with one that is not valid, by address. Returns the seconds to wait, or null. */
  visitor(client: string): Promise<number | null>;
}

/** Requests of one token: a library of 5 000 files is fetched in ten minutes. */
export const TOKEN_REQUESTS = { points: 600, seconds: 60 };
/** Requests of one address without a token. */
const VISITOR_REQUESTS = { points: 120, seconds: 60 };
/** Each new token is one mail. */
const NEW_TOKENS = { points: 20, seconds: 86_400 };

/** Requests of one person whose answers are kept for a day, over all of their tokens: a shop of 3,000 models is filled in one. */
const KEPT_ANSWERS = { points: 20_000, seconds: 86_400 };

/** Messages of a store that are sent by hand. */
const BY_HAND = { points: 60, seconds: 3600 };

/** Opens the limits of the API. @param on whether limits apply; only tests switch them off */
export function openApiLimits(on: boolean, counts: RateLimits): ApiLimits {
  const tokens = counts.limiter('api-token-made', NEW_TOKENS);
  const requests = counts.limiter('api-token', TOKEN_REQUESTS);
  const visitors = networkLimiter(counts, 'api-visitor', VISITOR_REQUESTS);
  const kept = counts.limiter('api-kept-answer', KEPT_ANSWERS);
  const byHand = counts.limiter('webhook-by-hand', BY_HAND);
  const waited = (wait: number | null, unitMs: number) =>
    wait === null ? null : Math.max(1, Math.ceil(wait / unitMs));
  return {
    newToken: async (userId) => (on ? waited(await tokens.take(userId), 60_000) : null),
    messageByHand: async (storeId) => (on ? waited(await byHand.take(storeId), 60_000) : null),
    request: async (tokenId) => (on ? waited(await requests.take(tokenId), 1000) : null),
    keptAnswer: async (userId) => (on ? waited(await kept.take(userId), 1000) : null),
    visitor: async (client) => (on ? waited(await visitors.take(client), 1000) : null),
  };
}
