import { createHash, randomBytes } from 'node:crypto';

/** Links of gifts: a random token goes by mail, only its hash is stored. */

/** A new token for the link of a gift: 192 random bits. */
export function newGiftToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The stored hash of a gift link's token: recognises the link, but cannot restore it. */
export function giftTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
