import { cleanLine, textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * Access tokens of the API: what a person gives to their own programs instead of a password. Each opens what its scopes
 * name and nothing else.
 */

/** What a token may be allowed to do, in words for its owner, and whether only people with a store can use it. */
export const API_SCOPES = {
  'library.read': { text: 'Read my library and download my files', forSellers: false },
  'orders.read': { text: 'Read my orders', forSellers: false },
  'sales.read': { text: 'Read my store’s sales', forSellers: true },
  'products.read': { text: 'Read my store’s products, drafts too', forSellers: true },
  'products.write': { text: 'Make, change and publish products, and upload their files', forSellers: true },
  'releases.write': { text: 'Read, make, change and publish my guild’s releases', forSellers: true },
  webhooks: { text: 'Read, make and remove my store’s webhooks, and send messages again', forSellers: true },
  'coupons.write': { text: 'Read, make and switch my store’s coupons', forSellers: true },
} as const satisfies Record<string, { text: string; forSellers: boolean }>;
export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as [ApiScope, ...ApiScope[]];

export const TOKEN_NAME_MAX = 60;
/** The most tokens of a person that have not expired. */
export const TOKENS_MAX = 20;
/** For how many days a token may be valid. */
export const TOKEN_DAYS = [30, 90, 365] as const;
export type TokenDays = (typeof TOKEN_DAYS)[number];
/** What every token begins with, so that programs that look for leaked secrets recognise one. */
export const TOKEN_PREFIX = 'guildhall_';
/** The prefix and 32 random bytes. */
export const TOKEN_PATTERN = /^guildhall_[A-Za-z0-9_-]{43}$/;
/** A use is recorded at most this often, in ms: programs ask thousands of times an hour. */
export const USE_RECORDED_EVERY_MS = 5 * 60_000;

/** A token as its owner sees it, without its secret. */
export interface ApiToken {
  id: string;
  name: string;
  /** The last four characters of the secret, so that its owner tells one from another. */
  ending: string;
  scopes: ApiScope[];
  createdAt: Instant;
  expiresAt: Instant;
  /** To five minutes; null where it was never used. */
  lastUsedAt: Instant | null;
}

/** What somebody asks of a new token. */
export interface TokenRequest {
  name: string;
  scopes: readonly ApiScope[];
}

/** Why a token cannot be made, by field. @param hasStore whether its owner has a store that is not closed */
export function tokenRefusals(
  { name, scopes }: TokenRequest,
  hasStore: boolean,
): { name?: string; scopes?: string } {
  const unnamed = textRefusal(cleanLine(name), { min: 1, max: TOKEN_NAME_MAX, what: 'a name' });
  const refused =
    scopes.length === 0
      ? 'Choose at least one thing that it may do.'
      : !hasStore && scopes.some((scope) => API_SCOPES[scope].forSellers)
        ? 'Open a store first: a token can only do what you can do.'
        : null;
  return { ...(unnamed ? { name: unnamed } : {}), ...(refused ? { scopes: refused } : {}) };
}

/** The scopes that somebody can give to a token. */
export function scopesFor(hasStore: boolean): ApiScope[] {
  return API_SCOPE_NAMES.filter((scope) => hasStore || !API_SCOPES[scope].forSellers);
}

/** The known scopes in a stored text; names of another version are left out. */
export function scopesIn(stored: string): ApiScope[] {
  const names = stored.split(' ');
  return API_SCOPE_NAMES.filter((scope) => names.includes(scope));
}
